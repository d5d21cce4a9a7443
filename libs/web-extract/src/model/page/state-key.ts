import type { PageRequest } from './page-request.js';

/** Identifies the state of the visitor that a page is read with: `jar`, or a session and its account. */
export type StateKey = 'jar' | `session:${string}`;

/** A page request whose state is known. Without `state` the page is read without any. */
export type StatefulRequest = PageRequest & { readonly state?: StateKey };

export const stateOf = (request: StatefulRequest): StateKey | undefined => request.state;

/** State key of a session. Names contain no colon. */
export const sessionKey = (name: string, account: string): StateKey => `session:${name}:${account}`;

/** Character between a tag and the session of a history; tags of requests do not contain it. */
export const TAG_SEPARATOR = '\u0001';

/** Tag of a history with the pages of a session; without a session the tag itself. */
export function tagOf(tag: string, state: StateKey | undefined): string {
  return state?.startsWith('session:') ? `${tag}${TAG_SEPARATOR}${state}` : tag;
}
