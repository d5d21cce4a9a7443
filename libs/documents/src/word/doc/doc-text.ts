import type { DocumentBudget } from '../../document-budget.js';
import { fieldMeaning, instructedText, type FieldMeaning } from '../../office/fields.js';
import { signOf } from '../../office/symbols.js';
import {
  plainParagraph,
  WordFlow,
  type ParagraphState,
  type WordBlock,
  type WordCell,
} from '../word-blocks.js';
import type { Run } from '../../tree/run.js';
import { formFieldValue } from './doc-form-fields.js';
import type { DocTables } from './doc-tables.js';
import { runAt, type FormattedRun } from './formatted-pages.js';
import { pieceText, type Piece } from './piece-table.js';
import { SprmCode, sprms } from './sprms.js';

/** Characters with a special meaning. @see MS-DOC 2.4.1 */
const Mark = {
  data: 1,
  note: 2,
  drawing: 8,
  cellEnd: 7,
  tab: 9,
  line: 11,
  page: 12,
  paragraph: 13,
  column: 14,
  fieldBegin: 19,
  fieldShown: 20,
  fieldEnd: 21,
  noBreakHyphen: 30,
  softHyphen: 31,
  symbol: 40,
} as const;
const MAX_CELLS = 64;
const WORK_A_PIECE = 0.05;
/** Characters processed per unit of work (about a microsecond). */
const LETTERS_A_UNIT = 64;
/** Maximum depth of nested fields; deeper ones are treated like the enclosing field. */
const MAX_FIELDS = 32;
/** Longer instructions are truncated: see {@link fieldMeaning}. */
const MAX_INSTRUCTION_CHARS = 8_000;
// eslint-disable-next-line no-control-regex -- Word marks everything by control characters
const MARKS = /[\x00-\x1f(]/;

interface Look {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  hidden: boolean;
  special: boolean;
  raised: 'sup' | 'sub' | null;
  font: number | null;
  style: number | null;
  size: number;
  symbol: string | null;
  /** Position in the data stream. */
  data: number | null;
}

interface Field {
  instruction: string;
  meaning: FieldMeaning;
  isShown: boolean;
  hasText: boolean;
  /** Value of a form field. */
  value: Run | null;
}

/** Parts of a binary Word file from which its text is read. */
export interface DocSource {
  readonly stream: Uint8Array;
  readonly main: DataView;
  readonly pieces: readonly Piece[];
  readonly paragraphs: readonly FormattedRun[];
  readonly characters: readonly FormattedRun[];
  readonly tables: DocTables;
  /** Names of notes by the character position of their reference. */
  readonly noteAt: ReadonlyMap<number, string>;
  /** Positions of {@link noteAt} in ascending order. */
  readonly notePlaces: readonly number[];
  /** Text ranges of boxes by the character position of their anchor. */
  readonly boxAt: ReadonlyMap<number, readonly TextRange[]>;
  /** Stream with pictures and form fields; null if there is none. */
  readonly data: DataView | null;
}

/** Character positions; the end is exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Converts a range of characters to paragraphs and rows. */
export class DocText {
  private readonly flow = new WordFlow();
  private readonly fields: Field[] = [];
  private fieldsBeyond = 0;

  constructor(
    private readonly source: DocSource,
    private readonly budget: DocumentBudget,
    /** Number of characters read, including those of the text boxes. */
    private readonly counted = { characters: 0 },
  ) {}

  read(from: number, to: number): readonly WordBlock[] {
    for (const piece of this.source.pieces) {
      this.budget.work(WORK_A_PIECE);
      const start = Math.max(from, piece.from);
      const end = Math.min(to, piece.to);
      if (start < end) this.piece(piece, start, end);
    }
    this.flow.finish(plainParagraph());
    return this.flow.blocks;
  }

  /** Content read so far, if reading ended early. */
  get blocks(): readonly WordBlock[] {
    return this.flow.blocks;
  }

  /** Reads characters with the same formatting together. */
  private piece(piece: Piece, start: number, end: number): void {
    const { stream, characters, notePlaces } = this.source;
    let note = firstFrom(notePlaces, start);
    for (let at = start; at < end;) {
      this.budget.spend('elements');
      const offset = piece.offset + (at - piece.from) * piece.letterBytes;
      const { run, next } = runAt(characters, offset);
      const letters = Math.max(1, Math.ceil((next - offset) / piece.letterBytes));
      while (note < notePlaces.length && notePlaces[note]! < at) note++;
      // a note with a mark of its own follows the character at its place
      const to = Math.min(end, at + letters, (notePlaces[note] ?? Infinity) + 1);
      const text = pieceText(stream, piece, at, to);
      this.count(text);
      this.letters(text, at, offset, piece.letterBytes, this.lookOf(run));
      if (notePlaces[note] === to - 1 && text.charCodeAt(text.length - 1) !== Mark.note) this.note(to - 1);
      at = to;
    }
  }

  /** Pieces may overlap, so the text may be much longer than the file. */
  private count({ length }: string): void {
    this.budget.work(length / LETTERS_A_UNIT);
    this.counted.characters += length;
    const most = this.budget.remaining('characters');
    if (this.counted.characters > most) this.budget.exceed('characters', most);
  }

  private letters(text: string, place: number, offset: number, letterBytes: number, look: Look): void {
    if (!MARKS.test(text)) return this.add(text, look);
    let begin = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 32 && !(code === Mark.symbol && look.special)) continue;
      this.add(text.slice(begin, at), look);
      begin = at + 1;
      this.mark(code, place + at, offset + at * letterBytes, look);
    }
    this.add(text.slice(begin), look);
  }

  private add(text: string, look: Look): void {
    const field = this.fields.at(-1);
    if (field && !field.isShown) {
      if (field.instruction.length < MAX_INSTRUCTION_CHARS)
        field.instruction += text.slice(0, MAX_INSTRUCTION_CHARS);
      return;
    }
    if (field) field.hasText ||= text.trim() !== '';
    if (text === '' || look.hidden || this.fields.some(({ meaning }) => meaning === 'nothing')) return;
    const link = this.fields.findLast(({ meaning }) => typeof meaning === 'object');
    const { tables } = this.source;
    this.flow.textRuns.text(text, {
      bold: look.bold,
      italic: look.italic,
      strike: look.strike,
      raised: look.raised,
      code:
        (look.font !== null && tables.isFixed(look.font)) ||
        (look.style !== null && tables.isCodeStyle(look.style)),
      href: link ? (link.meaning as { href: string }).href : null,
    });
    if (text.trim() !== '') this.flow.sized(look.size);
  }

  private mark(code: number, place: number, offset: number, look: Look): void {
    switch (code) {
      case Mark.paragraph:
      case Mark.page:
        return this.flow.endParagraph(this.paragraphAt(offset).state);
      case Mark.column:
        return this.flow.breakLine();
      case Mark.cellEnd:
        return this.cellEnd(offset);
      case Mark.tab:
        return this.add('\t', look);
      case Mark.line:
        return this.isShown ? this.flow.runs.add({ kind: 'break' }) : undefined;
      case Mark.noBreakHyphen:
        return this.add('-', look);
      case Mark.note:
        return this.note(place);
      case Mark.drawing:
        return this.boxes(place);
      case Mark.data:
        return this.formField(look);
      case Mark.symbol:
        return this.add(look.symbol ?? '', look);
      case Mark.fieldBegin:
        return this.beginField();
      case Mark.fieldShown: {
        const field = this.fields.at(-1);
        if (field) Object.assign(field, { isShown: true, meaning: fieldMeaning(field.instruction.trim()) });
        return;
      }
      case Mark.fieldEnd:
        if (this.fieldsBeyond > 0) this.fieldsBeyond--;
        else this.endField(this.fields.pop(), look);
    }
  }

  private note(place: number): void {
    const note = this.source.noteAt.get(place);
    if (note !== undefined) this.flow.runs.add({ kind: 'note', note });
  }

  /** Text boxes are written after the paragraph of their anchor. */
  private boxes(place: number): void {
    for (const { from, to } of this.source.boxAt.get(place) ?? [])
      this.flow.boxes.push(
        ...new DocText({ ...this.source, boxAt: NO_BOXES }, this.budget, this.counted).read(from, to),
      );
  }

  private formField({ data, special }: Look): void {
    const field = this.fields.at(-1);
    if (!field || !special || data === null || !/^\s*FORM/i.test(field.instruction)) return;
    field.value = formFieldValue(this.source.data, data);
  }

  /** Writes what a field displays without a stored result. */
  private endField(field: Field | undefined, look: Look): void {
    if (!field || field.hasText) return;
    const { value, instruction } = field;
    if (value?.kind === 'box') this.flow.textRuns.add(value);
    else this.add(value?.kind === 'text' ? value.text : instructedText(instruction), look);
  }

  private beginField(): void {
    if (this.fields.length >= MAX_FIELDS) this.fieldsBeyond++;
    else this.fields.push({ instruction: '', meaning: 'text', isShown: false, hasText: false, value: null });
  }

  private get isShown(): boolean {
    return this.fields.every(({ isShown }) => isShown);
  }

  private cellEnd(offset: number): void {
    const { state, isRowEnd, merges } = this.paragraphAt(offset);
    if (isRowEnd) this.flow.endRow(merges);
    else this.flow.endCell(state);
  }

  private paragraphAt(offset: number): {
    state: ParagraphState;
    isRowEnd: boolean;
    merges: WordCell['merge'][];
  } {
    const { main, paragraphs, tables } = this.source;
    const { run } = runAt(paragraphs, offset);
    const state = { ...plainParagraph(), style: run?.style ?? 0 };
    const named = tables.styleLists.get(state.style);
    if (named) Object.assign(state, { list: named.list, level: named.level });
    let isRowEnd = false;
    let merges: WordCell['merge'][] = [];
    for (const { code, offset, length } of run ? sprms(main, run.start, run.end) : []) {
      const byte = main.getUint8(offset);
      if (code === SprmCode.inTable) state.inTable = byte === 1;
      else if (code === SprmCode.rowEnd) isRowEnd = byte === 1;
      else if (code === SprmCode.listLevel) state.level = Math.min(byte, 8);
      else if (code === SprmCode.list) state.list = main.getUint16(offset, true);
      else if (code === SprmCode.outlineLevel) state.outlineLevel = byte < 9 ? byte + 1 : null;
      else if (code === SprmCode.indent || code === SprmCode.indentNew)
        state.indent = main.getInt16(offset, true);
      else if (code === SprmCode.firstIndent) state.firstIndent = main.getInt16(offset, true);
      else if (code === SprmCode.tableDefinition) merges = mergesOf(main, offset, length);
    }
    return { state, isRowEnd, merges };
  }

  private lookOf(run: FormattedRun | null): Look {
    const look: Look = {
      bold: false,
      italic: false,
      strike: false,
      hidden: false,
      special: false,
      raised: null,
      font: null,
      style: null,
      size: 20,
      symbol: null,
      data: null,
    };
    if (!run) return look;
    const { main, tables } = this.source;
    for (const { code, offset } of sprms(main, run.start, run.end)) {
      const byte = main.getUint8(offset);
      if (code === SprmCode.style) {
        look.style = main.getUint16(offset, true);
        const named = tables.looks.get(look.style);
        if (named)
          Object.assign(look, { bold: named.bold, italic: named.italic, font: named.font ?? look.font });
      } else if (code === SprmCode.bold) look.bold = byte === 1 || (byte === 0x81 && !look.bold);
      else if (code === SprmCode.italic) look.italic = byte === 1 || (byte === 0x81 && !look.italic);
      else if (code === SprmCode.strike) look.strike = byte === 1;
      else if (code === SprmCode.hidden || code === SprmCode.deleted) look.hidden ||= byte === 1;
      else if (code === SprmCode.special) look.special = byte === 1;
      else if (code === SprmCode.raised) look.raised = byte === 1 ? 'sup' : byte === 2 ? 'sub' : null;
      else if (code === SprmCode.font) look.font = main.getUint16(offset, true);
      else if (code === SprmCode.size) look.size = main.getUint16(offset, true);
      else if (code === SprmCode.data) look.data = main.getUint32(offset, true);
      else if (code === SprmCode.symbol)
        look.symbol = signOf(
          tables.fonts.get(main.getUint16(offset, true))?.name ?? '',
          main.getUint16(offset + 2, true),
        );
    }
    return look;
  }
}

const NO_BOXES: DocSource['boxAt'] = new Map();

/** Index of the first number that is not less than `least`. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Merge flags of the cells in a row. @see MS-DOC 2.9.321 */
function mergesOf(main: DataView, at: number, length: number): WordCell['merge'][] {
  const count = Math.min(main.getUint8(at + 2), MAX_CELLS);
  const cells = at + 3 + (count + 1) * 2;
  return Array.from({ length: count }, (_, cell) => {
    const place = cells + cell * 20;
    const flags = place + 2 <= at + length ? main.getUint16(place, true) : 0;
    const right = flags & 3;
    const down = (flags >> 5) & 3;
    return {
      right: right === 1 ? 'go on' : right >= 2 ? 'begin' : null,
      down: down === 1 ? 'go on' : down === 3 ? 'begin' : null,
    };
  });
}
