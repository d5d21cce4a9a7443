import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import { InvalidRequestError } from '../../../model/errors.js';
import type { ValidationIssue } from '../../../model/problems/validation-issue.js';

/** Longest `webhook.metadata`, in bytes of JSON: it goes out with every message. */
const MAX_METADATA_BYTES = 16 * 1024;
/** Longest value of one header, of pages and of webhooks, in bytes. */
const MAX_HEADER_VALUE_BYTES = 8 * 1024;
/** Longest name of a header, in characters. */
const MAX_HEADER_NAME_CHARS = 256;
/** Servers refuse requests with more. */
const MAX_STORED_HEADERS = 100;
/** All that is kept of a crawl's request until its results expire, in bytes of JSON. */
const MAX_OPTIONS_BYTES = 256 * 1024;
const TOO_LARGE = { code: 'options-size', mostBytes: MAX_OPTIONS_BYTES } as const;
/** Maximum nesting depth: recursive code needs stack for each level. */
const MAX_DEPTH = 100;

type Path = readonly string[];
type Part = readonly [path: Path, value: unknown];

/** Checks that the options of a crawl may be kept with it. @throws InvalidRequestError naming the field that is too large */
export function checkStoredOptions(request: CrawlRequest): void {
  const { webhook, page = {} } = request;
  for (const [path, value] of partsOf(request)) checkShape(path, value);
  checkHeaderSizes(page.headers, ['headers']);
  checkHeaderSizes(webhook?.headers, ['webhook', 'headers']);
  if (jsonBytes(webhook?.metadata) > MAX_METADATA_BYTES) {
    throw refusal(['webhook', 'metadata'], { code: 'json-size', mostBytes: MAX_METADATA_BYTES });
  }
  if (jsonBytes(request) > MAX_OPTIONS_BYTES) {
    const [path] = largest(partsOf(request));
    throw refusal(path, TOO_LARGE);
  }
}

/** Parts of a request by the field paths of error messages; page options have no prefix. */
function partsOf({ patterns, webhook, page = {}, ...rest }: CrawlRequest): Part[] {
  const { extraction, ...pageRest } = page;
  return [
    ...partsBelow([], rest),
    ...partsBelow(['patterns'], patterns),
    ...partsBelow(['webhook'], webhook),
    ...partsBelow([], pageRest),
    ...partsBelow(['extraction'], extraction),
  ];
}

const partsBelow = (path: Path, fields: object | undefined): Part[] =>
  Object.entries(fields ?? {}).map(([name, value]) => [[...path, name], value]);

/** Checks depth and approximate size. Values passed by a host application may be nested without limit or be cyclic. */
function checkShape(path: Path, value: unknown): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  let bytes = 0; // lower bound, so that oversized values are rejected without serializing them
  for (let next = open.pop(); next; next = open.pop()) {
    bytes += typeof next.value === 'string' ? next.value.length : 1;
    if (bytes > MAX_OPTIONS_BYTES) throw refusal(path, TOO_LARGE);
    if (typeof next.value === 'bigint') throw refusal(path, { code: 'no-json' });
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MAX_DEPTH) throw refusal(path, { code: 'depth', most: MAX_DEPTH });
    const children: unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value);
    for (const child of children) open.push({ value: child, depth: next.depth + 1 });
  }
}

function checkHeaderSizes(headers: Readonly<Record<string, unknown>> = {}, path: Path): void {
  const names = Object.keys(headers);
  if (names.length > MAX_STORED_HEADERS)
    throw refusal(path, { code: 'header-count', most: MAX_STORED_HEADERS });
  if (names.some((name) => name.length > MAX_HEADER_NAME_CHARS)) {
    throw refusal(path, { code: 'header-name-size', most: MAX_HEADER_NAME_CHARS });
  }
  const long = names.find((name) => Buffer.byteLength(String(headers[name])) > MAX_HEADER_VALUE_BYTES);
  if (long === undefined) return;
  const fault = { code: 'header-value-size', mostBytes: MAX_HEADER_VALUE_BYTES, header: long } as const;
  throw refusal([...path, long], fault);
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const largest = (parts: readonly Part[]): Part =>
  parts.reduce((most, part) => (jsonBytes(part[1]) > jsonBytes(most[1]) ? part : most));

const refusal = (path: Path, fault: ValidationIssue): InvalidRequestError =>
  InvalidRequestError.at(path, fault);
