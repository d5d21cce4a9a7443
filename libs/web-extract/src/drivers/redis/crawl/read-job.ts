import type { MergedData } from '../../../model/extraction/merging.js';
import { NO_CHANGES, type ChangeCounts } from '../../../model/page/page-change.js';
import type { CrawlJob, CrawlNote, CrawlRequest, CrawlStatus } from '../../../model/crawl/crawl.js';

/** A crawl as a script reads it: id, leases out, fields and values by turns. */
export type JobRow = [id: string, leased: number, fields: string[]];

/** Summary of a crawl for lists, as returned by a script. */
export type NoteRow = [id: string, owner: string, createdAt: string, limit: string, pages: string | null, finishedAt: string | null]; // prettier-ignore

export function readNote([id, owner, createdAt, limit, pages, end]: NoteRow): CrawlNote {
  const finishedAt = end === null ? null : Number(end);
  return { id, owner, createdAt: Number(createdAt), limit: Number(limit), pages: Number(pages ?? 0), finishedAt }; // prettier-ignore
}

export function readJob([id, leased, pairs]: JobRow): CrawlJob {
  const fields = new Map<string, string>();
  for (let at = 0; at < pairs.length; at += 2) fields.set(pairs[at]!, pairs[at + 1]!);
  const number = (name: string) => Number(fields.get(name) ?? 0);
  const time = (name: string) => (fields.has(name) ? number(name) : null);
  const [pages, failed, blocked, collapsed, abandoned] = [
    number('page'),
    number('failed'),
    number('blocked'),
    number('collapsed'),
    number('abandoned'),
  ];
  const ended = pages + failed + blocked + collapsed + abandoned + number('seeded');
  const queued = number('known') - ended - leased;
  return {
    id,
    owner: fields.get('owner') ?? '',
    request: JSON.parse(fields.get('request') ?? '{}') as CrawlRequest,
    status: fields.get('status') as CrawlStatus,
    rootUrl: fields.get('rootUrl') ?? null,
    counters: {
      pages,
      failed,
      blocked,
      collapsed,
      abandoned,
      queued,
      leased,
      trapped: number('trapped'),
      rendered: number('rendered'),
      credits: number('credits'),
      statusCounts: statusCountsOf(fields),
      ...changesOf(fields),
    },
    error: fields.get('error') ?? null,
    gathered: JSON.parse(fields.get('gathered') ?? 'null') as MergedData | null,
    createdAt: number('createdAt'),
    finishedAt: time('finishedAt'),
    expiresAt: time('expiresAt'),
  };
}

const STATUS_FIELD = 'http:';

function statusCountsOf(fields: ReadonlyMap<string, string>): Record<string, number> {
  const counts = [...fields].filter(([name]) => name.startsWith(STATUS_FIELD));
  return Object.fromEntries(counts.map(([name, count]) => [name.slice(STATUS_FIELD.length), Number(count)]));
}

/** Absent where no page was tracked. */
function changesOf(fields: ReadonlyMap<string, string>): { readonly changes?: ChangeCounts } {
  const names = Object.keys(NO_CHANGES);
  if (!names.some((name) => fields.has(`changes.${name}`))) return {};
  const counts = names.map((name) => [name, Number(fields.get(`changes.${name}`) ?? 0)] as const);
  return { changes: Object.fromEntries(counts) as unknown as ChangeCounts };
}
