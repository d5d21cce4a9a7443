import { absentValuesIn } from '../../extraction/absent-values.js';
import { NO_MODEL } from '../../extraction/no-model.js';
import type { Extraction, JsonSchema, ModelUsage } from '../../model/extraction/extraction.js';
import type { Page } from '../../model/page/page.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { ExtractableReading, ExtractionTime, PageExtraction } from '../extract/page-extraction.js';

/** Stands for all fields of a page that an extractor could not read at all. */
export const ALL_FIELDS: readonly string[] = ['*'];

/** Request for reading a tracked page, which also collects the data needed for its fields. */
export function readingRequest(request: PageRequest): PageRequest {
  const fields = request.track?.fields;
  return fields && !request.extraction
    ? { ...request, extraction: { ...fields, onFailure: 'warn' } }
    : request;
}

/** Reads the fields that are compared. @returns the page with what that took */
export async function readFields(
  extraction: PageExtraction,
  { reading, page }: { readonly reading: ExtractableReading; readonly page: Page },
  request: PageRequest,
  time: ExtractionTime,
): Promise<{ readonly page: Page; readonly fields: unknown; readonly unread?: readonly string[] }> {
  const fields = request.track?.fields;
  if (!fields || page.statusCode >= 400) return { page, fields: null };
  const { question: _, ...rest } = request;
  const wanted: PageRequest = {
    ...rest,
    formats: ['markdown'],
    extraction: { ...fields, onFailure: 'warn' },
  };
  const read = await extraction.add(reading, wanted, time);
  const warnings = read.warnings.filter((warning) => !reading.page.warnings.includes(warning));
  const unstated = unstatedWarnings(fields.schema, read, warnings);
  const usage = read.extraction ? { wordsUsage: sumOf(page.wordsUsage, read.extraction.usage) } : {};
  return {
    page: { ...page, ...usage, warnings: [...page.warnings, ...warnings, ...unstated] },
    fields: read.extraction?.data ?? null,
    ...(read.extraction?.extractor ? { unread: unreadBy(read.extraction.extractor) } : {}),
  };
}

/** Fields of which an extractor cannot say that the page has none. */
function unreadBy({ error, template, missing }: NonNullable<Extraction['extractor']>): readonly string[] {
  if (error !== undefined || template === null) return ALL_FIELDS;
  const paths = missing.filter(({ reason, optional }) => reason !== 'not-found' || optional !== true);
  return [...new Set(paths.map(({ path }) => nameIn(path)))];
}

/** Name of the top-level property of a JSON Pointer. */
const nameIn = (path: string): string => path.split('/')[1]!.replaceAll('~1', '/').replaceAll('~0', '~');

/** Fields that a warning names, and characters of each. */
const MAX_NAMES = 5;
const MAX_NAME_CHARS = 60;

/**
 * Returns a warning that names the fields without a value: their changes cannot be noticed.
 * @param warnings those of the reading, which may name them already
 */
function unstatedWarnings(
  schema: JsonSchema | undefined,
  { extraction }: Pick<Page, 'extraction'>,
  warnings: readonly string[],
): readonly string[] {
  const isRead = extraction != null || warnings.some((warning) => warning.startsWith(NO_MODEL));
  if (!isRead || extraction?.extractor) return []; // the warnings of extractors name what they have not read
  const values = (extraction?.data ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.keys((schema?.['properties'] as object | undefined) ?? {});
  const absent = fields.filter((name) => !Object.hasOwn(values, name) || values[name] === null);
  const named = new Set(warnings.flatMap(absentValuesIn));
  if (absent.every((name) => named.has(name))) return [];
  const more = absent.length > MAX_NAMES ? ` and ${absent.length - MAX_NAMES} more` : '';
  const names = absent.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARS));
  return [`Fields without a value in the page: ${names.join(', ')}${more}`];
}

function sumOf(a: ModelUsage | undefined, b: ModelUsage): ModelUsage {
  return {
    calls: (a?.calls ?? 0) + b.calls,
    promptTokens: (a?.promptTokens ?? 0) + b.promptTokens,
    completionTokens: (a?.completionTokens ?? 0) + b.completionTokens,
  };
}
