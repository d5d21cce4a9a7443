import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Id of the request that is being answered. */
const current = new AsyncLocalStorage<string>();

/** Other values could add lines or fields to logs. */
const USABLE = /^[\w.:@+/=-]{1,128}$/;

/** The id that the client or a proxy has sent; a new one if there is none that can be logged. */
export function requestIdOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && USABLE.test(sent) ? sent : randomUUID();
}

export const runWithRequestId = <T>(id: string, run: () => T): T => current.run(id, run);

/** Null outside of requests to our routes. */
export const currentRequestId = (): string | null => current.getStore() ?? null;
