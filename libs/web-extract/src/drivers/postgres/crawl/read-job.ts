import type { CrawlJob, CrawlNote, CrawlRequest, CrawlStatus } from '../../../model/crawl/crawl.js';
import type { MergedData } from '../../../model/extraction/merging.js';
import { NO_CHANGES, type ChangeCounts } from '../../../model/page/page-change.js';
import { fromColumnText } from '../connection/postgres-values.js';

const COUNTERS = ['pages', 'failed', 'blocked', 'collapsed', 'abandoned', 'leased', 'trapped', 'rendered', 'credits'] as const; // prettier-ignore

/** Columns of a crawl, of `crawl_states s` and `crawl_rows r`. */
export const JOB_COLUMNS = `r.id, r.owner, r.request, s.status, s.root_url, ${COUNTERS.map((name) => `s.${name}`).join(', ')}, s.known, s.seeded,
  s.tallies, r.error, r.gathered, r.created_at, r.finished_at, r.expires_at`;

/** Columns for lists. */
export const NOTE_COLUMNS = 'r.id, r.owner, r.created_at, s.page_limit, s.pages, r.finished_at';

export interface JobRow extends Readonly<Record<(typeof COUNTERS)[number] | 'known' | 'seeded', number>> {
  readonly id: string;
  readonly owner: string;
  readonly request: Buffer;
  readonly status: CrawlStatus;
  readonly root_url: string | null;
  readonly tallies: Readonly<Record<string, number>>;
  readonly error: Buffer | null;
  readonly gathered: Buffer | null;
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly expires_at: number | null;
}

export interface NoteRow {
  readonly id: string;
  readonly owner: string;
  readonly created_at: number;
  readonly page_limit: number;
  readonly pages: number;
  readonly finished_at: number | null;
}

export const readNote = (row: NoteRow): CrawlNote => ({
  id: fromColumnText(row.id),
  owner: fromColumnText(row.owner),
  createdAt: row.created_at,
  limit: row.page_limit,
  pages: row.pages,
  finishedAt: row.finished_at,
});

export function readJob(row: JobRow): CrawlJob {
  const { pages, failed, blocked, collapsed, abandoned, leased, seeded, trapped, rendered, credits } = row;
  const ended = pages + failed + blocked + collapsed + abandoned + seeded;
  const queued = row.known - ended - leased;
  const statusCounts = talliesOf(row.tallies, 'http:');
  const changes = talliesOf(row.tallies, 'changes.');
  const hasChanges = Object.keys(changes).length > 0;
  return {
    id: fromColumnText(row.id),
    owner: fromColumnText(row.owner),
    request: JSON.parse(String(row.request)) as CrawlRequest,
    status: row.status,
    rootUrl: row.root_url === null ? null : fromColumnText(row.root_url),
    counters: {
      pages, failed, blocked, collapsed, abandoned, queued, leased, trapped, rendered, credits, statusCounts,
      ...(hasChanges ? { changes: { ...NO_CHANGES, ...changes } as ChangeCounts } : {}),
    }, // prettier-ignore
    error: row.error === null ? null : (JSON.parse(String(row.error)) as string),
    gathered: row.gathered === null ? null : (JSON.parse(String(row.gathered)) as MergedData),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  };
}

function talliesOf(tallies: JobRow['tallies'], prefix: string): Record<string, number> {
  const counts = Object.entries(tallies).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(counts.map(([name, count]) => [name.slice(prefix.length), count]));
}
