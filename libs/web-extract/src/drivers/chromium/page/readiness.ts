import { setTimeout as sleep } from 'node:timers/promises';
import { isEnd, NoAnswerError } from '../browser/browser-errors.js';
import type { PageSession } from './page-session.js';

export interface ReadinessSettings {
  /** Time in milliseconds without a request or a change of content after which a page is ready. */
  readonly quietMs: number;
  /** The same for a page that shows hardly anything yet, unless its scripts have ended for good. */
  readonly shellMs: number;
}

/** What a wait came to: the page is ready, its time is up, or its scripts never let go. */
type Readiness = 'ready' | 'late' | 'stuck';

const PROBE_MS = 1_500;
/** Probes in a row that may stay without answer. */
const MAX_UNANSWERED = 2;
/** Longest time between two looks. */
const LOOK_MS = 250;

/** A document that is not parsed after this time hangs on something; that is cut when only so much time is left. */
const HANGING_MS = 5_000;
const HANG_RESERVE_MS = 1_500;

interface Probe {
  readonly isShell: boolean;
  readonly isInert: boolean;
  readonly quietMs: number;
}

/**
 * Waits until a page is ready: its newest document is parsed, no further one is announced, and neither requests for content nor
 * its content have changed for a while. Tickers, polls and streams are not waited for.
 *
 * @param endsAt `performance.now()` at which the page is taken as it is
 */
export async function waitUntilReady(
  lane: PageSession,
  { quietMs, shellMs }: ReadinessSettings,
  endsAt: number,
): Promise<Readiness> {
  const { progress, worlds } = lane;
  const beganAt = performance.now();
  let unanswered = 0;
  for (;;) {
    lane.session.signal.throwIfAborted();
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return 'late';
    // what comes after a script that never comes is part of the page, too
    if (!progress.isParsed && leftMs < HANG_RESERVE_MS && performance.now() - beganAt > HANGING_MS)
      lane.cutOpen();
    const networkMs = progress.network.quietMs;
    if (progress.isParsed) worlds.prepare(); // its answer is there when it is wanted
    const isQuiet = progress.isParsed && !progress.isLeaving && networkMs >= quietMs;
    if (!isQuiet) {
      const untilQuiet = networkMs === 0 ? LOOK_MS : Math.max(1, quietMs - networkMs);
      await progress.change(Math.min(untilQuiet, LOOK_MS, leftMs));
      continue;
    }
    try {
      const probe = await worlds.evaluate<Probe>('weProbe()', Math.min(PROBE_MS, leftMs));
      unanswered = 0;
      const isFinal = probe.isInert && !progress.hasDataRequests;
      const wantedMs = probe.isShell && !isFinal ? shellMs : quietMs;
      const missingMs = wantedMs - Math.min(networkMs, probe.quietMs);
      if (missingMs <= 0) return 'ready';
      await sleep(Math.min(missingMs, LOOK_MS, leftMs));
    } catch (error) {
      if (isEnd(error)) throw error;
      if (++unanswered >= MAX_UNANSWERED) return 'stuck';
      if (!(error instanceof NoAnswerError)) await sleep(LOOK_MS); // a document came between
    }
  }
}
