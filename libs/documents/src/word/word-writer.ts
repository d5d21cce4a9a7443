import type { BlockStyle, BlockWriter } from '../tree/block-writer.js';
import type { ListPlace } from '../tree/list-stack.js';
import { isBlank, plainText, RunList, type Run } from '../tree/run.js';
import { isPlainLabel, listLabel } from '../office/number-label.js';
import { headingSizes } from './heading-sizes.js';
import type { ParagraphState, WordBlock, WordParagraph, WordRow } from './word-blocks.js';
import type { WordListLevel, WordTables } from './word-tables.js';

/** A digit or an ideograph. */
const NUMERAL = /[\p{N}\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;
const MARKS = 23;
const NEITHER = 255;
/** A bullet or number typed in front of a paragraph with a hanging indentation. */
const LITERAL = /^\s*(?:([•●○◦▪■□‣⁃∙·*–—-])|[([]?(\d{1,4})[.)\]]|[([]?([a-zA-Z])[.)\]])(?:\t|\s{2,})/;

/** A document in one of the legacy Word formats. */
export interface WordDocument {
  readonly blocks: readonly WordBlock[];
  readonly tables: WordTables;
  readonly notes: ReadonlyMap<string, readonly WordBlock[]>;
}

/** Writes the content of a document. */
export class WordWriter {
  private readonly sizes: ReadonlyMap<number, number>;
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly document: WordDocument,
    private readonly blocks: BlockWriter,
  ) {
    this.sizes = headingSizes(document.blocks);
  }

  write(blocks: readonly WordBlock[]): void {
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at]!;
      if (block.kind === 'paragraph') {
        this.paragraph(block);
        continue;
      }
      const rows: WordRow[] = [];
      for (let next: WordBlock | undefined = block; next?.kind === 'row'; next = blocks[++at])
        rows.push(next);
      at--;
      this.table(rows);
    }
  }

  private paragraph(paragraph: WordParagraph): void {
    const { runs, state } = paragraph;
    if (isBlank(runs.runs)) return this.blocks.paragraph({ kind: 'text' }, runs.runs);
    const style = this.document.tables.paragraphStyle(state.style);
    if (style.isTitle) return this.blocks.paragraph({ kind: 'heading', level: 1, isTitle: true }, runs.runs);
    const stated = state.outlineLevel ?? style.headingLevel;
    const list = stated === null ? this.listOf(paragraph) : null;
    const level = stated ?? (list ? null : (this.sizes.get(paragraph.size) ?? null));
    if (level !== null)
      return this.blocks.paragraph(
        { kind: 'heading', level },
        withLabel(runs.runs, this.headingLabel(state)),
      );
    const kind = style.isCode ? 'code' : style.isQuote ? 'quote' : isTyped(runs.runs) ? 'typed' : 'text';
    const block: BlockStyle = { kind, ...(style.continuesItem ? { continuesItem: true } : {}) };
    if (list === 'continuation') this.blocks.paragraph({ ...block, continuesItem: true }, runs.runs);
    else if (list) this.blocks.paragraph({ ...block, list: list.place }, list.runs);
    else this.blocks.paragraph(block, runs.runs);
  }

  private listOf({
    runs,
    state,
    label,
  }: WordParagraph): { place: ListPlace; runs: readonly Run[] } | 'continuation' | null {
    const level = this.levelOf(state.list, state.level);
    if (state.list > 0 && level) {
      if (level.format === NEITHER || (level.format === MARKS && !level.hasText)) return 'continuation';
      const isOrdered = level.format !== MARKS;
      const place = this.counted(`list ${state.list}`, state.level, isOrdered, level.start);
      return {
        place: { ...place, indent: state.indent || level.indent },
        runs: isOrdered ? labelled(runs.runs, label || this.labelOf(state)) : runs.runs,
      };
    }
    if (state.oldList)
      return { place: this.counted('old', state.level, state.oldList === 'number', 1), runs: runs.runs };
    return state.firstIndent < 0 ? literalItem(runs.runs, state.indent) : null;
  }

  private levelOf(list: number, level: number) {
    return this.levelsOf(list)?.[level];
  }

  private levelsOf(list: number): readonly WordListLevel[] | undefined {
    const { lists, overrides } = this.document.tables;
    return lists.get(overrides.get(list) ?? NaN);
  }

  /** Label of a paragraph that is counted, if the list states how it is numbered. */
  private labelOf({ list, level }: ParagraphState): string {
    const levels = this.levelsOf(list)?.map(({ label }) => label) ?? [];
    if (!levels[level]) return '';
    const counts = levels.map((_, at) => this.counts.get(`list ${list} ${at}`) ?? null);
    return listLabel(levels, counts, level).trim();
  }

  /** Counts a heading and returns its label; empty if it has no number. */
  private headingLabel(state: ParagraphState): string {
    const level = this.levelOf(state.list, state.level);
    if (!level?.label?.text.includes('%') || level.format === MARKS || level.format === NEITHER) return '';
    this.counted(`list ${state.list}`, state.level, true, level.start);
    return this.labelOf(state);
  }

  private counted(key: string, level: number, isOrdered: boolean, start: number): ListPlace {
    const number = (this.counts.get(`${key} ${level}`) ?? start - 1) + 1;
    this.counts.set(`${key} ${level}`, number);
    for (let deeper = level + 1; deeper < 9; deeper++) this.counts.delete(`${key} ${deeper}`);
    return { key, level, indent: null, isOrdered, number: isOrdered ? number : null };
  }

  private table(rows: readonly WordRow[]): void {
    const spans = tableSpans(rows);
    this.blocks.table(() => {
      rows.forEach((row, at) => {
        this.blocks.row(() => {
          row.cells.forEach((cell, column) => {
            const span = spans[at]![column];
            if (span) this.blocks.cell(at === 0, span, () => this.write(cell.blocks));
          });
        });
      });
    });
  }
}

/** The text of an item with its label, if the number of a markdown list does not express it. */
function labelled(runs: readonly Run[], label: string): readonly Run[] {
  return NUMERAL.test(label) && !isPlainLabel(label) ? withLabel(runs, label) : runs;
}

function withLabel(runs: readonly Run[], label: string): readonly Run[] {
  return label === '' ? runs : [{ kind: 'text', text: `${label} `, style: {} }, ...runs];
}

interface Span {
  columns: number;
  rows: number;
}

/** Spans of the cells; null for covered cells. */
function tableSpans(rows: readonly WordRow[]): (Span | null)[][] {
  /** Spanning cell of the rows above, by column. */
  let above: readonly (Span | null)[] = [];
  return rows.map(({ cells }, at) => {
    const below: (Span | null)[] = [];
    let before: Span | null = null;
    const spans = cells.map(({ merge }, column) => {
      if (merge.right === 'go on' && column > 0) {
        if (before) before.columns++;
        return null;
      }
      const over = merge.down === 'go on' && at > 0 ? (above[column] ?? null) : null;
      if (over) over.rows++;
      const span: Span | null = over ? null : { columns: 1, rows: 1 };
      before = span ?? before;
      below[column] = over ?? span;
      return span;
    });
    above = below;
    return spans;
  });
}

/** A list item with its marker in the text, as written by programs without list support. */
function literalItem(
  runs: readonly Run[],
  indent: number,
): { place: ListPlace; runs: readonly Run[] } | null {
  const found = LITERAL.exec(plainText(runs).slice(0, 40));
  const [first] = runs;
  if (!found || first?.kind !== 'text') return null;
  const [written, mark, digits] = found;
  const rest = withoutStart(runs, written.length);
  const isOrdered = mark === undefined;
  const number = digits === undefined ? null : Number(digits);
  return { place: { key: `typed ${indent}`, level: 0, indent, isOrdered, number }, runs: rest };
}

function withoutStart(runs: readonly Run[], letters: number): readonly Run[] {
  const rest = new RunList();
  let left = letters;
  for (const run of runs) {
    if (run.kind !== 'text') {
      rest.add(run);
      continue;
    }
    rest.text(run.text.slice(left), run.style);
    left = Math.max(0, left - run.text.length);
  }
  return rest.runs;
}

function isTyped(runs: readonly Run[]): boolean {
  return runs.every((run) =>
    run.kind === 'text' ? run.style.code || run.text.trim() === '' : run.kind === 'break',
  );
}
