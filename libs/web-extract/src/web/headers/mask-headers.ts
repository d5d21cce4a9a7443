import { isUtf8 } from 'node:buffer';
import type { HeaderPair } from '../../model/page/kept-response.js';

const MASK = '***';
/** Shorter values of request headers occur in unrelated ones, such as `1` or `gzip`. */
const LEAST_SECRET_CHARS = 6;
/** Request headers that sites repeat without revealing anything. */
const PUBLIC = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent']);

/**
 * Masks what a stored response must not contain: values of cookies, credentials in URLs, and values of request headers that the site
 * repeats.
 */
export function maskHeaders(
  headers: readonly HeaderPair[],
  requestHeaders: Readonly<Record<string, string>> = {},
): HeaderPair[] {
  const secrets = secretsOf(requestHeaders);
  return headers.map(([name, value]) => [
    name,
    /^set-cookie2?$/i.test(name) ? maskCookie(value) : masked(value),
  ]);

  function masked(value: string): string {
    const plain = value.replace(/\/\/[^/?#@\s]{1,1000}@/g, '//');
    return secrets.reduce((text, secret) => text.replaceAll(secret, MASK), plain);
  }
}

/** Masks values of request headers in a text that repeats them. Binary bodies are not changed. */
export function maskBody(body: Buffer, requestHeaders: Readonly<Record<string, string>>): Buffer {
  const secrets = secretsOf(requestHeaders);
  if (!secrets.some((secret) => body.includes(secret)) || !isUtf8(body)) return body;
  return Buffer.from(secrets.reduce((text, secret) => text.replaceAll(secret, MASK), body.toString()));
}

/** Name and attributes of a cookie without its value. */
function maskCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  const name = pair.includes('=') ? pair.slice(0, pair.indexOf('=') + 1) : '';
  return [`${name}${MASK}`, ...attributes.filter(isAttribute)].join(';');
}

const isAttribute = (text: string): boolean =>
  /^\s*(?:secure|httponly|partitioned|(?:path|domain|expires|max-age|samesite)=[^=]*)$/i.test(text);

/** Values to mask: whole ones, and the token after a scheme such as `Bearer`. */
function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !PUBLIC.has(name.toLowerCase()))
    .flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)])
    .filter((value) => value.length >= LEAST_SECRET_CHARS);
}
