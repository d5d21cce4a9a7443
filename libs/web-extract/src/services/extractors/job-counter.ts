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
    const counts = this.waiting.get(jobId);
    this.waiting.delete(jobId);
    if (counts) await this.store.addCounts(jobId, counts);
    return this.store.counts(jobId);
  }

  /** Stores the counts of all jobs, one after another; those that are added meanwhile, too. */
  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing ??= this.writeAll().finally(() => (this.writing = null)));
  }

  private async writeAll(): Promise<void> {
    for (const [jobId, counts] of this.waiting) {
      this.waiting.delete(jobId);
      await this.store.addCounts(jobId, counts).catch((error: unknown) => this.report(error));
    }
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError) return;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const NONE: ExtractorJobCounts = { pages: 0, modelPages: 0, tokens: 0, tokensSaved: 0 };
