import type { PageRequest } from './page-request.js';

/** Identifies the state of the visitor that a page is read with: `jar`, or a session and its account. */
export type StateKey = 'jar' | `session:${string}`;

/** A page request whose state is known. Without `state` the page is read without any. */
export type StatefulRequest = PageRequest & { readonly state?: StateKey };

export const stateOf = (request: StatefulRequest): StateKey | undefined => request.state;

/** State key of a session. Names contain no colon. */
export const sessionKey = (name: string, account: string): StateKey => `session:${name}:${account}`;

/** Ends the variant of a history whose pages were read with the cookies of jobs. */
const JAR = '.jar';

/** Variant of a history: pages that were read with cookies have histories of their own. A session is part of the tag. */
export const variantOf = (variant: string, state: StateKey | undefined): string =>
  state === 'jar' ? variant + JAR : variant;

/** Variant of the feed that the pages of a history belong to: pages of a tag that need cookies and others are in one feed. */
export const feedVariantOf = (variant: string): string =>
  variant.endsWith(JAR) ? variant.slice(0, -JAR.length) : variant;

/** Character between a tag and the session of a history; tags of requests do not contain it. */
export const TAG_SEPARATOR = '\u0001';

/** Tag of a history with the pages of a session; without a session the tag itself. */
export function tagOf(tag: string, state: StateKey | undefined): string {
  const plain = tag.replaceAll(TAG_SEPARATOR, ''); // names no session by itself
  return state?.startsWith('session:') ? `${plain}${TAG_SEPARATOR}${state}` : plain;
}
