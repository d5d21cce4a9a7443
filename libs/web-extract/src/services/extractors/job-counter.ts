import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import type { ExtractorJobCounts } from '../../model/extractor/extractor-view.js';
import { kept } from '../../model/kept.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';

/** Pages of a job within this time are counted by one write. */
const LAZY_MS = 50;

/** Counts the pages that jobs read with extractors. */
@Injectable()
export class JobCounter implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  /** Counts of jobs that are not stored yet. */
  private readonly waiting = kept('extractorRuns', new Map<string, ExtractorJobCounts>());
  private readonly storing = kept('extractorRuns', new Map<string, Promise<void>>());
  private writing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: ExtractorStore) {}

  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }

  /** Adds to the counts of a job a moment later. Failures of the store are no failures of pages. */
  add(jobId: string, counts: ExtractorJobCounts): void {
    const { pages, modelPages, tokens, tokensSaved } = this.waiting.get(jobId) ?? NONE;
    this.waiting.set(jobId, {
      pages: pages + counts.pages,
      modelPages: modelPages + counts.modelPages,
      tokens: tokens + counts.tokens,
      tokensSaved: tokensSaved + counts.tokensSaved,
    });
    this.timer ??= setTimeout(() => void this.write(), LAZY_MS).unref();
  }

  /** Counts of a job; null if there are none. @throws UnavailableError */
  async of(jobId: string): Promise<ExtractorJobCounts | null> {
    await (this.put(jobId) ?? this.storing.get(jobId));
    return this.store.counts(jobId);
  }

  /** Stores the counts of all jobs, one after another; those that are added meanwhile, too. */
  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing ??= this.writeAll().finally(() => (this.writing = null)));
  }

  private async writeAll(): Promise<void> {
    for (const jobId of this.waiting.keys())
      await this.put(jobId)?.catch((error: unknown) => this.report(error));
  }

  /** Stores the waiting counts of a job, if there are any, after those that are being stored. */
  private put(jobId: string): Promise<void> | undefined {
    const counts = this.waiting.get(jobId);
    if (!counts) return undefined;
    this.waiting.delete(jobId);
    const add = () => this.store.addCounts(jobId, counts);
    const stored: Promise<void> = (this.storing.get(jobId)?.then(add, add) ?? add()).finally(() => {
      if (this.storing.get(jobId) === stored) this.storing.delete(jobId);
    });
    this.storing.set(jobId, stored);
    return stored;
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError) return;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const NONE: ExtractorJobCounts = { pages: 0, modelPages: 0, tokens: 0, tokensSaved: 0 };
