import { HiddenText } from '../../hidden-text.js';
import type { DocumentFacts } from '../../document-reader.js';
import type { DocumentBudget } from '../../document-budget.js';
import { decodeBytes } from './rtf-encoding.js';
import { plainParagraph, type WordBlock, type WordFlow } from '../word-blocks.js';
import { characterControl } from './rtf-character.js';
import { RtfField } from './rtf-field.js';
import { RtfFormula } from './rtf-formula.js';
import { RtfFlows } from './rtf-flows.js';
import { RtfHeader } from './rtf-header.js';
import { paragraphControl } from './rtf-paragraph.js';
import { RtfRow } from './rtf-row.js';
import { become, plainCharacter, type GroupState } from './rtf-state.js';
import type { Run } from '../../tree/run.js';
import type { WordDocument } from '../word-writer.js';
import { WordTables } from '../word-tables.js';
import { rtfTokens } from './rtf-tokens.js';
import { KNOWN_STARRED, MARGINS, SIGNS, SKIPPED } from './rtf-words.js';

/** Maximum depth; deeper groups are treated like the enclosing group. */
const MAX_DEPTH = 1_000;
const MAX_SKIP = 10;
const MAX_LABEL_CHARS = 255;

/** Parses an RTF file. The content read so far is available if a budget is exceeded. */
export class RtfParser implements WordDocument {
  readonly tables = new WordTables();
  private readonly header: RtfHeader;
  private readonly flows = new RtfFlows();
  private readonly groups: GroupState[] = [];
  private group: GroupState = this.root();
  private beyondDepth = 0;
  private isStarred = false;
  private toSkip = 0;
  private bytes: number[] = [];
  private readonly field = new RtfField((run) => this.show(run));
  private readonly formula = new RtfFormula();
  private readonly row = new RtfRow();

  constructor(
    private readonly budget: DocumentBudget,
    facts: DocumentFacts,
    /** Read headers, footers and comments as text. */
    private readonly readsMargins = false,
    private readonly hiddenText = new HiddenText(false),
  ) {
    this.header = new RtfHeader(this.tables, facts);
  }

  get blocks(): readonly WordBlock[] {
    return this.flows.main.blocks;
  }

  get notes(): ReadonlyMap<string, readonly WordBlock[]> {
    return this.flows.notes;
  }

  read(source: string): void {
    for (const token of rtfTokens(source)) {
      this.budget.spend('elements');
      if (token.kind === 'text') this.text(token.text);
      else if (token.kind === 'byte') this.byte(token.byte);
      else if (token.kind === 'control') this.control(token.word, token.value);
      else if (token.kind === 'open') this.open();
      else if (this.close()) break;
    }
  }

  /** Completes open groups and paragraphs. */
  finish(): void {
    while (this.groups.length > 0) this.close();
    this.flushBytes();
    this.flows.main.finish(this.group.paragraph);
  }

  private root(): GroupState {
    return {
      destination: 'text',
      character: plainCharacter(0),
      paragraph: plainParagraph(),
      unicodeSkip: 1,
      versionsOf: 'text',
      href: null,
      onClose: null,
    };
  }

  private get flow(): WordFlow {
    return this.flows.current;
  }

  private open(): void {
    this.flushBytes();
    this.toSkip = 0;
    this.isStarred = false;
    if (this.groups.length >= MAX_DEPTH) {
      this.beyondDepth++;
      return;
    }
    this.groups.push(this.group);
    const { character, paragraph } = this.group;
    this.group = { ...this.group, character: { ...character }, paragraph: { ...paragraph }, onClose: null };
    if (this.group.destination === 'formula') this.formula.beginGroup();
  }

  /** @returns true at the end of the file */
  private close(): boolean {
    this.flushBytes();
    this.toSkip = 0;
    if (this.beyondDepth > 0) {
      this.beyondDepth--;
      return false;
    }
    this.group.onClose?.();
    const around = this.groups.pop();
    if (!around) return true;
    // a paragraph continues after a nested group and keeps the properties set in it
    const { paragraph, destination } = this.group;
    this.group = around;
    if (around.destination === 'formula') this.formula.endGroup();
    if (destination === 'text' && around.destination === 'text') this.group.paragraph = paragraph;
    return this.groups.length === 0;
  }

  private byte(byte: number): void {
    if (this.toSkip > 0) {
      this.toSkip--;
      return;
    }
    this.bytes.push(byte);
  }

  private text(written: string): void {
    let text = written;
    if (this.toSkip > 0) {
      const skipped = Math.min(this.toSkip, text.length);
      this.toSkip -= skipped;
      text = text.slice(skipped);
    }
    // non-ASCII characters are bytes as well
    if (/[\x80-\xff]/.test(text) || this.bytes.length > 0)
      for (const char of text) this.bytes.push(char.charCodeAt(0));
    else this.add(text);
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    const font = this.tables.fonts.get(
      this.group.destination === 'fonts' ? this.header.font : this.group.character.font,
    );
    const bytes = Uint8Array.from(this.bytes);
    this.bytes = [];
    this.add(decodeBytes(bytes, font?.charset ?? null, this.tables.codePage));
  }

  private add(text: string): void {
    if (text === '') return;
    switch (this.group.destination) {
      case 'text':
        return this.addText(text);
      case 'instruction':
        this.field.instruction += text;
        return;
      case 'label':
        this.flow.label += text.slice(0, MAX_LABEL_CHARS);
        return;
      case 'formula':
        return this.formula.text(text);
      case 'formEntry':
        return this.field.form.text(text);
      default:
        this.header.text(this.group, text);
    }
  }

  private addText(text: string): void {
    const { character, href } = this.group;
    if (character.isDeleted || this.field.isHidden) return;
    if (character.hidden && this.hiddenText.leavesOut(() => text)) return;
    this.flow.textRuns.text(text, {
      bold: character.bold,
      italic: character.italic,
      strike: character.strike,
      raised: character.raised,
      code:
        this.tables.isFixed(character.font) ||
        (character.style !== null && this.tables.isCodeStyle(character.style)),
      href,
    });
    if (text.trim() !== '') this.flow.sized(character.size);
  }

  private control(word: string, value: number | null): void {
    if (word === '*') {
      this.isStarred = true;
      return;
    }
    if (this.toSkip > 0 && word !== 'u') {
      this.toSkip--;
      return;
    }
    const isStarred = this.isStarred;
    this.isStarred = false;
    if (this.group.destination === 'skip') return;
    if (this.group.destination === 'versions') {
      if (word === 'ud') this.group.destination = this.group.versionsOf;
      return;
    }
    if (word !== 'u') this.flushBytes();
    if (isStarred && !KNOWN_STARRED.has(word)) return become(this.group, 'skip');
    if (SKIPPED.has(word) && !(this.readsMargins && MARGINS.has(word))) return become(this.group, 'skip');
    if (word === 'upr') {
      this.group.versionsOf = this.group.destination;
      this.group.destination = 'versions';
    } else if (this.group.destination === 'formula') this.formulaControl(word, value);
    else if (this.group.destination === 'text') this.textControl(word, value);
    else this.tableControl(word, value);
  }

  private unicode(value: number | null): void {
    const code = value ?? 0;
    this.flushBytes();
    this.add(String.fromCharCode(code < 0 ? code + 65_536 : code));
    this.toSkip = this.group.unicodeSkip;
  }

  private textControl(word: string, value: number | null): void {
    const sign = SIGNS.get(word);
    if (sign !== undefined) return this.add(sign);
    if (characterControl(this.group, word, value, this.tables.defaultFont)) return;
    if (paragraphControl(this.group, word, value) || this.breakControl(word) || this.row.control(word))
      return;
    switch (word) {
      case 'u':
        return this.unicode(value);
      case 'uc':
        this.group.unicodeSkip = skipOf(value);
        return;
      case 'ansicpg':
        this.tables.codePage = value ?? 1252;
        return;
      case 'mac':
        this.tables.codePage = 10_000;
        return;
      case 'deff':
        this.tables.defaultFont = value ?? 0;
        this.group.character.font = value ?? 0;
        return;
      case 'fonttbl':
        return become(this.group, 'fonts');
      case 'stylesheet':
        return become(this.group, 'styles');
      case 'listtable':
        return become(this.group, 'lists');
      case 'listoverridetable':
        return become(this.group, 'overrides');
      case 'info':
        return become(this.group, 'info');
      case 'fldinst':
        return this.field.beginInstruction(this.group);
      case 'fldrslt':
        return this.field.beginResult(this.group);
      case 'footnote':
        return this.flows.beginNote(this.group);
      case 'shptxt':
      case 'dptxbxtext':
        return this.flows.beginBox(this.group);
      case 'listtext':
      case 'pntext':
        this.flow.label = '';
        return become(this.group, 'label');
      case 'moMath':
        return this.beginFormula();
    }
  }

  private beginFormula(): void {
    this.formula.begin();
    become(this.group, 'formula', () => {
      const { tex } = this.formula;
      if (tex !== '') this.flow.runs.add({ kind: 'formula', tex, isBlock: false });
    });
  }

  private formulaControl(word: string, value: number | null): void {
    const sign = SIGNS.get(word);
    if (word === 'u') this.unicode(value);
    else if (sign !== undefined) this.add(sign);
    else this.formula.control(word);
  }

  /** Adds what a field displays to the text. */
  private show(run: Run): void {
    const { hidden, isDeleted } = this.group.character;
    if (isDeleted || this.field.isHidden) return;
    if (hidden && this.hiddenText.leavesOut(() => (run.kind === 'text' ? run.text : ''))) return;
    if (run.kind === 'text') this.flow.runs.text(run.text, run.style);
    else this.flow.runs.add(run);
  }

  /** Handles the end of a line, paragraph, cell or row. @returns true if the word was handled */
  private breakControl(word: string): boolean {
    const { paragraph } = this.group;
    switch (word) {
      case 'par':
      case 'sect':
      case '\n':
      case '\r':
        this.flow.endParagraph(paragraph);
        return true;
      case 'line':
      case 'lbr':
        this.flow.runs.add({ kind: 'break' });
        return true;
      case 'page':
      case 'column':
        this.flow.breakLine();
        return true;
      case 'cell':
        this.flow.endCell(paragraph);
        return true;
      case 'nestcell':
        this.flow.endParagraph({ ...paragraph, inTable: true });
        return true;
      case 'row':
        this.flow.endOpenCell(paragraph); // the last cell may have no end
        this.flow.endRow(this.row.merges);
        return true;
      default:
        return false;
    }
  }

  private formControl(word: string, value: number | null): void {
    const sign = SIGNS.get(word);
    if (word === 'ffl') become(this.group, 'formEntry');
    if (sign !== undefined) this.add(sign);
    else this.field.form.control(word, value);
  }

  private tableControl(word: string, value: number | null): void {
    if (word === 'u') return this.unicode(value);
    if (word === 'uc') {
      this.group.unicodeSkip = skipOf(value);
      return;
    }
    const { destination } = this.group;
    const sign = SIGNS.get(word);
    if (destination === 'instruction' && word === 'formfield') return become(this.group, 'formField');
    if (destination === 'formField' || destination === 'formEntry') return this.formControl(word, value);
    if (destination === 'label') return;
    if (destination !== 'instruction' && destination !== 'fact') this.header.control(this.group, word, value);
    else if (sign !== undefined) this.add(sign);
  }
}

/** A Unicode character is never followed by more than a few fallback characters. */
function skipOf(value: number | null): number {
  return value !== null && value >= 0 && value <= MAX_SKIP ? value : 1;
}
