import { readFile } from 'node:fs/promises';
import type { JsonSchema, PageFormat, PageRequest } from 'nestjs-web-extract';
import { CommandError, UsageError, type OptionValues } from './command';
import { oneOf, wholeNumber } from './read-options';

/** What can be said about the pages that are wanted. */
export const PAGE_OPTIONS = {
  formats: { type: 'string' },
  links: { type: 'string' },
  images: { type: 'string' },
  main: { type: 'boolean' },
  full: { type: 'boolean' },
  wait: { type: 'string' },
  timeout: { type: 'string' },
  schema: { type: 'string' },
} as const;

const FORMATS = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'chunks',
  'summary',
  'screenshot',
  'screenshot@fullPage',
] as const satisfies readonly PageFormat[];

/** @throws UsageError; CommandError when the schema cannot be read */
export async function readPageWishes(values: OptionValues): Promise<Omit<PageRequest, 'url'>> {
  if (values['main'] && values['full']) throw new UsageError('--main and --full exclude each other');
  const links = oneOf(values, 'links', ['inline', 'text', 'reference']);
  const images = oneOf(values, 'images', ['inline', 'alt', 'none']);
  const waitForMs = wholeNumber(values, 'wait', 0);
  const timeoutMs = wholeNumber(values, 'timeout', 1);
  const formats = formatsOf(values['formats']);
  const schema = await readSchema(values['schema']);
  return {
    formats: schema ? [...(values['formats'] === undefined ? [] : formats), 'extraction'] : formats,
    onlyMainContent: !values['full'],
    markdownOptions: {
      ...(links === undefined ? {} : { links }),
      ...(images === undefined ? {} : { images }),
    },
    ...(waitForMs === undefined ? {} : { waitForMs }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(schema === undefined ? {} : { extraction: { schema } }),
  };
}

function formatsOf(list: OptionValues[string]): readonly PageFormat[] {
  const names = String(list ?? 'markdown')
    .split(',')
    .map((name) => name.trim());
  const stranger = names.find((name) => !FORMATS.some((format) => format === name));
  if (stranger === undefined) return [...new Set(names as PageFormat[])];
  throw new UsageError(`there is no format '${stranger}', but ${FORMATS.join(', ')}`);
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
