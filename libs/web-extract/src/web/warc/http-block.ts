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
    .map((pair) => `${isMoved(pair) ? MOVED : ''}${pair[0]}: ${inOneLine(pair[1])}`);
  const hasLength = headers.some((pair) => OF_THE_LENGTH.test(pair[0]) && !isMoved(pair));
  if (statesLength && !hasLength) lines.push(`Content-Length: ${payload.length}`);
  const head = [`HTTP/1.1 ${statusCode} ${inOneLine(statusText)}`, ...lines, '', ''].join('\r\n');
  return { block: Buffer.concat([Buffer.from(head, 'latin1'), payload]), payload };
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

/** A value cannot begin another line. */
const inOneLine = (value: string): string => value.replace(/[\r\n\0]+/g, ' ');
