import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'nestjs-web-extract';
import { toJson } from '../terminal/present-page';
import { LineLog } from './line-log';
import { PageFileNames } from './page-file-name';
import { replaceText } from './safe-files';

/** Output of a crawl: each page once, in the order of the crawl. */
export interface PageSink {
  /** Pages that are there. */
  readonly count: number;
  add(page: Page): Promise<void>;
}

/** An output that persists after the program ends. */
export interface FileSink extends PageSink {
  /** Everything is on the disk then. */
  close(): Promise<void>;
}

/** Writes one line of JSON per page. @param known number of stored pages; lines after them are rewritten */
export async function openLines(path: string, known: number): Promise<FileSink> {
  await mkdir(dirname(path), { recursive: true });
  const log = await LineLog.open(path, known);
  return {
    get count() {
      return log.count;
    },
    add: (page) => log.append(toJson(page)),
    close: () => log.close(),
  };
}

/** Only counts: a web archive is written when the crawl has ended. */
export function countPages(known: number): FileSink {
  let count = known;
  return {
    get count() {
      return count;
    },
    add: async () => void count++,
    close: async () => {},
  };
}

/** A line of `index.jsonl` in a folder of pages. */
export interface IndexLine {
  readonly file: string;
  readonly url: string;
  readonly title: string | null;
  readonly statusCode: number;
}

/** A file of markdown a page, and `index.jsonl` that says which page is where. */
export async function openFolder(folder: string, known: number, home: string): Promise<FileSink> {
  await mkdir(folder, { recursive: true });
  const index = await LineLog.open(join(folder, 'index.jsonl'), known);
  const names = new PageFileNames(home);
  for await (const line of index.lines()) names.take((JSON.parse(line) as IndexLine).file);
  return {
    get count() {
      return index.count;
    },
    async add({ url, markdown, statusCode, metadata }) {
      const file = names.nameOf(url);
      await replaceText(join(folder, file), `${markdown ?? ''}\n`); // before its line: listed pages are complete
      await index.append(
        JSON.stringify({ file, url, title: metadata.title, statusCode } satisfies IndexLine),
      );
    },
    close: () => index.close(),
  };
}
