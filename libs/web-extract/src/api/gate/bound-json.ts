import type { IncomingMessage } from 'node:http';
import { MAX_DEPTH, MAX_VALUES, tooDeep, tooManyValues } from '../bodies/refuse-unsafe-json.js';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Why a body was cut off before it was parsed. */
const FAULT = Symbol('web-extract:json-fault');

type BoundRequest = IncomingMessage & { [FAULT]?: Error };

/**
 * Counts the values and levels of a JSON body while it arrives, before the platform's parser receives all of it and
 * blocks the event loop. Drops the rest of a body that exceeds a limit: the parser rejects the incomplete body, and
 * {@link faultOfJson} returns the reason. Compressed bodies, and encodings other than UTF-8, are left to the parser.
 */
export function boundJson(request: IncomingMessage): void {
  if (request.readableLength > 0 || !isPlain(request)) return;
  const count = new JsonCount();
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const bound = request as BoundRequest;
    if (chunk !== null && !bound[FAULT]) {
      const fault = count.take(chunk);
      if (fault) bound[FAULT] = fault;
    }
    return chunk !== null && bound[FAULT] ? true : push(chunk, encoding);
  };
}

export const faultOfJson = (request: IncomingMessage): Error | undefined => (request as BoundRequest)[FAULT];

function isPlain({ headers }: IncomingMessage): boolean {
  const charset = /\bcharset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return (headers['content-encoding'] ?? 'identity') === 'identity' && /^utf-?8$/i.test(charset);
}

/** Commas and brackets outside of texts: as many as there are values, and one more for each empty list or object. */
class JsonCount {
  private depth = 0;
  private places = 0;
  private isText = false;
  private isEscaped = false;

  /** @returns the error if a limit is exceeded */
  take(chunk: Buffer): Error | null {
    for (let at = 0; at < chunk.length; at++) this.step(chunk[at]!);
    if (this.places > MAX_VALUES) return tooManyValues();
    return this.depth > MAX_DEPTH ? tooDeep() : null;
  }

  private step(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = this.isText;
    else if (byte === QUOTE) this.isText = !this.isText;
    else if (this.isText) return;
    else if (byte === COMMA) this.places++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.open();
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth -= this.depth > MAX_DEPTH ? 0 : 1;
  }

  /** Too deep once is too deep. */
  private open(): void {
    this.places++;
    if (this.depth <= MAX_DEPTH) this.depth++;
  }
}
