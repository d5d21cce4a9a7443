import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import type { Page, PageFormat } from 'nestjs-web-extract';
import { CommandError, UsageError, type OptionValues } from '../command';
import type { PageOptions } from '../page-options';
import { isWrittenAsJson, presentPage, toJson } from '../terminal/present-page';
import type { Terminal } from '../terminal/terminal';
import { PageFileNames } from './page-file-name';
import { replaceText } from './safe-files';

/** Destination of scraped pages. */
export interface ScrapeOutput {
  /** Options that the kind of the output asks of each page. */
  readonly options: PageOptions;
  write(page: Page): Promise<void>;
}

const PICTURES: Readonly<Record<string, Partial<PageOptions>>> = {
  '.png': {},
  '.jpg': { screenshotOptions: { quality: 85 } },
  '.jpeg': { screenshotOptions: { quality: 85 } },
};
const LINES: ReadonlySet<string> = new Set(['.jsonl', '.ndjson']);

/**
 * Chooses the output by `-o`: a picture, lines of JSON, a folder, a file, or the standard output.
 * @throws UsageError when several pages would go into one file
 */
export function openScrapeOutput(
  values: OptionValues,
  options: PageOptions,
  isOne: boolean,
  terminal: Terminal,
): ScrapeOutput {
  const { output } = values;
  const isJson = Boolean(values['json']);
  const formats = options.formats ?? [];
  if (typeof output !== 'string') return toTerminal(options, formats, isJson, isOne, terminal);
  if (output.trim() === '') throw new UsageError('-o names no output');
  const ending = extname(output).toLowerCase();
  if (/[/\\]$/.test(output)) return toFolder(resolve(output), options, formats, isJson);
  const path = resolve(output);
  if (LINES.has(ending)) return toFile(path, options, (page) => `${toJson(page)}\n`);
  if (!isOne)
    throw new UsageError(`${output} takes one page: name a folder (out/) or a file that ends in .jsonl`);
  if (PICTURES[ending]) return toPicture(path, withPicture(options, PICTURES[ending], values), values);
  return toFile(path, options, (page) => presentPage(page, formats, isJson || ending === '.json'));
}

function toTerminal(
  options: PageOptions,
  formats: readonly PageFormat[],
  isJson: boolean,
  isOne: boolean,
  terminal: Terminal,
): ScrapeOutput {
  const asLines = !isOne && isWrittenAsJson(formats, isJson);
  let count = 0;
  return {
    options,
    async write(page) {
      const separator = count++ > 0 && !asLines ? '\n' : '';
      const text = asLines ? `${toJson(page)}\n` : presentPage(page, formats, isJson);
      await terminal.print(separator + text);
    },
  };
}

/** The first page begins the file, the others are appended. */
function toFile(path: string, options: PageOptions, textOf: (page: Page) => string): ScrapeOutput {
  let flag = 'w';
  return {
    options,
    async write(page) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, textOf(page), { flag });
      flag = 'a';
    },
  };
}

function toFolder(
  folder: string,
  options: PageOptions,
  formats: readonly PageFormat[],
  isJson: boolean,
): ScrapeOutput {
  const names = new PageFileNames('');
  return {
    options,
    async write(page) {
      await mkdir(folder, { recursive: true });
      const ending = isWrittenAsJson(formats, isJson) ? '.json' : '.md';
      const name = names.nameOf(page.url).replace(/\.md$/, ending);
      await replaceText(join(folder, name), presentPage(page, formats, isJson));
    },
  };
}

function withPicture(options: PageOptions, picture: Partial<PageOptions>, values: OptionValues): PageOptions {
  const { formats = [] } = options;
  if (values['formats'] === undefined && values['schema'] === undefined) {
    return { ...options, ...picture, formats: ['screenshot'] };
  }
  const [format, further] = formats;
  if (format?.startsWith('screenshot') && further === undefined) return { ...options, ...picture };
  throw new UsageError('a picture takes --formats screenshot or screenshot@fullPage only');
}

function toPicture(path: string, options: PageOptions, values: OptionValues): ScrapeOutput {
  if (values['json']) throw new UsageError('--json and a picture exclude each other');
  return {
    options,
    async write({ screenshot }) {
      const base64 = /^data:image\/\w+;base64,(.*)$/s.exec(screenshot ?? '')?.[1];
      if (base64 === undefined) throw new CommandError('no picture was taken');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.from(base64, 'base64'));
    },
  };
}
