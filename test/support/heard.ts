import type { EventEmitter } from 'node:events';

/** What an event tells when it comes next. Errors until then are no failure of it, as they are to `once` of Node: a client tries again. */
export function heard(emitter: EventEmitter, event: string): Promise<unknown[]> {
  return new Promise((tell) => emitter.once(event, (...told: unknown[]) => tell(told)));
}
