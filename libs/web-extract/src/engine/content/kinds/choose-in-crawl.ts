import type { KindDecision, KindVote } from '../../../model/page-kind.js';
import { chooseCandidate, hasCollapsed, type Choice } from '../choose-candidate.js';
import { deletionCandidate } from '../deletion-candidate.js';
import type { PageOutline } from '../page-outline.js';
import type { PageStatements } from '../page-statements.js';
import { castVote } from './cast-vote.js';
import { contentsEntries } from './contents-list.js';
import { decideByPath, type PathedPage } from './decide-by-path.js';
import { kindOf } from './page-kind.js';
import { hashOf, pagePaths } from './page-paths.js';

/** A choice on a page of a crawl. */
export interface CrawledChoice extends Choice {
  /** What it says about pages of its kind; null when nobody looked. */
  readonly vote: KindVote | null;
}

/** One page in so many is looked at by the scorer though its kind is settled. */
const SAMPLED = 20;

/**
 * Chooses as {@link chooseCandidate} does, and spares itself the scorer where pages of this kind have agreed on a place.
 *
 * @param decisions of the kinds of this site that are settled
 * @param url decides which pages are looked at all the same, so that they are the same ones in any order
 */
export function chooseInCrawl(
  outline: PageOutline,
  statements: PageStatements,
  decisions: readonly KindDecision[],
  url: string,
): CrawledChoice {
  const paths = pagePaths(outline);
  const page = {
    outline,
    paths,
    deletion: deletionCandidate(outline),
    contents: contentsEntries(outline),
    title: statements.title,
  };
  const kind = kindOf(outline, paths);
  const settled = settledChoice(
    page,
    decisions.find((decision) => decision.kind === kind),
  );
  if (settled && hashOf(url) % SAMPLED !== 0) return { ...settled, vote: null };
  const choice = chooseCandidate(outline, statements);
  const vote = castVote(page, kind, { ...choice, isSure: choice.candidate === 'scored' });
  return { ...(settled ?? choice), vote };
}

function settledChoice(page: PathedPage, decision: KindDecision | undefined): Choice | null {
  const verdicts = decision ? decideByPath(page, decision) : null;
  if (!verdicts || hasCollapsed(page.outline, verdicts)) return null;
  return { verdicts, ...SETTLED, pageType: decision!.pageType };
}

/** What a page says of itself whose kind was settled. */
export const SETTLED = {
  candidate: 'settled',
  reason: 'Pages of this kind agree on where their content is.',
} as const;
