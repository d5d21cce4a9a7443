import { Injectable, Logger } from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import type { ExtractorJobCounts } from '../../model/extractor/extractor-view.js';
import { kept } from '../../model/kept.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';
import { RunningWork } from '../running-work.js';
import { eachOf } from './each-of.js';

/** Pages of a job within this time are counted by one write. */
const LAZY_MS = 200;
/** Pause after the store has refused counts. */
const REFUSED_MS = 5_000;
/** Jobs whose counts wait for the store. */
const MAX_WAITING = 10_000;
/** Jobs whose counts are stored at once when the application closes. */
const AT_ONCE = 16;

/** Counts the pages that jobs read with extractors. */
@Injectable()
export class JobCounter {
  private readonly logger = new Logger('WebExtract');
  /** Counts of jobs that are not stored yet. */
  private readonly waiting = kept('extractorRuns', new Map<string, ExtractorJobCounts>());
  private readonly storing = kept('extractorRuns', new Map<string, Promise<void>>());
  private writing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private pausedUntil = 0;
  private isClosing = false;

  constructor(
    private readonly store: ExtractorStore,
    work: RunningWork,
  ) {
    work.endLast(() => this.close());
  }

  /** Stores the waiting counts. Counts that are added later are stored at once. */
  private async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    await eachOf([...this.waiting.keys()], AT_ONCE, async (jobId) => this.put(jobId));
    await Promise.all(this.storing.values());
  }

  /** Adds to the counts of a job a moment later. Failures of the store are no failures of pages. */
  add(jobId: string, counts: ExtractorJobCounts): void {
    this.wait(jobId, counts);
    if (this.isClosing) void this.put(jobId);
    else this.schedule();
  }

  /** Counts of a job; null if there are none. @throws UnavailableError if they cannot be read */
  async of(jobId: string): Promise<ExtractorJobCounts | null> {
    await (this.put(jobId) ?? this.storing.get(jobId));
    const stored = await this.store.counts(jobId);
    const refused = this.waiting.get(jobId);
    return refused ? sum(stored ?? NONE, refused) : stored;
  }

  private wait(jobId: string, counts: ExtractorJobCounts): void {
    const before = this.waiting.get(jobId);
    if (before || this.waiting.size < MAX_WAITING) this.waiting.set(jobId, sum(before ?? NONE, counts));
  }

  private schedule(): void {
    const pauseMs = Math.max(LAZY_MS, this.pausedUntil - performance.now());
    this.timer ??= setTimeout(() => void this.write(), pauseMs).unref();
  }

  /** Stores the counts of all jobs, one after another; those that are added meanwhile, too. */
  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing ??= this.writeAll().finally(() => {
      this.writing = null;
      if (this.waiting.size > 0 && !this.isClosing) this.schedule();
    }));
  }

  private async writeAll(): Promise<void> {
    for (const jobId of this.waiting.keys()) {
      if (this.pausedUntil > performance.now()) return;
      await this.put(jobId);
    }
  }

  /** Stores the waiting counts of a job, if there are any, after those that are being stored. Failures are logged. */
  private put(jobId: string): Promise<void> | undefined {
    const counts = this.waiting.get(jobId);
    if (!counts) return undefined;
    this.waiting.delete(jobId);
    const add = () => this.addCounts(jobId, counts);
    const stored: Promise<void> = (this.storing.get(jobId)?.then(add) ?? add()).finally(() => {
      if (this.storing.get(jobId) === stored) this.storing.delete(jobId);
    });
    this.storing.set(jobId, stored);
    return stored;
  }

  /** Counts without an answer are not added again: they may have been stored. */
  private async addCounts(jobId: string, counts: ExtractorJobCounts): Promise<void> {
    try {
      if ((await this.store.addCounts(jobId, counts)) !== false) return;
    } catch (error) {
      return this.report(error);
    }
    this.pausedUntil = performance.now() + REFUSED_MS;
    this.wait(jobId, counts);
    if (!this.isClosing) this.schedule();
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError) return;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const NONE: ExtractorJobCounts = { pages: 0, modelPages: 0, tokens: 0, tokensSaved: 0 };

const sum = (a: ExtractorJobCounts, b: ExtractorJobCounts): ExtractorJobCounts => ({
  pages: a.pages + b.pages,
  modelPages: a.modelPages + b.modelPages,
  tokens: a.tokens + b.tokens,
  tokensSaved: a.tokensSaved + b.tokensSaved,
});
