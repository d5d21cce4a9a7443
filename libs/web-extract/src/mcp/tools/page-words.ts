import { isJsonObject } from '../../api/bodies/json-object.js';
import type { ToolArguments } from './tool.js';

type Words = Readonly<Record<string, unknown>>;

/** Formats that have options of their own, and the words that these are sent in. */
const WITH_OPTIONS: Readonly<Record<string, string>> = {
  json: 'jsonOptions',
  query: 'queryOptions',
  screenshot: 'screenshotOptions',
};

/**
 * Scrape options in the words of v2. Agents write formats as names, with the options of one beside the list; naming options asks
 * for their format, too.
 */
export function toPageWords(given: ToolArguments): Words {
  const { formats, parsers, jsonOptions, queryOptions, screenshotOptions, pdfOptions, ...rest } = given;
  const options: Words = { jsonOptions, queryOptions, screenshotOptions };
  return {
    ...rest,
    ...toFormats(formats, options),
    ...toParsers(parsers, pdfOptions),
  };
}

function toFormats(formats: unknown, options: Words): Words {
  if (formats !== undefined && !Array.isArray(formats)) return { formats }; // told where it is checked
  const asked = Object.keys(WITH_OPTIONS).filter((type) => isJsonObject(options[WITH_OPTIONS[type]!]));
  const names: unknown[] = formats ?? (asked.length > 0 ? [] : undefined) ?? [];
  const list = [...names, ...asked.filter((type) => !names.some((format) => typeOf(format) === type))];
  if (formats === undefined && list.length === 0) return {};
  return { formats: list.map((format) => withOptions(format, options)) };
}

function withOptions(format: unknown, options: Words): unknown {
  const own = typeof format === 'string' ? options[WITH_OPTIONS[format] ?? ''] : undefined;
  return isJsonObject(own) ? { ...own, type: format } : format;
}

function toParsers(parsers: unknown, pdf: unknown): Words {
  if (!isJsonObject(pdf)) return parsers === undefined ? {} : { parsers };
  const list: unknown = parsers ?? ['pdf'];
  if (!Array.isArray(list)) return { parsers };
  return { parsers: list.map((parser: unknown) => (parser === 'pdf' ? { ...pdf, type: 'pdf' } : parser)) };
}

const typeOf = (format: unknown): unknown => (isJsonObject(format) ? format['type'] : format);
