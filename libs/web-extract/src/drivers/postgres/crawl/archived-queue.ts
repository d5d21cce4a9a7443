import {
  objectOf,
  OBJECT_URLS,
  StoredQueue,
  type DueList,
  type QueueRange,
} from '../../crawl-store/segments/stored-queue.js';
import type { Parameter, PostgresConnection } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';
import type { CrawlNews } from './crawl-news.js';
import { callOf } from './url-arguments.js';

/** Objects removed at once. */
const OBJECTS_A_STEP = 100;

const IS_UNUSED = `(o.is_read OR o.queue <> s.queue OR s.status <> 'running')`;

/** True for a crawl of `crawl_states s` with objects that can be removed. */
export const HAS_UNUSED = `EXISTS (SELECT FROM {schema}.crawl_objects o WHERE o.crawl = s.crawl AND ${IS_UNUSED})`;

const UNUSED = `SELECT o.object FROM {schema}.crawl_states s JOIN {schema}.crawl_objects o ON o.crawl = s.crawl
  WHERE s.id = $1 AND ${IS_UNUSED} LIMIT ${OBJECTS_A_STEP}`;
const IS_NEXT = `SELECT FROM {schema}.crawl_states s JOIN {schema}.crawl_objects o ON o.crawl = s.crawl AND o.queue = s.queue
  WHERE s.id = $1 AND s.status = 'running' AND o.list = $2 AND o.seq = $3 AND o.object = $4 AND NOT o.is_read`;
const FORGET = `DELETE FROM {schema}.crawl_objects o USING {schema}.crawl_states s WHERE s.id = $1 AND o.crawl = s.crawl AND o.object = ANY ($2)`;

/** Numbers are texts: those of hashes are larger than the ones of JavaScript. */
type StoredUrl = readonly [seq: string, hash: string, host: string, isPage: boolean, address: string];

interface MovableRow {
  readonly list: string;
  readonly url: StoredUrl;
}

/** Waiting URLs of long queues of crawls in PostgreSQL. A row with the hash 0 holds the pointer to an object in place of its URLs. */
export class ArchivedQueue extends StoredQueue {
  constructor(
    private readonly connection: PostgresConnection,
    news: CrawlNews,
  ) {
    super(news);
  }

  protected async leaseRange(crawlId: string, token: string, leaseMs: number): Promise<QueueRange | null> {
    const rows = await this.call<MovableRow>('lease_urls', [toColumnText(crawlId), token, leaseMs, OBJECT_URLS]); // prettier-ignore
    if (rows.length === 0) return null;
    const { list, url } = rows[0]!;
    return { list, first: url[0], count: rows.length, rows: rows.map((row) => JSON.stringify(row.url)) };
  }

  protected async replace(
    crawlId: string,
    token: string,
    { list, first, count, rows }: QueueRange,
    pointer: string,
  ): Promise<boolean> {
    const [last] = JSON.parse(rows.at(-1)!) as StoredUrl;
    const values = [toColumnText(crawlId), token, list, first, last, count, pointer, objectOf(pointer)];
    const [row] = await this.call<{ move_urls: boolean }>('move_urls', values);
    return row!.move_urls;
  }

  protected async endMove(crawlId: string, token: string): Promise<void> {
    await this.connection.run(END_LEASE, [toColumnText(crawlId), token]);
  }

  /** Not leased: of several readers the first one restores the URLs. */
  protected async leaseLists(crawlId: string): Promise<readonly DueList[]> {
    return this.call<DueList>('due_lists', [toColumnText(crawlId)]);
  }

  protected async isNext(crawlId: string, list: string, pointer: string): Promise<boolean> {
    const [first] = pointer.split(' ');
    const values = [toColumnText(crawlId), list, first!, objectOf(pointer)];
    return (await this.connection.run(IS_NEXT, values)).length > 0;
  }

  protected async restore(
    crawlId: string,
    _token: string,
    { list, pointer }: DueList,
    rows: readonly string[],
  ): Promise<void> {
    const urls = rows.map((row) => JSON.parse(row) as StoredUrl);
    const columns = [0, 1, 2, 3, 4].map((column) => urls.map((url) => String(url[column])));
    await this.call('restore_urls', [toColumnText(crawlId), list, pointer, ...columns]);
  }

  protected async endLoad(): Promise<void> {}

  protected async unused(crawlId: string): Promise<readonly string[]> {
    const rows = await this.connection.run<{ object: string }>(UNUSED, [toColumnText(crawlId)]);
    return rows.map(({ object }) => object);
  }

  protected async forget(crawlId: string, objects: readonly string[]): Promise<void> {
    await this.connection.run(FORGET, [toColumnText(crawlId), objects]);
  }

  private call<Row>(name: string, values: readonly Parameter[]): Promise<Row[]> {
    return this.connection.run<Row>(callOf(name, values), values);
  }
}

/** Ends the lease of a worker that seals results or moves URLs of a crawl. */
export const END_LEASE = `UPDATE {schema}.crawl_rows r SET sealer = NULL FROM {schema}.crawl_states s
  WHERE s.id = $1 AND r.crawl = s.crawl AND r.sealer = $2`;
