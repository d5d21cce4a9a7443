import type { SealBacklog } from '../../../ports/stores/result-segments.port.js';
import {
  ROW_KINDS,
  type PackedRow,
  type RowKind,
  type SegmentPointers,
  type UnsealedRows,
} from '../../crawl-store/segments/segment.js';
import {
  StoredSegments,
  type ExpiredCrawl,
  type Replacement,
} from '../../crawl-store/segments/stored-segments.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { fromColumnText, toColumnText } from '../connection/postgres-values.js';
import { END_LEASE, HAS_UNUSED, type ArchivedQueue } from './archived-queue.js';
import { MAY_BE_MOVABLE } from './functions/archived-queue.js';
import { KIND_NUMBERS } from './functions/complete.js';
import { callOf } from './url-arguments.js';

/** Pages whose sizes are added up. */
const MAX_SIZES = 4_000;
/** Packed pages read by one statement. */
const BYTES_A_STEP = 1024 * 1024;
const PAGES_A_STEP = 200;
/** Rows of a kind in a segment. */
const MAX_ROWS = 10_000;
/** Expired crawls looked at in one round. */
const MAX_EXPIRED = 200;

const BACKLOGS = `SELECT s.id, r.finished_at IS NOT NULL AS "isEnded", (SELECT sum(n) FROM unnest(r.sealed) n) AS sealed,
    s.pages - r.sealed[1] AS pages,
    s.pages + s.failed + s.blocked + s.collapsed - r.sealed[2] + s.failed - r.sealed[3] + s.blocked - r.sealed[4] AS rows,
    coalesce((SELECT sum(x.bytes) FROM (SELECT p.bytes FROM {schema}.result_rows p WHERE p.crawl = r.crawl ORDER BY p.position LIMIT ${MAX_SIZES}) x), 0) AS bytes,
    ${HAS_UNUSED} OR ${MAY_BE_MOVABLE} AS "hasQueue"
  FROM {schema}.crawl_rows r JOIN {schema}.crawl_states s ON s.crawl = r.crawl WHERE r.is_sealable`;

/** Ended crawls without a backlog are not read again. */
const SEALED = `UPDATE {schema}.crawl_rows r SET is_sealable = false FROM {schema}.crawl_states s
  WHERE s.crawl = r.crawl AND s.id = ANY ($1) AND r.finished_at IS NOT NULL`;

const PAGES = `WITH sizes AS (SELECT p.position, sum(length(p.packed)) OVER (ORDER BY p.position) AS upto FROM {schema}.crawl_states s
    JOIN LATERAL (SELECT x.position, x.packed FROM {schema}.result_rows x WHERE x.crawl = s.crawl AND x.position >= $2 ORDER BY x.position LIMIT ${PAGES_A_STEP}) p ON true
    WHERE s.id = $1)
  SELECT p.position, p.bytes, p.packed FROM {schema}.crawl_states s JOIN {schema}.result_rows p ON p.crawl = s.crawl JOIN sizes z ON z.position = p.position
  WHERE s.id = $1 AND (z.upto <= $3 OR z.upto = length(p.packed)) ORDER BY p.position`;

const ROWS = `SELECT o.kind, o.position, o.content FROM {schema}.crawl_states s CROSS JOIN unnest(ARRAY[1, 2, 3]) AS k(kind)
  JOIN LATERAL (SELECT * FROM {schema}.outcome_rows x WHERE x.crawl = s.crawl AND x.kind = k.kind ORDER BY x.position LIMIT ${MAX_ROWS}) o ON true
  WHERE s.id = $1 ORDER BY o.kind, o.position`;

const SEALED_COUNTS = `SELECT r.sealed::text AS sealed FROM {schema}.crawl_rows r JOIN {schema}.crawl_states s ON s.crawl = r.crawl WHERE s.id = $1`;

interface BacklogRow extends Omit<SealBacklog, 'crawlId'> {
  readonly id: string;
}

/** Results in PostgreSQL that are sealed. */
export class PostgresResultSegments extends StoredSegments {
  constructor(
    private readonly connection: PostgresConnection,
    queue: ArchivedQueue,
  ) {
    super(queue);
  }

  async backlogs(): Promise<SealBacklog[]> {
    const rows = await this.connection.run<BacklogRow>(BACKLOGS);
    const isDone = ({ pages, rows: others, hasQueue }: BacklogRow) =>
      pages + others === 0 && hasQueue !== true;
    const done = rows.filter((row) => row.isEnded && isDone(row)).map(({ id }) => id);
    if (done.length > 0) await this.connection.run(SEALED, [done]);
    return rows
      .filter((row) => !isDone(row))
      .map(({ id, ...rest }) => ({ crawlId: fromColumnText(id), ...rest }));
  }

  async knows(crawlId: string): Promise<boolean> {
    const text = 'SELECT 1 FROM {schema}.crawl_states WHERE id = $1';
    return (await this.connection.run(text, [toColumnText(crawlId)])).length > 0;
  }

  protected async lease({ crawlId, sealed }: SealBacklog, token: string, leaseMs: number): Promise<boolean> {
    const values = [toColumnText(crawlId), token, leaseMs, sealed];
    const [row] = await this.connection.run<{ lease_sealer: boolean }>(
      callOf('lease_sealer', values),
      values,
    );
    return row!.lease_sealer;
  }

  protected async release(crawlId: string, token: string): Promise<void> {
    await this.connection.run(END_LEASE, [toColumnText(crawlId), token]);
  }

  protected async unsealed(crawlId: string, maxBytes: number): Promise<UnsealedRows> {
    const id = toColumnText(crawlId);
    const [counts] = await this.connection.run<{ sealed: string }>(SEALED_COUNTS, [id]);
    const sealed = (counts?.sealed ?? '{0,0,0,0}').slice(1, -1).split(',').map(Number);
    const found = await this.connection.run<{ kind: number; content: Buffer }>(ROWS, [id]);
    const rowsOf = (kind: RowKind) =>
      found.filter((row) => row.kind === KIND_NUMBERS[kind]).map(({ content }) => String(content));
    return {
      first: { pages: sealed[0]!, records: sealed[1]!, failures: sealed[2]!, blocked: sealed[3]! },
      pages: await this.pagesOf(id, sealed[0]!, maxBytes),
      rows: { records: rowsOf('records'), failures: rowsOf('failures'), blocked: rowsOf('blocked') },
    };
  }

  protected async replace(
    crawlId: string,
    token: string,
    { first, pages, rows }: UnsealedRows,
    pointers: SegmentPointers,
  ): Promise<Replacement> {
    const kinds = ['pages', ...ROW_KINDS] as const;
    const values = [
      toColumnText(crawlId),
      token,
      kinds.map((kind) => first[kind]),
      kinds.map((kind) => (kind === 'pages' ? pages.length : rows[kind].length)),
      kinds.map((kind) => (pointers[kind] === null ? null : JSON.stringify(pointers[kind]))),
    ];
    const [row] = await this.connection.run<{ seal_rows: Replacement }>(callOf('seal_rows', values), values);
    return row!.seal_rows;
  }

  protected async expired(nowMs: number): Promise<ExpiredCrawl[]> {
    const text = `SELECT id, was_empty FROM {schema}.crawl_removals WHERE until <= $1 ORDER BY until LIMIT ${MAX_EXPIRED}`;
    const rows = await this.connection.run<{ id: string; was_empty: boolean }>(text, [nowMs]);
    return rows.map((row) => ({ crawlId: fromColumnText(row.id), wasEmpty: row.was_empty }));
  }

  protected async postpone(
    { crawlId }: ExpiredCrawl,
    { untilMs, wasEmpty }: { readonly untilMs: number; readonly wasEmpty: boolean },
  ): Promise<void> {
    const text = 'UPDATE {schema}.crawl_removals SET until = $2, was_empty = $3 WHERE id = $1';
    await this.connection.run(text, [toColumnText(crawlId), untilMs, wasEmpty]);
  }

  protected async forget({ crawlId }: ExpiredCrawl): Promise<void> {
    await this.connection.run('DELETE FROM {schema}.crawl_removals WHERE id = $1', [toColumnText(crawlId)]);
  }

  private async pagesOf(id: string, first: number, maxBytes: number): Promise<PackedRow[]> {
    const pages: PackedRow[] = [];
    for (let left = maxBytes; left > 0;) {
      const values = [id, first + pages.length, Math.min(left, BYTES_A_STEP)];
      const step = await this.connection.run<PackedRow>(PAGES, values);
      if (step.length === 0) break;
      for (const { bytes, packed } of step) {
        pages.push({ bytes, packed });
        left -= packed.length;
      }
    }
    return pages;
  }
}
