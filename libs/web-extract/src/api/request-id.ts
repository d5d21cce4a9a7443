import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { rawReplyOf, type PlatformReply } from './response-of.js';

/**
 * Ids by the response, for errors and logs. An asynchronous context would cost every promise of the process, also those of crawls, and a header
 * may be changed by the host.
 */
const ids = new WeakMap<ServerResponse, string>();

/** Other values could add lines or fields to logs. */
const USABLE = /^[\w.:@+/=-]{1,128}$/;

/** The id that the client or a proxy has sent; a new one if there is none that can be logged. */
export function requestIdOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && USABLE.test(sent) ? sent : randomUUID();
}

export function keepRequestId(reply: PlatformReply, id: string): void {
  ids.set(rawReplyOf(reply), id);
}

/** Null outside of requests to our routes. */
export const requestIdIn = (reply: PlatformReply): string | null => ids.get(rawReplyOf(reply)) ?? null;
