import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ArchiveUnavailableError, UnavailableError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { backoffMs } from '../../model/retry/backoff.js';
import { BACKOFFS } from '../../model/retry/policies.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import type { ResultSegments, SealBacklog } from '../../ports/stores/result-segments.port.js';
import { EventStream } from '../events/event-stream.js';
import { BodySealer } from './body-sealer.js';
import { OrphanSweep } from './orphan-sweep.js';
import { SealSchedule, SEGMENT_BYTES } from './seal-schedule.js';

/** Bounds of the time between two rounds. */
const LEAST_ROUND_MS = 100;
const LONGEST_ROUND_MS = 10_000;
/** Time after which expired objects are removed, also while more results are due than can be sealed. */
const SEALING_MS = 30_000;

/** Moves results, then bodies of history and cache to the archive, and removes objects that expired. One object at a time. */
@Injectable()
export class ResultSealer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly segments: ResultSegments | null;
  private readonly schedule: SealSchedule;
  private readonly roundMs: number;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private failures = 0;
  private readonly end = new AbortController();

  constructor(
    store: CrawlStore,
    private readonly bodies: BodySealer,
    private readonly orphans: OrphanSweep,
    private readonly events: EventStream,
    { archive, limits }: ResolvedOptions,
  ) {
    const { sealAfterMs } = limits;
    this.segments = archive === undefined ? null : store.segments;
    this.roundMs = Math.min(Math.max(sealAfterMs / 4, LEAST_ROUND_MS), LONGEST_ROUND_MS);
    this.schedule = new SealSchedule(sealAfterMs - this.roundMs);
  }

  onApplicationBootstrap(): void {
    if (this.segments) this.wait(this.roundMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.end.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(ms: number): void {
    if (this.end.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.round = this.run(this.segments!).then((nextMs) => this.wait(nextMs));
    }, ms);
  }

  /** @returns the time until the next round */
  private async run(segments: ResultSegments): Promise<number> {
    try {
      const isDone = await this.sealDue(segments);
      await segments.removeExpired(Date.now());
      await this.bodies.run(this.end.signal);
      await this.orphans.run(segments);
      this.recovered();
      return isDone ? this.roundMs : LEAST_ROUND_MS;
    } catch (error) {
      return this.failed(error);
    }
  }

  /** @returns false if more is due */
  private async sealDue(segments: ResultSegments): Promise<boolean> {
    const endAt = performance.now() + SEALING_MS;
    const searched = new Set<string>();
    for (;;) {
      const backlogs = await segments.backlogs();
      const due = this.schedule.due(backlogs, performance.now());
      let failure: unknown = null;
      let sealed = await this.moveQueues(segments, backlogs, searched).catch((error: unknown) => {
        failure = error; // results are sealed all the same
        return 0;
      });
      for (const backlog of due) {
        if (this.end.signal.aborted || performance.now() > endAt) return false;
        if (await this.seal(segments, backlog)) sealed++;
      }
      if (failure !== null) throw failure;
      if (sealed === 0) return true; // none is due, or other workers are sealing them
      if (performance.now() > endAt) return false;
    }
  }

  /**
   * @param searched crawls of which this round has found no more URLs to move: searches are expensive
   * @returns the number of queues that may have more URLs to move
   */
  private async moveQueues(
    segments: ResultSegments,
    backlogs: readonly SealBacklog[],
    searched: Set<string>,
  ): Promise<number> {
    let moved = 0;
    for (const { crawlId, hasQueue } of backlogs) {
      if (hasQueue !== true || searched.has(crawlId) || this.end.signal.aborted) continue;
      if (await segments.moveQueue(crawlId)) moved++;
      else searched.add(crawlId);
    }
    return moved;
  }

  private async seal(segments: ResultSegments, backlog: SealBacklog): Promise<boolean> {
    const startedAt = performance.now();
    const sealed = await segments.seal(backlog, SEGMENT_BYTES);
    if (sealed === null) return false;
    const { pages, bytes } = sealed;
    const { crawlId } = backlog;
    const ms = performance.now() - startedAt;
    this.events.publish({ type: 'archive-sealed', crawlId, pages, bytes, ms, at: Date.now() });
    return true;
  }

  private recovered(): void {
    if (this.failures > 0) this.logger.log('The archive of results can be used again');
    this.failures = 0;
  }

  /** An unavailable crawl store is reported by other calls. @returns the time until the next round */
  private failed(error: unknown): number {
    if (error instanceof ArchiveUnavailableError) return this.archiveFailed(error);
    if (!(error instanceof UnavailableError))
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return Math.max(this.roundMs, BACKOFFS.archiveWrite.firstMs);
  }

  private archiveFailed({ message: reason }: ArchiveUnavailableError): number {
    if (this.failures === 0) this.logger.warn(`${reason}; results stay in the crawl store`);
    this.failures++;
    this.events.publish({ type: 'archive-failed', crawlId: null, reason, at: Date.now() });
    return Math.max(this.roundMs, backoffMs(BACKOFFS.archiveWrite, this.failures));
  }
}
