import { isProse } from './prose.js';
import { RunningTotal } from './running-total.js';
import type { TextBlock } from './page-outline.js';

/** Running totals over the blocks of a page. */
export interface BlockTotals {
  readonly chars: RunningTotal;
  readonly linkChars: RunningTotal;
  readonly proseChars: RunningTotal;
  readonly sentenceEnds: RunningTotal;
  readonly commas: RunningTotal;
  /** Mentions of cookies: the word is the same in many languages. */
  readonly cookieWords: RunningTotal;
  readonly commentChars: RunningTotal;
}

/**
 * Computes the totals in one pass.
 *
 * @param inComments for each element 1 if it is inside one named as comments
 */
export function totalsOf(blocks: readonly TextBlock[], inComments: ArrayLike<number>): BlockTotals {
  const total = (): RunningTotal => new RunningTotal(blocks.length);
  const totals: BlockTotals = {
    chars: total(),
    linkChars: total(),
    proseChars: total(),
    sentenceEnds: total(),
    commas: total(),
    cookieWords: total(),
    commentChars: total(),
  };
  for (const block of blocks) {
    totals.chars.add(block.chars);
    totals.linkChars.add(block.linkChars);
    totals.proseChars.add(isProse(block) ? block.chars : 0);
    totals.sentenceEnds.add(block.sentenceEnds);
    totals.commas.add(block.commas);
    totals.cookieWords.add(countCookies(block));
    totals.commentChars.add(inComments[block.owner] ? block.chars : 0);
  }
  return totals;
}

const COOKIE = /cookie/gi;

function countCookies(block: TextBlock): number {
  let count = 0;
  for (const { data } of block.texts) count += data.match(COOKIE)?.length ?? 0;
  return count;
}
