/** Of the largest value that one reply of Redis may have. Stored pages are written in smaller pieces. */
export const MOST_VALUE_BYTES = 64 << 20;
/** Of all values of one reply together. */
export const MOST_REPLY_BYTES = 128 << 20;

export const REFUSAL = 'the reply is too large to be read: remove the value from Redis';
const TOO_LARGE = Buffer.from(`-ERR ${REFUSAL}\r\n`);
const [BULK, ARRAY, LF] = [0x24, 0x2a, 0x0a];
/** Of a line that begins a value: its type, its length and the line break. Longer ones are texts and errors. */
const MOST_HEAD_BYTES = 32;
const LINE_BREAK_BYTES = 2;

/**
 * Replaces values that exceed the bounds by error replies while a reply arrives (RESP2), so that no row makes the process
 * allocate more than the bounds. The other values, and the replies of other commands on the connection, stay as they are.
 */
export class ReplyLimiter {
  /** Bytes of the value under way that have not arrived yet, with its line break. */
  private left = 0;
  private isDropped = false;
  /** A line whose end has not arrived yet. */
  private head: Buffer = Buffer.alloc(0);
  private isInText = false;
  /** Values that are missing in the arrays around the next value, outermost first. */
  private readonly missing: number[] = [];
  private replyBytes = 0;

  /** @returns the chunk as the parser may see it; the same buffer where nothing was replaced */
  pass(arrived: Buffer): Buffer {
    const chunk = this.head.length > 0 ? Buffer.concat([this.head, arrived]) : arrived;
    this.head = EMPTY;
    const kept: Buffer[] = [];
    let [at, from] = [0, 0];
    while (at < chunk.length) {
      if (this.left > 0) {
        const step = Math.min(this.left, chunk.length - at);
        this.left -= step;
        at += step;
        if (this.isDropped) from = at;
        if (this.left === 0) this.finishValue();
        continue;
      }
      const end = chunk.indexOf(LF, at);
      if (end < 0 && !this.isInText && isCounted(chunk[at]!) && chunk.length - at <= MOST_HEAD_BYTES) {
        this.head = chunk.subarray(at);
        kept.push(chunk.subarray(from, at));
        return joined(kept);
      }
      const isText = this.isInText || !isCounted(chunk[at]!);
      this.isInText = end < 0;
      if (end < 0) break;
      const next = end + 1;
      if (isText) {
        at = next;
        this.finishValue();
        continue;
      }
      const length = Number(chunk.toString('latin1', at + 1, end));
      if (chunk[at] === ARRAY) this.beginArray(length);
      else if (this.beginValue(length)) {
        kept.push(chunk.subarray(from, at), TOO_LARGE);
        from = next;
      }
      at = next;
    }
    kept.push(chunk.subarray(from));
    return joined(kept);
  }

  private beginArray(length: number): void {
    if (length > 0) this.missing.push(length);
    else this.finishValue();
  }

  /** @returns true if the value is dropped */
  private beginValue(length: number): boolean {
    if (length < 0) {
      this.finishValue();
      return false;
    }
    this.isDropped = length > MOST_VALUE_BYTES || this.replyBytes + length > MOST_REPLY_BYTES;
    if (!this.isDropped) this.replyBytes += length;
    this.left = length + LINE_BREAK_BYTES;
    return this.isDropped;
  }

  private finishValue(): void {
    this.isDropped = false;
    while (this.missing.length > 0) {
      this.missing[this.missing.length - 1]! -= 1;
      if (this.missing.at(-1)! > 0) return;
      this.missing.pop();
    }
    this.replyBytes = 0;
  }
}

const EMPTY = Buffer.alloc(0);
const isCounted = (type: number): boolean => type === BULK || type === ARRAY;
const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));
