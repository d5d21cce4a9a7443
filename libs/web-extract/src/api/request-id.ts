import { randomUUID } from 'node:crypto';

/**
 * The response to a request keeps its id, for errors and logs. An asynchronous context would cost every promise of the process, also those of
 * crawls.
 */
export const REQUEST_ID = 'X-Request-Id';

/** Other values could add lines or fields to logs. */
const USABLE = /^[\w.:@+/=-]{1,128}$/;

/** The id that the client or a proxy has sent; a new one if there is none that can be logged. */
export function requestIdOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && USABLE.test(sent) ? sent : randomUUID();
}

/** Null outside of requests to our routes. */
export function requestIdIn(response: { getHeader(name: string): unknown }): string | null {
  const id = response.getHeader(REQUEST_ID);
  return typeof id === 'string' ? id : null;
}
