import type { PageFailure, PageRecord } from '../../../model/crawl/crawl.js';
import {
  ResultStore,
  type ResultsRange,
  type StoredResults,
} from '../../../ports/stores/result-store.port.js';
import { readResults, type Round } from '../../crawl-store/read-results.js';
import type { PagesPointer, RowKind, RowsPointer } from '../../crawl-store/segments/segment.js';
import { readRecord } from '../../crawl-store/task-record.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';
import { KIND_NUMBERS } from './functions/complete.js';
import type { PostgresResultSegments } from './postgres.result-segments.js';

const ROWS_A_STEP = 1_000;
/** JSON of pages read in one round. */
const BYTES_A_ROUND = 1024 * 1024;

/** A crawl that exists and has not expired. */
const READABLE = `crawl AS (SELECT r.crawl, r.sealed, s.pages FROM {schema}.crawl_states s JOIN {schema}.crawl_rows r ON r.crawl = s.crawl
  WHERE s.id = $1 AND (r.expires_at IS NULL OR r.expires_at > {schema}.now_ms()))`;

/** The segment of a kind that covers a position. */
const segment = (kind: string, position: string): string =>
  `segment AS (SELECT g.first, g.pointer FROM crawl c JOIN {schema}.segment_rows g ON g.crawl = c.crawl AND g.kind = ${kind}
  WHERE g.first <= ${position} AND ${position} < c.sealed[${kind} + 1] ORDER BY g.first DESC LIMIT 1)`;

const PAGES = `WITH ${READABLE}, ${segment('0', '$2')},
  sizes AS (SELECT p.position, sum(p.bytes) OVER (ORDER BY p.position) AS upto FROM crawl c
    JOIN LATERAL (SELECT x.position, x.bytes FROM {schema}.result_rows x WHERE x.crawl = c.crawl AND x.position >= $2 ORDER BY x.position LIMIT $3) p ON true
    WHERE NOT EXISTS (SELECT FROM segment))
  SELECT c.pages AS total, g.first, g.pointer, p.packed FROM crawl c LEFT JOIN segment g ON true
  LEFT JOIN sizes z ON (z.upto <= $4 AND z.upto <= ${BYTES_A_ROUND}) OR (z.position = $2 AND (z.upto <= $4 OR $5))
  LEFT JOIN {schema}.result_rows p ON p.crawl = c.crawl AND p.position = z.position
  ORDER BY z.position`;

const ROWS = `WITH ${READABLE}, ${segment('$2', '$3')}
  SELECT g.first, g.pointer, NULL::bytea AS content FROM segment g
  UNION ALL (SELECT NULL, NULL, o.content FROM crawl c JOIN {schema}.outcome_rows o ON o.crawl = c.crawl
    WHERE o.kind = $2 AND o.position >= $3 AND o.position < $3 + $4 AND NOT EXISTS (SELECT FROM segment) ORDER BY o.position)`;

interface PageRow {
  readonly total: number;
  readonly first: number | null;
  readonly pointer: Buffer | null;
  readonly packed: Buffer | null;
}

interface OutcomeRow {
  readonly first: number | null;
  readonly pointer: Buffer | null;
  readonly content: Buffer | null;
}

/** Long results are read in steps. Sealed results are read from the archive. */
export class PostgresResultStore extends ResultStore {
  constructor(
    private readonly connection: PostgresConnection,
    private readonly segments: PostgresResultSegments,
  ) {
    super();
  }

  async storedPages(crawlId: string, range: ResultsRange): Promise<StoredResults> {
    return readResults((round) => this.packed(crawlId, round), range);
  }

  async failures(crawlId: string, from?: number, count?: number): Promise<PageFailure[]> {
    return (await this.rows(crawlId, 'failures', from, count)).map((row) => JSON.parse(row) as PageFailure);
  }

  async robotsBlocked(crawlId: string, from?: number, count?: number): Promise<string[]> {
    return this.rows(crawlId, 'blocked', from, count);
  }

  async records(crawlId: string, from: number, count: number): Promise<PageRecord[]> {
    return (await this.rows(crawlId, 'records', from, count)).map(readRecord);
  }

  private async packed(crawlId: string, round: Round): Promise<{ total: number; packed: readonly Buffer[] }> {
    const { from, most, maxBytes, isFirst } = round;
    const bytes = Math.min(maxBytes, Number.MAX_SAFE_INTEGER);
    const values = [toColumnText(crawlId), from, most, bytes, isFirst];
    const rows = await this.connection.run<PageRow>(PAGES, values);
    const [row] = rows;
    if (!row) return { total: 0, packed: [] };
    const { total, first, pointer } = row;
    if (first === null) return { total, packed: rows.flatMap(({ packed }) => packed ?? []) };
    const where = JSON.parse(String(pointer)) as PagesPointer;
    return { total, packed: await this.segments.reader.pages(crawlId, where, { ...round, first }) };
  }

  private async rows(crawlId: string, kind: RowKind, from = 0, count = Infinity): Promise<string[]> {
    const rows: string[] = [];
    for (;;) {
      const most = Math.min(count - rows.length, ROWS_A_STEP);
      if (most <= 0) return rows;
      const start = from + rows.length;
      const values = [toColumnText(crawlId), KIND_NUMBERS[kind], start, most];
      const found = await this.connection.run<OutcomeRow>(ROWS, values);
      const first = found[0]?.first ?? null;
      if (first === null) {
        rows.push(...found.map(({ content }) => String(content)));
        if (found.length < most) return rows;
      } else {
        const pointer = JSON.parse(String(found[0]!.pointer)) as RowsPointer;
        const sealed = await this.segments.reader.rows(crawlId, pointer);
        const step = sealed.slice(start - first, start - first + count - rows.length);
        if (step.length === 0) return rows;
        rows.push(...step);
      }
    }
  }
}
