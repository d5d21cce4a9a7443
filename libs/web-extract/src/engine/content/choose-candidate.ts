import type { PageQuality, PageType } from '../../model/page.js';
import type { PageElement } from '../html/nodes.js';
import type { BlockModel } from './block-model.js';
import { deletionCandidate } from './deletion-candidate.js';
import { Within } from './element-kinds.js';
import type { PageOutline } from './page-outline.js';
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

/** Makes both candidates and takes the one that fits the page. Never empty when the page has text. */
export function chooseCandidate(
  outline: PageOutline,
  statements: PageStatements,
  model?: BlockModel,
): Choice {
  const deletion = deletionCandidate(outline);
  if (outline.blocks.length > MAX_SCORED_BLOCKS) {
    return pruned(outline, deletion, 'other', 'The page is too large to be scored');
  }
  const scored = scoredCandidate(outline, statements, model);
  const pageType = pageTypeOf(outline, scored);
  const sure = scored.expectedF1.toFixed(2);
  if (isBelievable(outline, scored, deletion)) {
    const verdicts = scoredVerdicts(outline, scored, deletion);
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
  const reason = 'All of the page looks like boilerplate, so nothing was removed.';
  return { verdicts: outline.blocks.map(() => null), pageType, candidate: 'whole', reason };
}

/** A title further from the content than this heads something else. */
const MAX_BLOCKS_FROM_TITLE = 10;

/**
 * The page's `h1` stays when it heads the content from within the same article: readers want the title, even where
 * annotators left it out (0.1 of main on the development set).
 */
function headsContent(outline: PageOutline, { facts, keeps }: ScoredCandidate): boolean {
  const title = outline.blocks[facts.topHeading];
  if (!title || !(title.within & (Within.main | Within.article))) return false;
  const first = keeps.indexOf(true);
  const isTop = (outline.elements[title.owner] as PageElement).name === 'h1';
  return isTop && first - facts.topHeading <= MAX_BLOCKS_FROM_TITLE;
}

/** What the deletion rules name keeps their reason; the rest is outside the content. */
function scoredVerdicts(
  outline: PageOutline,
  scored: ScoredCandidate,
  deletion: BlockVerdicts,
): BlockVerdicts {
  const title = headsContent(outline, scored) ? scored.facts.topHeading : -1;
  return scored.keeps.map((keeps, at): RemovalReason | null =>
    keeps || at === title ? null : (deletion[at] ?? 'outside the content'),
  );
}

function keptChars(outline: PageOutline, keeps: (at: number) => boolean): number {
  return outline.blocks.reduce((sum, block, at) => (keeps(at) ? sum + block.chars : sum), 0);
}
