import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'nestjs-web-extract';
import { CommandError } from '../command';
import { LineLog } from '../output/line-log';
import { PageFileNames } from '../output/page-file-name';
import type { IndexLine } from '../output/page-sink';
import { readOwn, replaceText } from '../output/safe-files';

const INDEX = 'index.jsonl';

/** A folder of pages that is compared with the site, file by file. */
export class MirrorFolder {
  private constructor(
    private readonly folder: string,
    private readonly index: LineLog,
    private readonly lines: Map<string, IndexLine>,
    private readonly names: PageFileNames,
  ) {}

  /** @throws CommandError if the index names a file outside of the folder */
  static async open(folder: string, home: string): Promise<MirrorFolder> {
    await mkdir(folder, { recursive: true });
    const index = await LineLog.open(join(folder, INDEX), Infinity);
    const lines = new Map<string, IndexLine>();
    const names = new PageFileNames(home);
    try {
      for await (const text of index.lines()) {
        const line = readLine(text, folder);
        lines.set(line.url, line);
        names.take(line.file);
      }
    } catch (error) {
      await index.close();
      throw error;
    }
    return new MirrorFolder(folder, index, lines, names);
  }

  /** URLs of the pages in the folder. */
  get urls(): readonly string[] {
    return [...this.lines.keys()];
  }

  has(url: string): boolean {
    return this.lines.has(url);
  }

  /** Writes a page unless its file has this text. */
  async put({ url, markdown, statusCode, metadata }: Page): Promise<'new' | 'changed' | 'unchanged'> {
    const known = this.lines.get(url);
    const line = { file: known?.file ?? this.names.nameOf(url), url, title: metadata.title, statusCode };
    this.lines.set(url, line);
    const text = `${markdown ?? ''}\n`;
    if (known && (await this.textOf(known)) === text) return 'unchanged';
    await this.write(line.file, text);
    if (!known) await this.index.append(JSON.stringify(line));
    return known ? 'changed' : 'new';
  }

  /** Deletes the file of a page. The index forgets it when the folder is closed. */
  async remove(url: string): Promise<void> {
    const line = this.lines.get(url);
    if (!line) return;
    await rm(join(this.folder, line.file), { force: true });
    this.lines.delete(url);
  }

  /** Writes the index. */
  async close(): Promise<void> {
    await this.index.close();
    await this.write(INDEX, [...this.lines.values()].map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  private write(file: string, text: string): Promise<void> {
    return replaceText(join(this.folder, file), text);
  }

  /** Null if the file is missing. */
  private textOf({ file }: IndexLine): Promise<string | null> {
    return readOwn(join(this.folder, file));
  }
}

function readLine(text: string, folder: string): IndexLine {
  const line = parse(text);
  const isFlat = typeof line?.file === 'string' && basename(line.file) === line.file;
  if (isFlat && line.file.endsWith('.md') && typeof line.url === 'string') return line;
  throw new CommandError(
    `${join(folder, INDEX)} is not the index of a crawl: remove it, or name another output`,
  );
}

function parse(text: string): IndexLine | null {
  try {
    return JSON.parse(text) as IndexLine | null;
  } catch {
    return null; // reported by the caller, with the path
  }
}
