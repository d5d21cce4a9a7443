import { Injectable } from '@nestjs/common';
import type { WebExtractEvent } from '../../model/events.js';
import { EventStream } from '../events/event-stream.js';
import { kept } from '../../model/kept.js';

/** Events about pages that were returned without history or cache. */
export type StoreProblem = Extract<
  WebExtractEvent['type'],
  'history-full' | 'history-failed' | 'cache-failed'
>;

/** Time in milliseconds during which a problem counts as recent. */
const RECENT_MS = 600_000;

/** Remembers the last problem of the history and of the cache. */
@Injectable()
export class StoreProblems {
  private readonly lastAt = kept('times', new Map<StoreProblem, number>());

  constructor(events: EventStream) {
    for (const type of ['history-full', 'history-failed', 'cache-failed'] as const)
      events.on(type, ({ at }) => void this.lastAt.set(type, at));
  }

  isRecent(problem: StoreProblem): boolean {
    return Date.now() - (this.lastAt.get(problem) ?? -Infinity) < RECENT_MS;
  }
}
