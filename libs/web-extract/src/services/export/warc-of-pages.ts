import { withoutCredentials } from '../../web/url/without-credentials.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import type { Page } from '../../model/page/page.js';
import { newRecordId, writeRecord, type WarcRecord } from './warc-record.js';

/** A page with the time of its visit. */
export interface DatedPage {
  readonly page: Page;
  readonly at: number;
}

/** Pages written at the same time by the thread pool. */
const AT_ONCE = 8;

/**
 * Writes the pages of a crawl as WARC 1.1, each record packed: `warcinfo`, then for each page a `resource` with its HTML if the crawl
 * requested `rawHtml`, and a `conversion` with its markdown; `metadata` for pages with neither.
 */
export async function* warcOfPages(job: CrawlJob, pages: AsyncIterable<DatedPage>): AsyncGenerator<Buffer> {
  const info = newRecordId();
  yield await writeRecord(infoOf(job, info));
  let waiting: Promise<Buffer>[] = [];
  for await (const { page, at } of pages) {
    waiting.push(...recordsOf(page, at, info).map(writeRecord));
    if (waiting.length < AT_ONCE) continue;
    yield Buffer.concat(await Promise.all(waiting));
    waiting = [];
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
  const lines = Object.entries(fields).map(
    ([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\r\n`,
  );
  const block = Buffer.from(lines.join(''));
  return { type: 'warcinfo', id, at: createdAt, contentType: 'application/warc-fields', block };
}

function recordsOf(page: Page, at: number, info: string): WarcRecord[] {
  const common = { at, targetUri: withoutCredentials(page.url) };
  const records: WarcRecord[] = [];
  const add = (type: WarcRecord['type'], contentType: string, text: string): void => {
    const original = records[0]?.id;
    const fields = {
      'WARC-Warcinfo-ID': info,
      ...(original === undefined ? {} : { 'WARC-Refers-To': original }),
    };
    records.push({ ...common, type, id: newRecordId(), contentType, block: Buffer.from(text), fields });
  };
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
