import { Injectable } from '@nestjs/common';
import { RemoteExtractor } from '../../extraction/remote-extractor.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { ExtractionFailedError, InvalidRequestError } from '../../model/errors.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import type { MergedData, MergingPlan } from '../../model/extraction/merging.js';
import type { ModelUsage } from '../../model/extraction/extraction.js';
import type { Page } from '../../model/page/page.js';
import {
  formatPageNotice,
  formatDegradedFeature,
  type DegradedFeature,
} from '../../model/problems/degraded-feature.js';
import type { MergingResult, PagePart } from '../../ports/extraction-compute.port.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { JobTokens } from './job-tokens.js';
import { ALL_BELOW } from './plan-extract-job.js';

/** Result of merging the pages of an extract job, or the error. */
type Merged =
  | { readonly gathered: MergedData; readonly error: null }
  | { readonly gathered: null; readonly error: string };

/** Read from the store at once. */
const BATCH = { maxPages: 20, maxBytes: 4 * 1024 * 1024 };
/**
 * Maximum size of the merged data with evidence, in bytes of JSON. It is held in memory and copied to a worker thread.
 */
const MAX_PARTS_BYTES = 8 * 1024 * 1024;
const GATHERING_MS = 60_000;
/** Maximum number of page warnings in the result of a job. */
const MAX_WARNINGS = 10;

/** Merges the data extracted from the pages of an extract job after all of them were read. */
@Injectable()
export class ResultMerger {
  constructor(
    private readonly store: CrawlStore,
    private readonly extractor: RemoteExtractor,
    private readonly tokens: JobTokens,
  ) {}

  /** @throws UnavailableError; the reason of the signal */
  async mergeResults(job: CrawlJob, signal: AbortSignal): Promise<Merged> {
    const plan = job.request.gathering!;
    const read = await this.read(job, plan);
    if (read.parts.length === 0) return { gathered: null, error: whyNothing(read) };
    try {
      const { data, evidence, sources, usage, warnings } = await this.putTogether(job, read.parts, signal);
      const told = [...new Set([...warnings, ...read.warnings])].slice(0, MAX_WARNINGS);
      const shortfalls = read.shortfalls.filter((one) => told.includes(formatDegradedFeature(one)));
      return {
        gathered: {
          data,
          evidence,
          sources,
          usage: sum(read.usage, usage),
          warnings: told,
          ...(shortfalls.length === 0 ? {} : { shortfalls }),
        },
        error: null,
      };
    } catch (error) {
      if (!(error instanceof ExtractionFailedError) && !(error instanceof InvalidRequestError)) throw error;
      return { gathered: null, error: error.message };
    }
  }

  /** @throws ExtractionFailedError when together they do not satisfy the schema, or it takes longer than a minute */
  private async putTogether(
    { id, owner, request }: CrawlJob,
    parts: readonly PagePart[],
    signal: AbortSignal,
  ): Promise<MergingResult> {
    const tokens = await this.tokens.of(id);
    const onTimeout = () =>
      new ExtractionFailedError(`it took longer than ${GATHERING_MS} ms to put the pages together`);
    const context = { owner, priority: 'crawl', budgetMs: GATHERING_MS, tokens } as const;
    return withDeadline(GATHERING_MS, signal, onTimeout, (under) =>
      this.extractor.mergeResults(parts, request.gathering!.extraction, { ...context, signal: under }),
    );
  }

  private async read(job: CrawlJob, plan: MergingPlan): Promise<PartsRead> {
    const parts: SizedPart[] = [];
    const warnings: string[] = [];
    const shortfalls: DegradedFeature[] = [];
    let usage = NO_USAGE;
    let isLeftOut = false;
    let bytes = 0;
    for (let from = 0, hasMore = true; hasMore;) {
      const results = await this.store.results.pages(job.id, { from, ...BATCH });
      for (const page of results.pages) {
        const { requestedUrl: url } = page;
        warnings.push(...page.warnings.map((warning) => formatPageNotice(url, warning)));
        shortfalls.push(...(page.shortfalls ?? []).map((shortfall) => ({ ...shortfall, url })));
        const part = partOf(page);
        if (!part) continue;
        usage = sum(usage, page.extraction!.usage);
        bytes += Buffer.byteLength(JSON.stringify(part));
        if (bytes > MAX_PARTS_BYTES) isLeftOut = true;
        else parts.push({ ...part, place: placeOf(page, plan) });
      }
      ({ next: from, hasMore } = results);
    }
    parts.sort((a, b) => a.place - b.place || (a.url < b.url ? -1 : 1));
    return { parts, usage, shortfalls, warnings: isLeftOut ? [TOO_MUCH, ...warnings] : warnings };
  }
}

interface PartsRead {
  readonly parts: readonly PagePart[];
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
  readonly shortfalls: readonly DegradedFeature[];
}

type SizedPart = PagePart & { readonly place: number };

const NOTHING = 'No requested data was found';
const TOO_MUCH = 'The pages state too much to be put together; the last ones were left out';
const NO_USAGE: ModelUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };

/** Reason for an empty result. Warnings about missing browser features are not a reason. */
function whyNothing({ warnings, shortfalls }: PartsRead): string {
  const beside = new Set(shortfalls.map((one) => formatDegradedFeature(one)));
  return warnings.find((warning) => !beside.has(warning)) ?? NOTHING;
}

function partOf({ requestedUrl, extraction }: Page): PagePart | null {
  return extraction && { url: requestedUrl, data: extraction.data, evidence: extraction.evidence };
}

/** Position of a page for merging: the position of its URL in the request, or that of its site. */
function placeOf({ requestedUrl }: Page, { urls }: MergingPlan): number {
  const named = urls.indexOf(requestedUrl);
  if (named >= 0) return named;
  const site = urls.findIndex((url) => url.endsWith(ALL_BELOW) && requestedUrl.startsWith(url.slice(0, -1)));
  return site >= 0 ? site : urls.length;
}

const sum = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  calls: a.calls + b.calls,
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
});
