import { InvalidResponseError } from './invalid-response.error.js';

/** The head of a response as a strict parser reads it. */
export interface RepairedHead {
  readonly statusCode: number;
  /** Ends with an empty line. */
  readonly text: string;
}

type Field = [name: string, value: string];

/** Blanks, colons and a missing reason are tolerated as curl does; a number of other than three digits is not. */
const STATUS_LINE = /^\s{0,8}HTTP\s?\/\s?(\d)(?:\s?\.\s?(\d))?\s{1,8}(\d{3})(?!\d)[\s:]{0,8}(.*)$/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Fields that decide where a body ends, or how it is read: a blank before their name does not make them part of the line above. */
const KNOWN_FIELD =
  /^[ \t]+(?:content-(?:length|type|encoding)|transfer-encoding|location|set-cookie|date|server)[ \t]*:/i;
/** The codings of a transfer that can be undone afterwards, as those of the content. */
const PACKED = /^(?:x-)?gzip$|^deflate$/;
/** The first frame of an HTTP/2 connection. */
const SETTINGS_FRAME = /^\0[\s\S]{2}\x04[\s\S]?\0/; // eslint-disable-line no-control-regex -- bytes of a frame or of a damaged head
const SHOWN_CHARS = 60;

/**
 * Rewrites the head of a response so that a strict parser reads what browsers and curl read: folded lines are joined,
 * lines without a name are dropped, equal lengths are one, and chunks win over a length (RFC 9112, 5.2 and 6.3).
 *
 * @param lines the status line and the fields, one character a byte, without their ends
 * @throws InvalidResponseError for something else than HTTP, different lengths and NUL
 */
export function repairHead(lines: readonly string[]): RepairedHead {
  const [version, statusCode, reason] = readStatusLine(lines[0] ?? '');
  const fields = withFraming(fieldsOf(lines.slice(1)));
  const text = [
    `${version} ${statusCode} ${reason}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ];
  return { statusCode, text: text.join('\r\n') };
}

/** True if bytes that begin like this may become a status line. */
export function mayBecomeStatusLine(start: string): boolean {
  const shown = start.trimStart().slice(0, 4).toUpperCase();
  return start.length - start.trimStart().length <= 8 && 'HTTP'.startsWith(shown);
}

/** @throws InvalidResponseError with the beginning of what was sent instead */
export function refuseStart(start: string): never {
  if (SETTINGS_FRAME.test(start)) throw new InvalidResponseError('the server speaks only HTTP/2');
  throw new InvalidResponseError(`it begins with ${shown(start)} instead of a status line`);
}

function readStatusLine(line: string): [version: string, statusCode: number, reason: string] {
  const found = STATUS_LINE.exec(cleaned(line, 'status line'));
  if (!found) refuseStart(line);
  const [, major = '', minor, code, reason = ''] = found;
  const version = major === '1' && minor === '0' ? 'HTTP/1.0' : 'HTTP/1.1';
  return [version, Number(code), reason.trim()];
}

/** A line without its control characters. */
function cleaned(line: string, where: string): string {
  if (line.includes('\0')) throw new InvalidResponseError(`its ${where} has a NUL character: ${shown(line)}`);
  return line.replace(/[\x01-\x1f\x7f]/g, ' '); // eslint-disable-line no-control-regex -- bytes of a frame or of a damaged head
}

function fieldsOf(lines: readonly string[]): Field[] {
  const fields: [name: string, parts: string[]][] = [];
  for (const line of lines) {
    const text = cleaned(line, 'header');
    const last = fields.at(-1);
    if (last && /^[ \t]/.test(line) && !KNOWN_FIELD.test(line)) {
      if (!isFraming(last[0])) last[1].push(text.trim());
      continue;
    }
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    if (TOKEN.test(name)) fields.push([name, [text.slice(colon + 1).trim()]]);
  }
  return fields.map(([name, parts]) => [name, parts.join(' ')]);
}

const isFraming = (name: string) => /^(?:content-length|transfer-encoding)$/i.test(name);

/** The fields with one statement of where the body ends. */
function withFraming(fields: readonly Field[]): Field[] {
  const valuesOf = (wanted: string) =>
    fields
      .filter(([name]) => name.toLowerCase() === wanted)
      .flatMap(([, value]) => value.split(',').map((part) => part.trim()));
  const codings = valuesOf('transfer-encoding').map((coding) =>
    coding.toLowerCase().split(';', 1)[0]!.trim(),
  );
  const others = fields.filter(([name]) => !isFraming(name));
  const packed = codings
    .filter((coding) => PACKED.test(coding))
    .map((coding): Field => ['Content-Encoding', coding]);
  if (codings.at(-1) === 'chunked') return [...others, ...packed, ['Transfer-Encoding', 'chunked']];
  const length = packed.length > 0 ? null : lengthOf(valuesOf('content-length'));
  return [...others, ...packed, ...(length === null ? [] : [['Content-Length', length] as Field])];
}

/** @returns null for a length that is no number: the body ends with the connection */
function lengthOf(lengths: readonly string[]): string | null {
  const [first = '', ...others] = new Set(lengths);
  if (others.length > 0)
    throw new InvalidResponseError(`it states different lengths: ${shown([first, ...others].join(', '))}`);
  return /^\d{1,15}$/.test(first) ? String(Number(first)) : null;
}

/** Quotes what was sent, shortened, with escapes instead of control characters. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARS)).replace(/[\x7f-\xff]/g, '?');
}
