import { plainParagraph } from '../word-blocks.js';
import type { GroupState } from './rtf-state.js';

/** Applies a paragraph formatting control word. @returns true if the word was handled */
export function paragraphControl(group: GroupState, word: string, value: number | null): boolean {
  const { paragraph } = group;
  switch (word) {
    case 'pard':
      group.paragraph = plainParagraph();
      return true;
    case 's':
      paragraph.style = value ?? 0;
      return true;
    case 'outlinelevel':
      paragraph.outlineLevel = value !== null && value >= 0 && value < 9 ? value + 1 : null;
      return true;
    case 'ls':
      paragraph.list = value ?? 0;
      return true;
    case 'ilvl':
      paragraph.level = Math.min(Math.max(value ?? 0, 0), 8);
      return true;
    case 'li':
    case 'lin':
      paragraph.indent = value ?? 0;
      return true;
    case 'fi':
      paragraph.firstIndent = value ?? 0;
      return true;
    case 'pnlvlblt':
      paragraph.oldList = 'mark';
      return true;
    case 'pndec':
    case 'pnlvlbody':
      paragraph.oldList = 'number';
      return true;
    case 'intbl':
      paragraph.inTable = true;
      return true;
    default:
      return false;
  }
}
