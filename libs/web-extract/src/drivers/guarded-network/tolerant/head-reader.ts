import { errors } from 'undici';
import { InvalidResponseError } from './invalid-response.error.js';
import { mayBecomeStatusLine, refuseStart, repairHead } from './repair-head.js';

/** A server sends one or two. */
const MAX_INTERIM_HEADS = 16;
const LF = 0x0a;

/** Reads the heads of a response from its bytes: drops interim ones and repairs the final one. */
export class HeadReader {
  private lines: string[] = [];
  /** Bytes of a line that has no end yet. */
  private rest: Buffer[] = [];
  private received = 0;
  private interimHeads = 0;
  private isDone = false;

  constructor(private readonly maxBytes: number) {}

  /**
   * @returns the repaired head once it is complete, and bytes of the body
   * @throws InvalidResponseError, HeadersOverflowError
   */
  read(chunk: Buffer): Buffer[] {
    if (this.isDone) return [chunk];
    let at = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, at)) {
      const line = Buffer.concat([...this.rest, chunk.subarray(at, end)])
        .toString('latin1')
        .replace(/\r{0,8}$/, '');
      this.count(end + 1 - at);
      this.rest = [];
      at = end + 1;
      const head = this.endLine(line);
      if (head !== null) return at < chunk.length ? [head, chunk.subarray(at)] : [head];
    }
    this.keep(chunk.subarray(at));
    return [];
  }

  private endLine(line: string): Buffer | null {
    const isBlank = line === '';
    if (this.lines.length === 0 && isBlank) return null; // empty lines before a status line
    if (this.lines.length === 0 && !mayBecomeStatusLine(line)) refuseStart(line);
    if (!isBlank) this.lines.push(line);
    return isBlank ? this.endHead() : null;
  }

  private endHead(): Buffer | null {
    const { statusCode, text } = repairHead(this.lines);
    this.lines = [];
    if (statusCode >= 200 || statusCode === 101) {
      this.isDone = true;
      return Buffer.from(text, 'latin1');
    }
    if (++this.interimHeads > MAX_INTERIM_HEADS)
      throw new InvalidResponseError('it sends interim answers without end');
    return null;
  }

  private keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.count(bytes.length);
    this.rest.push(bytes);
    if (this.lines.length > 0 || this.rest.length > 1) return;
    const start = bytes.toString('latin1', 0, 16);
    if (!mayBecomeStatusLine(start)) refuseStart(bytes.toString('latin1', 0, 100));
  }

  private count(bytes: number): void {
    this.received += bytes;
    if (this.received > this.maxBytes) throw new errors.HeadersOverflowError();
  }
}
