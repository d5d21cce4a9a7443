import { hash } from 'node:crypto';
import type { CrawlUrl } from '../../../model/crawl/crawl.js';
import { before } from '../../../model/cut-text.js';
import { baseOf, packUrl, unpackRow } from '../../crawl-store/url-row.js';
import type { Parameter } from '../connection/postgres-connection.js';
import { fromColumnText, toColumnText } from '../connection/postgres-values.js';

/** URLs of one statement: it locks the crawl for about as many hundredths of a millisecond. */
export const URLS_A_STEP = 1_000;

/** A hash above zero that fits into a bigint, in decimal: 63 bits, one collision in 18 million among a million keys. */
export function numberOf(text: string): string {
  const bits = hash('sha256', text, 'buffer').readBigUInt64BE() >> 1n;
  return String(bits || 1n);
}

/** The values of `URL_PARAMETERS`. */
export function urlArguments(urls: readonly CrawlUrl[]): readonly (readonly (string | null)[])[] {
  const hosts = new Map<string, string>();
  for (const { host } of urls) if (!hosts.has(host)) hosts.set(host, numberOf(host));
  return [
    urls.map(({ key }) => numberOf(key)),
    urls.map(({ host }) => hosts.get(host)!),
    urls.map(addressOf),
    urls.map(({ variantOf }) => (variantOf === null ? null : numberOf(variantOf))),
    urls.map(({ kind }) => String(kind === 'page')),
    [...hosts.values()],
    [...hosts.keys()].map(toColumnText),
  ];
}

/** `$from` to the last parameter of a statement. */
export const placeholders = (count: number): string =>
  Array.from({ length: count }, (_, n) => `$${n + 1}`).join(', ');

/** A statement that calls a function with these values. */
export const callOf = (name: string, values: readonly Parameter[]): string =>
  `SELECT * FROM {schema}.${name}(${placeholders(values.length)})`;

function addressOf(url: CrawlUrl): string {
  const base = baseOf(url);
  return toColumnText(`${base}\n${packUrl(url, base)}`);
}

export function readAddress(address: string, hostName: string): CrawlUrl {
  const text = fromColumnText(address);
  const base = before(text, ['\n']);
  return unpackRow(text.slice(base.length + 1), base, fromColumnText(hostName));
}
