import type { CrawlJob } from '../../model/crawl/crawl.js';
import type { Page } from '../../model/page/page.js';
import { jsonBuffer } from '../../model/json-in-steps.js';
import type { ResultStore } from '../../ports/stores/result-store.port.js';
import { datedPages } from './dated-pages.js';
import { warcOfPages } from './warc-of-pages.js';

/** `jsonl`: a line of JSON for each page; `warc`: WARC 1.1, packed record by record. */
export type ExportFormat = 'jsonl' | 'warc';

export interface ExportOptions {
  /** @default 'jsonl' */
  readonly format?: ExportFormat;
  /** Lines of `jsonl`. @default the page without its response */
  readonly present?: (page: Page, job: CrawlJob) => object;
}

/** Bytes sent at once. */
const CHUNK_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\n');

/** All pages of a crawl in their order, in constant memory. */
export function exportOf(
  results: ResultStore,
  job: CrawlJob,
  { format = 'jsonl', present = ({ response: _, ...page }) => page }: ExportOptions,
): AsyncGenerator<Buffer> {
  const pages = datedPages(results, job);
  return format === 'warc' ? warcOfPages(job, pages) : lines();

  async function* lines(): AsyncGenerator<Buffer> {
    let parts: Buffer[] = [];
    let bytes = 0;
    for await (const { page } of pages) {
      const line = await jsonBuffer(present(page, job));
      parts.push(line, LINE_END);
      bytes += line.length;
      if (bytes < CHUNK_BYTES) continue;
      yield Buffer.concat(parts);
      [parts, bytes] = [[], 0];
    }
    if (parts.length > 0) yield Buffer.concat(parts);
  }
}
