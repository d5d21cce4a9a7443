import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { CommandError, UsageError } from '../command';

/** The paths derived from `-o`. */
export interface CrawlOutput {
  readonly kind: 'folder' | 'lines' | 'warc';
  /** Absolute. */
  readonly path: string;
  /** Folder of the crawl state until all output is written. */
  readonly statePath: string;
}

const LINES = ['.jsonl', '.ndjson'];
const WARC = '.warc.gz';
/** File names that indicate another format. */
const FILES = ['.json', '.md', '.txt', '.csv', '.html', '.warc', '.gz'];

/** @throws UsageError */
export function readOutput(text: string): CrawlOutput {
  if (text.trim() === '') throw new UsageError('-o names no output');
  const path = resolve(text);
  const isFolder = /[/\\]$/.test(text);
  const ending = extname(path).toLowerCase();
  const statePath = join(dirname(path), `${basename(path)}.crawl`);
  if (!isFolder && LINES.includes(ending)) return { kind: 'lines', path, statePath };
  if (!isFolder && path.toLowerCase().endsWith(WARC)) return { kind: 'warc', path, statePath };
  if (isFolder || !FILES.includes(ending)) return { kind: 'folder', path, statePath };
  throw new UsageError(`${text} is neither a folder nor a file such as pages.jsonl or site.warc.gz`);
}

/** @throws CommandError when something is there that a new crawl would be mixed with */
export async function refuseOverwriting({ kind, path }: CrawlOutput): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) return;
  if (kind !== 'folder')
    throw new CommandError(
      `${path} exists already: remove it, or name another output; --refresh updates a folder of pages`,
    );
  if (!found.isDirectory()) throw new CommandError(`${path} is no folder`);
  if ((await readdir(path)).length > 0) {
    throw new CommandError(
      `${path} is not empty: update it with --refresh, remove its contents, or name another output`,
    );
  }
}
