import { foreignSchema } from '../../extraction/schema/foreign-schema.js';
import { weigh } from '../memory/weigh.js';
import { InvalidRequestError } from '../../model/errors.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { EXTRACTOR_BOUNDS } from '../../model/extractor/extractor-program.js';
import {
  EXAMPLE_SOURCES,
  EXTRACTOR_EVENTS,
  HEAL_MODES,
  type ExamplePage,
} from '../../model/extractor/extractor-view.js';
import { problemAt, type RequestProblem } from '../../model/problems/request-problem.js';
import type { ProblemPath } from '../../model/problems/validation-issue.js';

const MAX_NAME_CHARS = 100;
const MAX_WAIT_MS = 120_000;
const MAX_PROMPT_CHARS = 10_000;
const MAX_PROBLEMS = 20;
const MAX_HTML_CHARS = 4_194_304;
const MAX_METADATA_CHARS = 16_384;
/** Names and values of the headers of a webhook. */
const MAX_HEADER_CHARS = 16_384;

/** Fields of requests that learn or change extractors, as far as they are there. */
export interface ExtractorFields {
  readonly name?: unknown;
  readonly prompt?: unknown;
  readonly heal?: unknown;
  readonly sources?: unknown;
  readonly waitMs?: unknown;
  readonly webhook?: unknown;
}

/** @throws InvalidRequestError naming the field and its rule */
export function validateFields({ name, prompt, heal, sources, waitMs, webhook }: ExtractorFields): void {
  const problems = [
    ...(name === undefined || isText(name, MAX_NAME_CHARS) ? [] : [wrong(['name'], `must be a text of 1 to ${MAX_NAME_CHARS} characters`)]), // prettier-ignore
    ...(typeof name === 'string' && /^auto:/.test(name)
      ? [wrong(['name'], 'must not begin with auto:')]
      : []),
    ...(prompt === undefined || isText(prompt, MAX_PROMPT_CHARS) ? [] : [wrong(['prompt'], `must be a text of 1 to ${MAX_PROMPT_CHARS} characters`)]), // prettier-ignore
    ...(heal === undefined || isOneOf(heal, HEAL_MODES) ? [] : [wrong(['heal'], `must be one of ${HEAL_MODES.join(', ')}`)]), // prettier-ignore
    ...(sources === undefined || areSources(sources) ? [] : [wrong(['sources'], `must be a list of ${EXAMPLE_SOURCES.join(', ')}`)]), // prettier-ignore
    ...(waitMs === undefined || isWait(waitMs)
      ? []
      : [wrong(['waitMs'], `must be an integer from 0 to ${MAX_WAIT_MS}`)]),
    ...(webhook === undefined || webhook === null ? [] : webhookProblems(webhook)),
  ];
  if (problems.length > 0) throw new InvalidRequestError(problems);
}

const wrong = (path: ProblemPath, reason: string): RequestProblem =>
  problemAt(path, { code: 'contradiction', reason });

const isText = (value: unknown, most: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most;

const isOneOf = (value: unknown, words: readonly string[]): boolean => words.includes(value as string);

const areSources = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 10 &&
  value.every((one) => isOneOf(one, EXAMPLE_SOURCES));

const isWait = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_WAIT_MS;

function webhookProblems(webhook: unknown): RequestProblem[] {
  if (!isObject(webhook)) return [wrong(['webhook'], 'must be an object with a url')];
  const { url, headers, metadata, events } = webhook;
  const areHeaders =
    headers === undefined ||
    (isObject(headers) &&
      Object.keys(headers).length <= 50 &&
      Object.values(headers).every((value) => typeof value === 'string') &&
      JSON.stringify(headers).length <= MAX_HEADER_CHARS);
  const isMetadata =
    metadata === undefined || (isObject(metadata) && JSON.stringify(metadata).length <= MAX_METADATA_CHARS);
  const areEvents =
    events === undefined ||
    (Array.isArray(events) && events.length <= 10 && events.every((one) => isOneOf(one, EXTRACTOR_EVENTS)));
  return [
    ...(typeof url === 'string' && /^https?:\/\//i.test(url) && url.length <= 8_192
      ? []
      : [wrong(['webhook', 'url'], 'must be an http(s) URL')]),
    ...(areHeaders
      ? []
      : [
          wrong(
            ['webhook', 'headers'],
            `must be an object of at most 50 texts, ${MAX_HEADER_CHARS} characters in all`,
          ),
        ]),
    ...(isMetadata ? [] : [wrong(['webhook', 'metadata'], `must be an object of at most ${MAX_METADATA_CHARS} characters`)]), // prettier-ignore
    ...(areEvents
      ? []
      : [wrong(['webhook', 'events'], `must be a list of ${EXTRACTOR_EVENTS.map((name) => `extractor.${name}`).join(', ')}`)]), // prettier-ignore
  ];
}

/** Memory of a schema in bytes: small parts take up to 20 times their text. */
const MAX_SCHEMA_WEIGHT = 512 * 1024;

/** Checks the form and the size of a schema. @throws InvalidRequestError */
export function validateSchema(schema: unknown): JsonSchema {
  const fail = (reason: string) => InvalidRequestError.at(['schema'], { code: 'schema', reason });
  if (!isObject(schema)) throw fail('must be a JSON schema of an object');
  if (weigh(schema, MAX_SCHEMA_WEIGHT) > MAX_SCHEMA_WEIGHT)
    throw fail('must have fewer parts: it takes more than 512 KiB of memory');
  const foreign = foreignSchema(schema);
  if (foreign !== null) throw fail(foreign);
  const { type, properties } = schema;
  if (![type].flat().includes('object') || !isObject(properties) || Object.keys(properties).length === 0)
    throw fail('must have the type object, with properties');
  const size = { properties: 0 };
  const { schemaProperties, schemaDepth } = EXTRACTOR_BOUNDS;
  const tooDeep = isTooDeep(schema, 0, size);
  if (size.properties > schemaProperties) throw fail(`must have at most ${schemaProperties} properties`);
  if (tooDeep) throw fail(`must have at most ${schemaDepth} levels`);
  return schema;
}

/** Counts properties, and stops where there are too many. */
function isTooDeep(schema: unknown, depth: number, size: { properties: number }, lists = 0): boolean {
  if (!isObject(schema)) return false;
  if (depth > EXTRACTOR_BOUNDS.schemaDepth || lists > EXTRACTOR_BOUNDS.schemaDepth) return true;
  const { properties, items } = schema;
  const children = isObject(properties) ? Object.values(properties) : [];
  size.properties += children.length;
  if (size.properties > EXTRACTOR_BOUNDS.schemaProperties) return false;
  return (
    isTooDeep(items, depth, size, lists + 1) ||
    children.some((child) => isTooDeep(child, depth + 1, size, lists))
  );
}

/**
 * Checks the pages of a request and their data.
 * @param admit throws for URLs that are not fetched
 * @throws InvalidRequestError naming the page and the field; BlockedAddressError
 */
export function validatePages(
  pages: unknown,
  schema: JsonSchema,
  { least = 2, most }: { readonly least?: number; readonly most: number },
  admit: (url: string) => void,
): readonly ExamplePage[] {
  if (!Array.isArray(pages) || pages.length < least || pages.length > most)
    throw InvalidRequestError.at(['pages'], { code: 'list', least, most });
  const problems: RequestProblem[] = [];
  for (const [n, page] of (pages as readonly unknown[]).entries()) {
    problems.push(...pageProblems(page, n, schema));
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (problems.length > 0) throw new InvalidRequestError(problems.slice(0, MAX_PROBLEMS));
  const read = (pages as readonly ExamplePage[]).map(({ url, data, html }) => ({
    url,
    ...(data === undefined || data === null ? {} : { data }),
    ...(html === undefined || html === null ? {} : { html }),
  }));
  for (const { url } of read) admit(url);
  return read;
}

function pageProblems(page: unknown, n: number, schema: JsonSchema): RequestProblem[] {
  if (!isObject(page)) return [wrong(['pages', n], 'must be an object with a url')];
  const { url, data, html } = page;
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url))
    return [wrong(['pages', n, 'url'], 'must be an http(s) URL')];
  const problems: RequestProblem[] = [];
  if (
    html !== undefined &&
    html !== null &&
    (typeof html !== 'string' || html === '' || html.length > MAX_HTML_CHARS)
  )
    problems.push(wrong(['pages', n, 'html'], `must be a text of at most ${MAX_HTML_CHARS} characters`));
  if (data !== undefined && data !== null) checkValue(data, schema, ['pages', n, 'data'], problems, 0);
  return problems;
}

/** Compares a value with its schema: types, known properties, and enums. */
function checkValue(
  value: unknown,
  schema: unknown,
  path: ProblemPath,
  problems: RequestProblem[],
  depth: number,
): void {
  if (!isObject(schema) || value === null || value === undefined || problems.length >= MAX_PROBLEMS) return;
  if (depth > EXTRACTOR_BOUNDS.schemaDepth * 2)
    return void problems.push(wrong(path, 'is nested too deeply'));
  const types = [schema['type'] ?? []].flat() as readonly unknown[];
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return void problems.push(wrong(path, `must be of the type ${types.join(' or ')}`));
  const { enum: choices, properties, items } = schema;
  if (Array.isArray(choices) && !choicesOf(choices).has(value))
    return void problems.push(wrong(path, 'must be one of the values of its enum'));
  if (Array.isArray(value)) {
    if (value.length > EXTRACTOR_BOUNDS.items) return void problems.push(wrong(path, `must have at most ${EXTRACTOR_BOUNDS.items} items`)); // prettier-ignore
    for (const [n, item] of (value as readonly unknown[]).entries())
      checkValue(item, items, [...path, n], problems, depth + 1);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (problems.length >= MAX_PROBLEMS) return;
      const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      const inPath = [...path, name.slice(0, 100)];
      if (own === undefined && isObject(properties))
        problems.push(wrong(inPath, 'is not a property of the schema'));
      else checkValue(inner, own, inPath, problems, depth + 1);
    }
  }
}

const known = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** The values of an enum: it is compared with many. */
function choicesOf(choices: readonly unknown[]): ReadonlySet<unknown> {
  const set = known.get(choices) ?? new Set(choices);
  known.set(choices, set);
  return set;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
