import type { QualityFlag } from '../../model/page/page.js';

/** The page that a visit found. */
export interface SeenPage {
  readonly statusCode: number;
  readonly flags: readonly QualityFlag[];
  readonly text: string;
  /** True if the body ended early. */
  readonly isTruncated: boolean;
  /** True if it could not be rendered, unlike the stored page. */
  readonly isUnrendered: boolean;
}

/** The stored state of the page. */
export interface KnownText {
  readonly hasText: boolean;
}

/** `unseen`: the visit was inconclusive; the stored state is kept. */
export type VisitJudgement =
  { readonly kind: 'seen' | 'gone' } | { readonly kind: 'unseen'; readonly reason: string };

/** Quality flags of a page that replaces the requested one, such as a login wall. */
const WALLS: ReadonlyMap<QualityFlag, string> = new Map<QualityFlag, string>([
  ['bot-check', 'it answers with a check for bots'],
  ['login-wall', 'it answers with a login form'],
  ['cookie-wall', 'it answers with a request for consent'],
  ['script-shell', 'its text comes from scripts'],
]);

/** Decides if a visit found the page, found it removed, or found another page in its place. */
export function judgeVisit(
  { statusCode, flags, text, isTruncated, isUnrendered }: SeenPage,
  known: KnownText | null,
): VisitJudgement {
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' };
  if (statusCode >= 300) return unseen(`the site answers ${statusCode}`);
  if (isTruncated || flags.includes('truncated')) return unseen('its response ended early');
  const wall = flags.find((flag) => WALLS.has(flag));
  if (wall !== undefined) return unseen(WALLS.get(wall)!);
  if (flags.includes('soft-404')) return { kind: 'gone' };
  if (isUnrendered) return unseen('it was not rendered');
  if (text.trim() === '' && known?.hasText) return unseen('it has no text now');
  return { kind: 'seen' };
}

const unseen = (reason: string): VisitJudgement => ({ kind: 'unseen', reason });
