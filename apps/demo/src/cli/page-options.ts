import { readFile } from 'node:fs/promises';
import { pageFormats, type JsonSchema, type PageFormat, type PageRequest } from 'nestjs-web-extract';
import { IMPORTED } from './extractor/import-extractor';
import { CommandError, UsageError, type OptionValues } from './command';
import { defined, headersOf, oneOf, texts, wholeNumber } from './read-options';

/** Options about each page, of `scrape` and `crawl`. */
export const PAGE_OPTIONS = {
  formats: { type: 'string' },
  links: { type: 'string' },
  images: { type: 'string' },
  main: { type: 'boolean' },
  full: { type: 'boolean' },
  'include-selectors': { type: 'string', multiple: true },
  'exclude-selectors': { type: 'string', multiple: true },
  'front-matter': { type: 'boolean' },
  hidden: { type: 'boolean' },
  headers: { type: 'string', short: 'H', multiple: true },
  'wait-for': { type: 'string' },
  timeout: { type: 'string' },
  schema: { type: 'string' },
  'allow-private': { type: 'boolean' },
} as const;

/** Option of commands that read pages with an extractor. */
export const EXTRACTOR_OPTION = { extractor: { type: 'string' } } as const;

/**
 * Formats that the command line offers. `attributes`, `highlights` and `answer` are not among them: each needs selectors, a query or a
 * question of its own, which requests of the HTTP API and of the services have. `--schema` and `--extractor` add `extraction`.
 */
export const FORMATS: readonly string[] = Object.values(pageFormats).flatMap(
  ({ versions }) => versions.cli ?? [],
);

/** Options of a page request, without its URL. */
export type PageOptions = Omit<PageRequest, 'url' | 'owner'>;

/** @throws UsageError; CommandError when the schema cannot be read */
export async function readPageOptions(values: OptionValues): Promise<PageOptions> {
  if (values['main'] && values['full']) throw new UsageError('--main and --full exclude each other');
  const links = oneOf(values, 'links', ['inline', 'text', 'reference']);
  const images = oneOf(values, 'images', ['inline', 'alt', 'none']);
  const timeoutMs = wholeNumber(values, 'timeout', 1);
  const formats = formatsOf(values['formats']);
  const schema = await readSchema(values['schema']);
  if (values['extractor'] !== undefined && schema !== undefined)
    throw new UsageError('--extractor and --schema exclude each other');
  const reads = schema !== undefined || values['extractor'] !== undefined;
  const frontMatter = values['front-matter'] ? true : undefined;
  const hidden = values['hidden'] ? true : undefined;
  return {
    formats: reads ? [...(values['formats'] === undefined ? [] : formats), 'extraction'] : formats,
    onlyMainContent: !values['full'],
    markdownOptions: defined({ links, images, frontMatter }),
    ...selectorsOf(values),
    ...defined({ headers: headersOf(values), timeoutMs, hidden }),
    ...waitOf(values['wait-for']),
    ...(schema === undefined ? {} : { extraction: { schema, onFailure: 'warn' as const } }),
    ...(values['extractor'] === undefined
      ? {}
      : { extraction: { extractor: IMPORTED, onFailure: 'warn' as const } }),
  };
}

function selectorsOf(values: OptionValues): Partial<PageOptions> {
  const includeSelectors = texts(values, 'include-selectors');
  const excludeSelectors = texts(values, 'exclude-selectors');
  return {
    ...(includeSelectors.length === 0 ? {} : { includeSelectors }),
    ...(excludeSelectors.length === 0 ? {} : { excludeSelectors }),
  };
}

/** Milliseconds, or the selector of an element. */
function waitOf(text: OptionValues[string]): Partial<PageOptions> {
  if (typeof text !== 'string') return {};
  if (/^\d{1,9}$/.test(text)) return { waitForMs: Number(text) };
  if (!/^[-\s\d]*$/.test(text)) return { actions: [{ type: 'wait', selector: text }] };
  throw new UsageError(`--wait-for must be milliseconds or a CSS selector, not ${text}`);
}

function formatsOf(list: OptionValues[string]): readonly PageFormat[] {
  const names = String(list ?? 'markdown')
    .split(',')
    .map((name) => name.trim());
  const unknown = names.find((name) => !FORMATS.includes(name));
  if (unknown === undefined) return [...new Set(names as PageFormat[])];
  throw new UsageError(`unknown format '${unknown}': use ${FORMATS.join(', ')}`);
}

async function readSchema(path: OptionValues[string]): Promise<JsonSchema | undefined> {
  if (typeof path !== 'string') return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JsonSchema;
  } catch (error) {
    throw new CommandError(`the schema ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
