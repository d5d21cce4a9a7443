import { RunList } from '../../flow/run.js';
import type { ParagraphState } from './rtf-state.js';

export interface RtfParagraph {
  readonly kind: 'paragraph';
  readonly runs: RunList;
  readonly state: ParagraphState;
  /** Smallest size of its letters, in half points; 0 without any. */
  readonly size: number;
}

export interface RtfCell {
  readonly blocks: readonly RtfParagraph[];
  /** What a row says about the column: begins or goes on to the right, or downwards. */
  merge: { readonly right: 'begin' | 'go on' | null; readonly down: 'begin' | 'go on' | null };
}

export interface RtfRow {
  readonly kind: 'row';
  readonly cells: readonly RtfCell[];
}

export type RtfBlock = RtfParagraph | RtfRow;

/** Paragraphs and rows of one flow of text: the document, a note, or a text box. */
export class RtfFlow {
  readonly blocks: RtfBlock[] = [];
  runs = new RunList();
  private size = 0;
  private cell: RtfParagraph[] = [];
  private cells: RtfCell[] = [];
  /** Boxes that hang on the paragraph under way. */
  readonly boxes: RtfBlock[] = [];

  /** Notes the size of letters that were added. */
  sized(halfPoints: number): void {
    this.size = this.size === 0 ? halfPoints : Math.min(this.size, halfPoints);
  }

  endParagraph(state: ParagraphState): void {
    const paragraph: RtfParagraph = {
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
  endRow(merges: readonly RtfCell['merge'][] = []): void {
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
