import { withoutCredentials } from '../../web/url/without-credentials.js';
import { infoRecord, newRecordId, writeRecord, type WarcRecord } from '../../web/warc/warc-record.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import type { Page } from '../../model/page/page.js';
import { ResponseRecords } from './response-records.js';

/** A page with the time of its visit. */
export interface DatedPage {
  readonly page: Page;
  readonly at: number;
}

/** Pages written at the same time by the thread pool. */
const AT_ONCE = 8;
/** Bytes of blocks that wait to be written. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Writes the pages of a crawl as WARC 1.1, each record packed: `warcinfo`, then for each page a `response` or `revisit` if the crawl
 * keeps responses, a `resource` with its HTML if it requested `rawHtml`, and a `conversion` with its markdown; `metadata` for pages with
 * none of them.
 */
export async function* warcOfPages(job: CrawlJob, pages: AsyncIterable<DatedPage>): AsyncGenerator<Buffer> {
  const info = newRecordId();
  const responses = new ResponseRecords();
  yield await writeRecord(infoOf(job, info));
  let waiting: Promise<Buffer>[] = [];
  let bytes = 0;
  for await (const { page, at } of pages) {
    const records = recordsOf(page, at, { info, responses });
    waiting.push(...records.map(writeRecord));
    bytes += records.reduce((sum, { block }) => sum + block.length, 0);
    if (waiting.length < AT_ONCE && bytes < MOST_BYTES) continue;
    yield Buffer.concat(await Promise.all(waiting));
    [waiting, bytes] = [[], 0];
  }
  if (waiting.length > 0) yield Buffer.concat(await Promise.all(waiting));
}

function infoOf({ createdAt, request }: CrawlJob, id: string): WarcRecord {
  const fields = {
    software: 'nestjs-web-extract',
    format: 'WARC File Format 1.1',
    conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
    description: `Crawl of ${withoutCredentials(request.url)}`,
    robots: request.respectRobots === false ? 'ignore' : 'obey',
  };
  return infoRecord(fields, { id, at: createdAt });
}

interface RecordContext {
  readonly info: string;
  readonly responses: ResponseRecords;
}

function recordsOf(page: Page, at: number, { info, responses }: RecordContext): WarcRecord[] {
  const common = { at, targetUri: withoutCredentials(page.url) };
  const records: WarcRecord[] = [];
  const ofInfo = { 'WARC-Warcinfo-ID': info };
  const add = (type: WarcRecord['type'], contentType: string, text: string): void => {
    const original = type === 'resource' ? undefined : records[0]?.id; // not defined for `resource`
    const fields = { ...ofInfo, ...(original === undefined ? {} : { 'WARC-Refers-To': original }) };
    records.push({ ...common, type, id: newRecordId(), contentType, block: Buffer.from(text), fields });
  };
  const response = responses.of(page, common);
  if (response) records.push({ ...response, fields: { ...ofInfo, ...response.fields } });
  if (page.rawHtml !== null) add('resource', 'text/html; charset=utf-8', page.rawHtml);
  if (page.markdown !== null) add('conversion', 'text/markdown; charset=utf-8', page.markdown);
  if (records.length === 0) add('metadata', 'application/json', JSON.stringify(describe(page)));
  return records;
}

const describe = ({ statusCode, contentType, metadata }: Page): object => ({
  statusCode,
  contentType,
  title: metadata.title,
  description: metadata.description,
});
