import type { PageQuality, PageType } from '../../../model/page/page.js';
import type { BlockModel } from './block-model.js';
import { completeChoice, isTechnical } from '../repair/complete-choice.js';
import { deletionCandidate } from './deletion-candidate.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { withinMain } from './main-element.js';
import { pageTypeOf } from './page-type.js';
import type { PageStatements } from '../block-features/page-statements.js';
import type { BlockVerdicts, RemovalReason } from '../removal-plan.js';
import { scoredCandidate, type ScoredCandidate } from './scored-candidate.js';
import { titleAbove } from '../repair/title-above.js';

export interface Choice {
  readonly verdicts: BlockVerdicts;
  readonly pageType: PageType;
  readonly candidate: PageQuality['candidate'];
  /** Why that candidate, in one sentence. */
  readonly reason: string;
  /** True if nothing was selected, and the whole page is returned instead. */
  readonly isUnsorted?: true;
}

/**
 * Below this expected F1 the deletion rules, with what {@link HOPELESS} takes from them, choose better than the model, above it worse.
 */
const MIN_EXPECTED_F1 = 0.75;
/**
 * A block kept by the deletion rules is removed if the model gives it less than this probability. Without
 * this, cross-validated, collections score 68.7 instead of 70.3, and a tenth more of the boilerplate is kept.
 */
const HOPELESS = 0.1;
/**
 * If less than this share of the text kept by the deletion rules would remain, the rules take precedence over
 * the model.
 */
const MIN_SHARE_OF_HOPEFUL = 0.2;
/**
 * A selection with less than this share of the text kept by the deletion rules is rejected, regardless of its
 * confidence.
 */
const MIN_SHARE_OF_DELETION = 0.05;

/** Larger pages (the largest annotated one has 1,406 blocks) are not scored: the deletion rules cost a tenth. */
const MAX_SCORED_BLOCKS = 20_000;

/**
 * Makes both candidates and takes the one that fits the page; all of the page when next to nothing would be left of a
 * page that says much. Never empty when the page has text.
 *
 * @param model another than the shipped one, as cross-validation needs
 * @param deletion what landmarks and names say of each block, where that is known
 */
export function chooseCandidate(
  outline: PageOutline,
  statements: PageStatements,
  model?: BlockModel,
  deletion: BlockVerdicts = deletionCandidate(outline),
): Choice {
  const choice = bestCandidate(outline, statements, deletion, model);
  if (!hasCollapsed(outline, choice.verdicts)) return choice;
  const main = withinMain(outline, deletion);
  if (main) return { ...choice, verdicts: main, candidate: 'pruned', reason: COLLAPSED_TO_MAIN };
  return { ...choice, ...whole(outline, COLLAPSED), isUnsorted: true };
}

const COLLAPSED = 'Hardly anything would be left of a page that says much, so nothing was removed.';
const COLLAPSED_TO_MAIN =
  'Hardly anything would be left of a page that says much, so its main element was kept.';
/** Minimum number of words outside links of a page with much text. */
const MANY_WORDS = 300;
/** Less than this, or than this share of all words, is hardly anything of it. */
const FEW_WORDS = 40;
const SMALL_SHARE = 0.05;

/** Next to nothing would be left of a page that says much. */
export function hasCollapsed({ blocks }: PageOutline, verdicts: BlockVerdicts): boolean {
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

function bestCandidate(
  outline: PageOutline,
  statements: PageStatements,
  deletion: BlockVerdicts,
  model?: BlockModel,
): Choice {
  if (outline.blocks.length > MAX_SCORED_BLOCKS) {
    return pruned(outline, deletion, 'other', 'The page is too large to be scored');
  }
  const scored = scoredCandidate(outline, statements, model);
  const pageType = pageTypeOf(outline, scored);
  const sure = scored.expectedF1.toFixed(2);
  if (isBelievable(outline, scored, deletion)) {
    const verdicts = scoredVerdicts(outline, scored, { deletion, pageType, title: statements.title });
    const reason = `The scorer is sure of its choice (expected F1 ${sure}).`;
    return { verdicts, pageType, candidate: 'scored', reason };
  }
  const hopeful = hopefulOf(outline, scored, deletion);
  return pruned(outline, hopeful, pageType, `The scorer is unsure (expected F1 ${sure})`);
}

function isBelievable(outline: PageOutline, scored: ScoredCandidate, deletion: BlockVerdicts): boolean {
  const scoredChars = keptChars(outline, (at) => scored.keeps[at]!);
  const deletionChars = keptChars(outline, (at) => deletion[at] === null);
  return scored.expectedF1 >= MIN_EXPECTED_F1 && scoredChars >= MIN_SHARE_OF_DELETION * deletionChars;
}

/** Returns the blocks kept by the deletion rules, except those that the model rejects. */
function hopefulOf(
  outline: PageOutline,
  { probabilities }: ScoredCandidate,
  deletion: BlockVerdicts,
): BlockVerdicts {
  const verdicts = deletion.map((verdict, at) =>
    verdict === null && probabilities[at]! < HOPELESS ? 'outside the content' : verdict,
  );
  const left = keptChars(outline, (at) => verdicts[at] === null);
  const all = keptChars(outline, (at) => deletion[at] === null);
  return left >= MIN_SHARE_OF_HOPEFUL * all ? verdicts : deletion;
}

/** The deletion candidate, or all of the page where that would leave nothing. */
function pruned(outline: PageOutline, deletion: BlockVerdicts, pageType: PageType, why: string): Choice {
  if (deletion.includes(null)) {
    const main = withinMain(outline, deletion);
    const removed = main ? 'what is outside the main element' : 'only certain boilerplate';
    const reason = `${why}; ${removed} is removed.`;
    return { verdicts: main ?? deletion, pageType, candidate: 'pruned', reason };
  }
  return { pageType, ...whole(outline, 'All of the page looks like boilerplate, so nothing was removed.') };
}

interface ChoiceFrame {
  readonly deletion: BlockVerdicts;
  readonly pageType: PageType;
  /** Title in the head of the page. */
  readonly title: string;
}

/** Blocks named by the deletion rules keep their reason; all others are outside the content. */
function scoredVerdicts(
  outline: PageOutline,
  scored: ScoredCandidate,
  { deletion, pageType, title }: ChoiceFrame,
): BlockVerdicts {
  const isRefused = (at: number) => deletion[at] !== null;
  const chosen = isTechnical(scored.keeps, { outline, pageType }) ? scored.keeps : scored.keepsOfProse;
  const keeps = completeChoice(chosen, { outline, facts: scored.facts, pageType, isRefused });
  const above = titleAbove(outline, title, keeps);
  return keeps.map((kept, at): RemovalReason | null =>
    kept || at === above ? null : (deletion[at] ?? 'outside the content'),
  );
}

function keptChars(outline: PageOutline, keeps: (at: number) => boolean): number {
  return outline.blocks.reduce((sum, block, at) => (keeps(at) ? sum + block.chars : sum), 0);
}
