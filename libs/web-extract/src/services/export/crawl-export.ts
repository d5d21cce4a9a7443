import type { CrawlJob } from '../../model/crawl/crawl.js';
import { jsonBuffer } from '../../model/json-in-steps.js';
import type { Page } from '../../model/page/page.js';
import { answerOf } from '../../model/page/stored-answer.js';
import { decodePage } from '../../model/page/stored-page.js';
import type { ResultStore } from '../../ports/stores/result-store.port.js';
import { datedPages, storedPages } from './dated-pages.js';
import { warcOfPages } from './warc-of-pages.js';

/** `jsonl`: a line of JSON for each page; `warc`: WARC 1.1, packed record by record. */
export type ExportFormat = 'jsonl' | 'warc';

export interface ExportOptions {
  /** @default 'jsonl' */
  readonly format?: ExportFormat;
  /** Lines of `jsonl`. @default the page without its response */
  readonly present?: (page: Page, job: CrawlJob) => object;
}

/** How the pages of an export are written. */
export interface ExportWriting {
  readonly format: ExportFormat;
  /** The line of a stored page in `jsonl`. */
  readonly lineOf: (stored: Buffer, job: CrawlJob) => Promise<Buffer>;
}

/** Bytes sent at once. */
const CHUNK_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\n');

/** Options of a caller, whose `present` may need the whole page. */
export function writingOf({ format = 'jsonl', present }: ExportOptions): ExportWriting {
  if (present === undefined) return { format, lineOf: (stored) => answerOf(stored, withoutResponse) };
  return { format, lineOf: async (stored, job) => jsonBuffer(present(await decodePage(stored), job)) };
}

/** All pages of a crawl in their order, in constant memory. */
export function exportOf(
  results: ResultStore,
  job: CrawlJob,
  { format, lineOf }: ExportWriting,
): AsyncGenerator<Buffer> {
  return format === 'warc' ? warcOfPages(job, datedPages(results, job)) : lines();

  async function* lines(): AsyncGenerator<Buffer> {
    let parts: Buffer[] = [];
    let bytes = 0;
    for await (const stored of storedPages(results, job)) {
      const line = await lineOf(stored, job);
      parts.push(line, LINE_END);
      bytes += line.length;
      if (bytes < CHUNK_BYTES) continue;
      yield Buffer.concat(parts);
      [parts, bytes] = [[], 0];
    }
    if (parts.length > 0) yield Buffer.concat(parts);
  }
}

const withoutResponse = ({ response: _, ...page }: Page): object => page;
