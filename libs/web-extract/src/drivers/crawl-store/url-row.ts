import type { CrawlUrl } from '../../model/crawl/crawl.js';
import { codeOfKind, codeOfRule, kindOf, ruleOf } from './url-codes.js';

/** A text as the part of another one that it begins with (from where, how long), and its rest; null when there is none. */
type Relative = [from: number, length: number, rest?: string] | null;

/** Length of the prefix searched for in the other text. Keys begin within their URL, after `https://www.`. */
const BEGINNING = 8;

type UrlRow = [
  kind: number,
  url: string,
  hops: number,
  rule: number,
  key: Relative,
  foundOn: Relative,
  variantOf: Relative,
];

/** Text of an address that waits in the queue, without its host. There are many, and pages share the beginning of their address with `base`. */
export function packUrl(address: CrawlUrl, base: string): string {
  const { kind, url, key, hops, rule, variantOf } = address;
  const shared = sharedLength(base, url);
  const code = codeOfKind(kind) * 100 + codeOfRule(rule);
  const parts = [String(code).padStart(3, '0'), hops, shared, url.slice(shared), tokenOf(url, key)];
  if (variantOf !== null) parts.push(tokenOf(url, variantOf));
  const row = parts.join(' ');
  return NOT_PLAIN.test(url + key + (variantOf ?? '')) ? packAsJson(address) : row;
}

/** @param base of the block that the row was in */
export function unpackRow(row: string, base: string, host: string): CrawlUrl {
  if (row.startsWith('[')) return unpackUrl(row, host);
  const [code, hops, shared, suffix, key, variantOf] = row.split(' ');
  const url = base.slice(0, Number(shared)) + suffix;
  return {
    kind: kindOf(Math.floor(Number(code) / 100)),
    url,
    key: textOf(url, key!),
    host,
    hops: Number(hops),
    rule: ruleOf(Number(code) % 100),
    foundOn: base === '' ? null : base,
    variantOf: variantOf === undefined ? null : textOf(url, variantOf),
  };
}

/** Text that rows share their beginning with: the page that links to them. */
export const baseOf = ({ foundOn }: CrawlUrl): string =>
  foundOn === null || /\n/.test(foundOn) ? '' : foundOn;

/** Part of `url` that a text is: `<from>` up to the end, `<from>,<length>,<rest>` otherwise. */
function tokenOf(url: string, text: string): string {
  const [from, length, rest = ''] = relativeTo(url, text)!;
  return rest === '' && from + length === url.length ? String(from) : `${from},${length},${rest}`;
}

function textOf(url: string, token: string): string {
  const [from, length, ...rest] = token.split(',');
  return length === undefined
    ? url.slice(Number(from))
    : url.slice(Number(from), Number(from) + Number(length)) + rest.join(',');
}

function sharedLength(base: string, text: string): number {
  let length = 0;
  while (length < text.length && text[length] === base[length]) length++;
  return length;
}

/** Characters that addresses have only if they are no URLs: separators of rows and their parts, and halves of letters. */
const NOT_PLAIN = /[^\x21-\x7e]/;

/** Rows with separators in their texts. */
function packAsJson({ kind, url, key, hops, rule, foundOn, variantOf }: CrawlUrl): string {
  const row: UrlRow = [
    codeOfKind(kind),
    url,
    hops,
    codeOfRule(rule),
    relativeTo(url, key),
    relativeTo(url, foundOn),
    relativeTo(url, variantOf),
  ];
  return JSON.stringify(row);
}

/** Reads a row of JSON. */
function unpackUrl(text: string, host: string): CrawlUrl {
  const [kind, url, hops, rule, key, foundOn, variantOf] = JSON.parse(text) as UrlRow;
  return {
    kind: kindOf(kind),
    url,
    key: absoluteFrom(url, key) ?? url,
    host,
    hops,
    rule: ruleOf(rule),
    foundOn: absoluteFrom(url, foundOn),
    variantOf: absoluteFrom(url, variantOf),
  };
}

function relativeTo(base: string, text: string | null): Relative {
  if (text === null) return null;
  const from = Math.max(0, base.indexOf(text.slice(0, BEGINNING)));
  let length = 0;
  while (length < text.length && text[length] === base[from + length]) length++;
  return length === text.length ? [from, length] : [from, length, text.slice(length)];
}

function absoluteFrom(base: string, relative: Relative): string | null {
  if (relative === null) return null;
  const [from, length, rest = ''] = relative;
  return base.slice(from, from + length) + rest;
}
