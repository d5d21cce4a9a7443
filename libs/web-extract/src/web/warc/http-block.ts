import type { HeaderPair } from '../../model/page/kept-response.js';

/** Headers that describe the bytes on the wire. The block of a record contains the decoded body. */
const OF_THE_WIRE = /^(?:content-encoding|transfer-encoding)$/i;
const OF_THE_LENGTH = /^content-length$/i;
const MOVED = 'X-Archive-Orig-';

/** A response as the block of a record. */
export interface HttpBlock {
  readonly block: Buffer;
  /** The body: the end of `block`. */
  readonly payload: Buffer;
}

/**
 * Writes a response with a decoded body. Content-Encoding and Transfer-Encoding are renamed, and a wrong Content-Length too, so that readers
 * find the body as it is in the record.
 */
export function httpBlock(
  {
    statusCode,
    statusText,
    headers,
  }: {
    readonly statusCode: number;
    readonly statusText: string;
    readonly headers: readonly HeaderPair[];
  },
  payload: Buffer,
  statesLength = true,
): HttpBlock {
  const isMoved = ([name, value]: HeaderPair): boolean =>
    OF_THE_WIRE.test(name) || (statesLength && OF_THE_LENGTH.test(name) && Number(value) !== payload.length);
  const lines = headers
    .filter(([name]) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    .map((pair) => lineOf(`${isMoved(pair) ? MOVED : ''}${pair[0]}: ${pair[1]}`));
  const hasLength = headers.some((pair) => OF_THE_LENGTH.test(pair[0]) && !isMoved(pair));
  if (statesLength && !hasLength) lines.push(lineOf(`Content-Length: ${payload.length}`));
  const status = lineOf(`HTTP/1.1 ${statusCode} ${statusText}`);
  return { block: Buffer.concat([status, ...lines, BREAK, payload]), payload };
}

/** The headers as they were received: the inverse of the renaming. */
export function originalHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  const isMoved = ([name]: HeaderPair): boolean => name.startsWith(MOVED);
  const moved = headers.filter(isMoved).map(([name]) => name.slice(MOVED.length).toLowerCase());
  const isAdded = ([name]: HeaderPair): boolean => OF_THE_LENGTH.test(name) && moved.length > 0;
  return headers
    .filter((pair) => !isAdded(pair))
    .map((pair) => (isMoved(pair) ? [pair[0].slice(MOVED.length), pair[1]] : pair));
}

const BREAK = Buffer.from('\r\n');
const SPACE = 0x20;
const WIDE = /[\u0100-\uffff]/;

/** The bytes of a line. They are checked after encoding: of letters above U+00FF a single byte could be a line break. */
function lineOf(text: string): Buffer {
  const inOneLine = text.replace(/[\r\n\0]+/g, ' ');
  const bytes = Buffer.from(inOneLine, WIDE.test(inOneLine) ? 'utf8' : 'latin1');
  for (const [at, byte] of bytes.entries())
    if (byte === 0 || byte === BREAK[0] || byte === BREAK[1]) bytes[at] = SPACE;
  return Buffer.concat([bytes, BREAK]);
}
