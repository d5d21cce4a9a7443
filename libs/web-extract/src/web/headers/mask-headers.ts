import { isUtf8 } from 'node:buffer';
import type { HeaderPair } from '../../model/page/kept-response.js';

const MASK = '***';
/** Shorter values of request headers occur in unrelated ones, such as `1` or `gzip`. */
const LEAST_SECRET_CHARS = 6;
/** Values that are looked for, the longest first: a cookie may consist of thousands. */
const MOST_SECRETS = 200;
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

/** Values to mask: whole ones, the token after a scheme such as `Bearer`, values of cookies, and passwords. */
function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  const secrets = Object.entries(headers)
    .filter(([name]) => !PUBLIC.has(name.toLowerCase()))
    .flatMap(([name, value]) => [
      value,
      value.slice(value.indexOf(' ') + 1),
      ...(name.toLowerCase() === 'cookie' ? cookieValues(value) : []),
      ...passwordIn(value),
    ])
    .filter((value) => value.length >= LEAST_SECRET_CHARS);
  // a shorter one first would leave the rest of a longer one that contains it
  return [...new Set(secrets)].sort((a, b) => b.length - a.length).slice(0, MOST_SECRETS);
}

const cookieValues = (value: string): string[] =>
  value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());

/** User and password of Basic authentication (RFC 7617), and the password alone. */
function passwordIn(value: string): string[] {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(value.trim()) ?? [];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, 'base64').toString();
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}
