import type { WordCell } from '../word-blocks.js';

type Merge = WordCell['merge'];

const MAX_CELLS = 1_000;

/** Horizontal and vertical merges of the cells in the current row. */
export class RtfRow {
  merges: Merge[] = [];
  private merge: { -readonly [Side in keyof Merge]: Merge[Side] } = { right: null, down: null };

  /** @returns true if the word was handled */
  control(word: string): boolean {
    switch (word) {
      case 'trowd':
        this.merges = [];
        this.merge = { right: null, down: null };
        return true;
      case 'clmgf':
        this.merge.right = 'begin';
        return true;
      case 'clmrg':
        this.merge.right = 'go on';
        return true;
      case 'clvmgf':
        this.merge.down = 'begin';
        return true;
      case 'clvmrg':
        this.merge.down = 'go on';
        return true;
      case 'cellx':
        if (this.merges.length < MAX_CELLS) this.merges.push(this.merge);
        this.merge = { right: null, down: null };
        return true;
      default:
        return false;
    }
  }
}
