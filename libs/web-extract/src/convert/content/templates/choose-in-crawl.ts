import type { KindDecision, TemplateSample, PathHash } from '../../../model/page/page-kind.js';
import type { AnyNode } from 'domhandler';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { chooseCandidate, hasCollapsed, type Choice } from '../score/choose-candidate.js';
import { deletionCandidate } from '../score/deletion-candidate.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { PageStatements } from '../block-features/page-statements.js';
import { recordSample } from './record-sample.js';
import { contentsEntries } from './contents-list.js';
import { decorationsOn } from './decorations.js';
import { decideByPath, type PathedPage } from './decide-by-path.js';
import { OwnAddress } from './own-address.js';
import { kindOf } from './page-kind.js';
import { hashOf, pagePaths } from './page-paths.js';
import { SETTLED } from './settled.js';

/** A choice on a page of a crawl. */
interface CrawledChoice extends Choice {
  /** Vote for pages of its template; null if the scorer did not run. */
  readonly vote: TemplateSample | null;
  /** Inline pieces that all pages of the kind have and that say nothing: they go as well. */
  readonly decorations: readonly AnyNode[];
  /** Kind whose decision was used; null where the page was judged by itself. */
  readonly settledBy: PathHash | null;
}

/** One in this number of pages is scored although its template has a decision. */
const SAMPLED = 20;

/**
 * Chooses as {@link chooseCandidate} does, and spares itself the scorer where pages of this kind have agreed on a place.
 *
 * @param decisions of the kinds of this site that are settled
 * @param document whose address decides which pages are looked at all the same, so that they are the same ones in any order
 */
export function chooseInCrawl(
  outline: PageOutline,
  statements: PageStatements,
  decisions: readonly KindDecision[],
  { url, baseUrl }: Pick<DomTree, 'url' | 'baseUrl'>,
): CrawledChoice {
  const paths = pagePaths(outline);
  const page = {
    outline,
    paths,
    deletion: deletionCandidate(outline),
    contents: contentsEntries(outline),
    title: statements.title,
    address: new OwnAddress(url, baseUrl),
  };
  const kind = kindOf(outline, paths);
  const settled = settledChoice(
    page,
    decisions.find((decision) => decision.kind === kind),
  );
  if (settled && hashOf(url) % SAMPLED !== 0) return { ...settled, settledBy: kind, vote: null };
  const choice = chooseCandidate(outline, statements, undefined, page.deletion);
  const vote = recordSample(page, kind, { ...choice, isSure: choice.candidate === 'scored' });
  return { ...(settled ?? { ...choice, decorations: [] }), settledBy: settled ? kind : null, vote };
}

function settledChoice(
  page: PathedPage,
  decision: KindDecision | undefined,
): Omit<CrawledChoice, 'vote' | 'settledBy'> | null {
  const verdicts = decision ? decideByPath(page, decision) : null;
  if (!verdicts || hasCollapsed(page.outline, verdicts)) return null;
  const decorations = decorationsOn(page, verdicts, decision!);
  return { verdicts, decorations, ...SETTLED, pageType: decision!.pageType };
}
