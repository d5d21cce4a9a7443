import type { CrawlUrl } from '../../../model/crawl/crawl.js';
import { codeOfKind, codeOfRule, kindOf, ruleOf } from '../../crawl-store/url-codes.js';

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

/** An address as it waits in the queue, without its host. There are many, and their parts have much in common: about 1.5 times the url. */
export function packUrl({ kind, url, key, hops, rule, foundOn, variantOf }: CrawlUrl): string {
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

export function unpackUrl(text: string, host: string): CrawlUrl {
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
