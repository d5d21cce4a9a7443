import { RunList } from '../tree/run.js';

/** What a paragraph is. */
export interface ParagraphState {
  style: number;
  outlineLevel: number | null;
  /** Number that stands for its list; 0 for none. */
  list: number;
  level: number;
  inTable: boolean;
  indent: number;
  firstIndent: number;
  /** Marks of the older way to write lists. */
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
  /** Smallest size of its letters, in half points; 0 without any. */
  readonly size: number;
}

export interface WordCell {
  readonly blocks: readonly WordParagraph[];
  /** What a row says about the column: begins or goes on to the right, or downwards. */
  merge: { readonly right: 'begin' | 'go on' | null; readonly down: 'begin' | 'go on' | null };
}

export interface WordRow {
  readonly kind: 'row';
  readonly cells: readonly WordCell[];
}

export type WordBlock = WordParagraph | WordRow;

/** Paragraphs and rows of one flow of text: the document, a note, or a text box. */
export class WordFlow {
  readonly blocks: WordBlock[] = [];
  runs = new RunList();
  private size = 0;
  private cell: WordParagraph[] = [];
  private cells: WordCell[] = [];
  /** Boxes that hang on the paragraph under way. */
  readonly boxes: WordBlock[] = [];

  /** Notes the size of letters that were added. */
  sized(halfPoints: number): void {
    this.size = this.size === 0 ? halfPoints : Math.min(this.size, halfPoints);
  }

  endParagraph(state: ParagraphState): void {
    const paragraph: WordParagraph = {
      kind: 'paragraph',
      runs: this.runs,
      state: { ...state },
      size: this.size,
    };
    this.runs = new RunList();
    this.size = 0;
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

  /** @param merges what the definition of the row says about each of its columns */
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

  /** Ends what is under way, in a file that broke off too. */
  finish(state: ParagraphState): void {
    if (this.runs.runs.length > 0) this.endParagraph(state);
    this.endRow();
  }
}
