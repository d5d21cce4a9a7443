import type { QualityFlag } from '../../model/page/page.js';

/** What a visit saw. */
export interface SeenPage {
  readonly statusCode: number;
  readonly flags: readonly QualityFlag[];
  readonly text: string;
  /** The body ended early. */
  readonly isTruncated: boolean;
  /** It could not be finished by a browser as the page that is known was. */
  readonly isUnrendered: boolean;
}

/** What is known of the page. */
export interface KnownText {
  readonly hasText: boolean;
}

/** `unseen`: nothing can be said of the page; what is known of it stays. */
export type VisitJudgement =
  { readonly kind: 'seen' | 'gone' } | { readonly kind: 'unseen'; readonly reason: string };

/** Signs of a page that stands before the one that was requested. */
const WALLS: ReadonlyMap<QualityFlag, string> = new Map<QualityFlag, string>([
  ['bot-check', 'it answers with a check for bots'],
  ['login-wall', 'it answers with a login form'],
  ['cookie-wall', 'it answers with a request for consent'],
  ['script-shell', 'its text comes from scripts'],
]);

/** Decides whether a visit saw a page, saw that it is gone, or saw something else in its place. */
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
