import { RunList } from '../tree/run.js';

/** Paragraph properties. */
export interface ParagraphState {
  style: number;
  outlineLevel: number | null;
  /** List number; 0 for none. */
  list: number;
  level: number;
  inTable: boolean;
  indent: number;
  firstIndent: number;
  /** List type in the legacy list format. */
  oldList: 'mark' | 'number' | null;
}

export const plainParagraph = (): ParagraphState => ({
  style: 0,
  outlineLevel: null,
  list: 0,
  level: 0,
  inTable: false,
  indent: 0,
  firstIndent: 0,
  oldList: null,
});

export interface WordParagraph {
  readonly kind: 'paragraph';
  readonly runs: RunList;
  readonly state: ParagraphState;
  /** Smallest font size in half points; 0 if empty. */
  readonly size: number;
  /** Number or bullet as the program shows it; empty if the file does not state it. */
  readonly label: string;
}

export interface WordCell {
  readonly blocks: readonly WordParagraph[];
  /** Horizontal and vertical merge of the cell: begins or continues one. */
  merge: { readonly right: 'begin' | 'go on' | null; readonly down: 'begin' | 'go on' | null };
}

export interface WordRow {
  readonly kind: 'row';
  readonly cells: readonly WordCell[];
}

export type WordBlock = WordParagraph | WordRow;

/** Paragraphs and rows of one text flow: the document, a note, or a text box. */
export class WordFlow {
  readonly blocks: WordBlock[] = [];
  runs = new RunList();
  label = '';
  private size = 0;
  private isBreakPending = false;
  private cell: WordParagraph[] = [];
  private cells: WordCell[] = [];
  /** Text boxes anchored to the current paragraph. */
  readonly boxes: WordBlock[] = [];

  /** Records the font size of added text. */
  sized(halfPoints: number): void {
    this.size = this.size === 0 ? halfPoints : Math.min(this.size, halfPoints);
  }

  endParagraph(state: ParagraphState): void {
    const paragraph: WordParagraph = {
      kind: 'paragraph',
      runs: this.runs,
      state: { ...state },
      size: this.size,
      label: this.label.trim(),
    };
    this.label = '';
    this.runs = new RunList();
    this.size = 0;
    this.isBreakPending = false;
    if (state.inTable) this.cell.push(paragraph);
    else {
      this.endRow();
      this.blocks.push(paragraph);
    }
    this.blocks.push(...this.boxes.splice(0));
  }

  endCell(state: ParagraphState): void {
    this.endParagraph({ ...state, inTable: true });
    this.cells.push({ blocks: this.cell, merge: { right: null, down: null } });
    this.cell = [];
  }

  /** Ends a cell whose end is missing in the file, if there is one. */
  endOpenCell(state: ParagraphState): void {
    const isOpen = this.runs.runs.length > 0 || this.cell.length > 0;
    if (isOpen) this.endCell(state);
  }

  /** Writes a page or column break within a paragraph as a line break. */
  breakLine(): void {
    if (this.runs.runs.length > 0) this.isBreakPending = true;
  }

  /** Runs of the paragraph for further text. */
  get textRuns(): RunList {
    if (this.isBreakPending) this.runs.add({ kind: 'break' });
    this.isBreakPending = false;
    return this.runs;
  }

  /** @param merges merges by column, from the row definition */
  endRow(merges: readonly WordCell['merge'][] = []): void {
    if (this.cell.length > 0) {
      this.cells.push({ blocks: this.cell, merge: { right: null, down: null } });
      this.cell = [];
    }
    if (this.cells.length === 0) return;
    this.cells.forEach((cell, at) => {
      cell.merge = merges[at] ?? cell.merge;
    });
    this.blocks.push({ kind: 'row', cells: this.cells });
    this.cells = [];
  }

  /** Completes the flow; also used for truncated files. */
  finish(state: ParagraphState): void {
    if (this.runs.runs.length > 0) this.endParagraph(state);
    this.endRow();
  }
}
