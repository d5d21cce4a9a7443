import type { PageQuality, PageType } from '../../model/page.js';
import type { BlockModel } from './block-model.js';
import { completeChoice } from './complete-choice.js';
import { deletionCandidate } from './deletion-candidate.js';
import { Within } from './element-kinds.js';
import type { PageOutline } from './page-outline.js';
import type { PageFacts } from './page-facts.js';
import { pageTypeOf } from './page-type.js';
import type { PageStatements } from './page-statements.js';
import type { BlockVerdicts, RemovalReason } from './removal-plan.js';
import { scoredCandidate, type ScoredCandidate } from './scored-candidate.js';

export interface Choice {
  readonly verdicts: BlockVerdicts;
  readonly pageType: PageType;
  readonly candidate: PageQuality['candidate'];
  /** Why that candidate, in one sentence. */
  readonly reason: string;
  /** The choice came to nothing, and all of the page is given in its place. */
  readonly isUnsorted?: true;
}

/**
 * Below this expected F1 the deletion rules choose better than the model, above it worse. Cross-validated on the
 * development set: main 87.2 -> 87.5, pages with less than half of their text 5.7 % -> 3.3 %.
 */
const MIN_EXPECTED_F1 = 0.65;
/** A choice that keeps less than this share of what the deletion rules keep is not believed, however sure. */
const MIN_SHARE_OF_DELETION = 0.05;

/** Larger pages (the largest annotated one has 1,406 blocks) are not scored: the deletion rules cost a tenth. */
const MAX_SCORED_BLOCKS = 20_000;

/**
 * Makes both candidates and takes the one that fits the page; all of the page when next to nothing would be left of a
 * page that says much. Never empty when the page has text.
 */
export function chooseCandidate(
  outline: PageOutline,
  statements: PageStatements,
  model?: BlockModel,
): Choice {
  const choice = bestCandidate(outline, statements, model);
  if (!hasCollapsed(outline, choice.verdicts)) return choice;
  return { ...choice, ...whole(outline, COLLAPSED), isUnsorted: true };
}

const COLLAPSED = 'Hardly anything would be left of a page that says much, so nothing was removed.';
/** Words outside of links from which a page says much. */
const MANY_WORDS = 300;
/** Less than this, or than this share of all words, is hardly anything of it. */
const FEW_WORDS = 40;
const SMALL_SHARE = 0.05;

function hasCollapsed({ blocks }: PageOutline, verdicts: BlockVerdicts): boolean {
  let [visible, outsideLinks, kept] = [0, 0, 0];
  blocks.forEach(({ words, chars, linkChars }, at) => {
    visible += words;
    outsideLinks += words * (1 - linkChars / Math.max(1, chars));
    if (verdicts[at] === null) kept += words;
  });
  return outsideLinks >= MANY_WORDS && (kept < FEW_WORDS || kept < SMALL_SHARE * visible);
}

function whole(outline: PageOutline, reason: string): Pick<Choice, 'verdicts' | 'candidate' | 'reason'> {
  return { verdicts: outline.blocks.map(() => null), candidate: 'whole', reason };
}

function bestCandidate(outline: PageOutline, statements: PageStatements, model?: BlockModel): Choice {
  const deletion = deletionCandidate(outline);
  if (outline.blocks.length > MAX_SCORED_BLOCKS) {
    return pruned(outline, deletion, 'other', 'The page is too large to be scored');
  }
  const scored = scoredCandidate(outline, statements, model);
  const pageType = pageTypeOf(outline, scored);
  const sure = scored.expectedF1.toFixed(2);
  if (isBelievable(outline, scored, deletion)) {
    const verdicts = scoredVerdicts(outline, scored, deletion, pageType);
    const reason = `The scorer is sure of its choice (expected F1 ${sure}).`;
    return { verdicts, pageType, candidate: 'scored', reason };
  }
  return pruned(outline, deletion, pageType, `The scorer is unsure (expected F1 ${sure})`);
}

function isBelievable(outline: PageOutline, scored: ScoredCandidate, deletion: BlockVerdicts): boolean {
  const scoredChars = keptChars(outline, (at) => scored.keeps[at]!);
  const deletionChars = keptChars(outline, (at) => deletion[at] === null);
  return scored.expectedF1 >= MIN_EXPECTED_F1 && scoredChars >= MIN_SHARE_OF_DELETION * deletionChars;
}

/** The deletion candidate, or all of the page where that would leave nothing. */
function pruned(outline: PageOutline, deletion: BlockVerdicts, pageType: PageType, why: string): Choice {
  if (deletion.includes(null)) {
    const reason = `${why}, so only what is plainly no content goes.`;
    return { verdicts: deletion, pageType, candidate: 'pruned', reason };
  }
  return { pageType, ...whole(outline, 'All of the page looks like boilerplate, so nothing was removed.') };
}

/** A title further from the content than this heads something else. */
const MAX_BLOCKS_FROM_TITLE = 15;

/**
 * The page's title, when the content has no `h1` of its own: the nearest one above the content, also in a header beside
 * it. Readers want it, even where annotators left it out (0.1 of main on the development set). -1 for none.
 */
function titleOf(outline: PageOutline, { facts }: ScoredCandidate, keeps: readonly boolean[]): number {
  const first = keeps.indexOf(true);
  if (keeps.some((kept, at) => kept && facts.headingLevels[at] === 1)) return -1;
  for (let at = first - 1; at >= Math.max(0, first - MAX_BLOCKS_FROM_TITLE); at--) {
    if (facts.headingLevels[at] === 1) return isTitle(outline, facts, at) ? at : -1;
  }
  return -1;
}

/** In navigation stands the name of the site. */
const NO_TITLE = Within.nav | Within.aside | Within.footer | Within.dialog;

function isTitle(outline: PageOutline, facts: PageFacts, at: number): boolean {
  const { within } = outline.blocks[at]!;
  if (within & NO_TITLE) return false;
  return (within & (Within.main | Within.article)) !== 0 || facts.titleOverlap[at]! >= MIN_TITLE_OVERLAP;
}

/** Of the heading's words those that the page's title has too. */
const MIN_TITLE_OVERLAP = 0.6;

/** What the deletion rules name keeps their reason; the rest is outside the content. */
function scoredVerdicts(
  outline: PageOutline,
  scored: ScoredCandidate,
  deletion: BlockVerdicts,
  pageType: PageType,
): BlockVerdicts {
  const isRefused = (at: number) => deletion[at] !== null;
  const keeps = completeChoice(scored.keeps, { outline, facts: scored.facts, pageType, isRefused });
  const title = titleOf(outline, scored, keeps);
  return keeps.map((kept, at): RemovalReason | null =>
    kept || at === title ? null : (deletion[at] ?? 'outside the content'),
  );
}

function keptChars(outline: PageOutline, keeps: (at: number) => boolean): number {
  return outline.blocks.reduce((sum, block, at) => (keeps(at) ? sum + block.chars : sum), 0);
}
