import { nameOf } from '../../convert/changes/fingerprint.js';
import type { SyncRequest } from '../../model/corpus.js';
import type { BatchRequest } from '../../model/crawl/batch.js';
import type { CrawlRequest } from '../../model/crawl/crawl.js';
import type { ResolvedOptions } from '../../model/options.js';

/** Retention of the results of the crawl: they are not read, but its end is. */
const RETENTION_MS = 600_000;

/** A job that visits the pages of a corpus. */
export interface SyncPlan {
  readonly job: CrawlRequest | BatchRequest;
  /** Identifies the job: an interrupted sync continues with a running job of the same plan. */
  readonly name: string;
  /** Identifies the state of a sink that is filled by this plan. */
  readonly signature: string;
}

/**
 * Adds tracking to the job of a sync.
 * @param maxChunkTokens chunk setting of the feed
 * @param settings `isHandled`: handlers of this process receive the pages, and need the text of unchanged ones too
 */
export function planSync(
  { crawl, tag, signature = '', errorPagesCount = true }: SyncRequest,
  maxChunkTokens: number | null,
  { limits, isHandled }: Pick<ResolvedOptions, 'limits'> & { readonly isHandled: boolean },
): SyncPlan {
  const untracked: CrawlRequest | BatchRequest = isList(crawl) ? { urls: crawl } : crawl;
  const { page = {}, retainForMs = Math.min(RETENTION_MS, limits.retentionMs) } = untracked;
  const { formats = ['markdown'] } = page;
  const tracked = {
    ...untracked,
    retainForMs,
    ...(errorPagesCount || 'urls' in untracked ? {} : { errorPagesCount }),
    page: {
      ...page,
      formats: formats.includes('markdown') ? formats : (['markdown', ...formats] as const),
      track: { ...page.track, tag },
    },
  };
  const track = { onlyChanged: !isHandled, ...tracked.page.track };
  return {
    job: { ...tracked, page: { ...tracked.page, track } },
    // without the default of `onlyChanged`: a process with other handlers continues the job
    name: nameOf([tracked, maxChunkTokens]),
    signature: nameOf([signature, maxChunkTokens, placeOf(untracked)]),
  };
}

/** The part of a job that defines which pages belong to the corpus. Lists of pages may change without a new signature. */
function placeOf(job: CrawlRequest | BatchRequest): unknown {
  if ('urls' in job) return null;
  const { url, maxDepth, maxDiscoveryDepth, patterns, scope } = job;
  return [url, maxDepth ?? null, maxDiscoveryDepth ?? null, patterns ?? null, scope ?? null];
}

const isList = (crawl: SyncRequest['crawl']): crawl is readonly string[] => Array.isArray(crawl);
