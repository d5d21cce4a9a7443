const MIB = 1024 * 1024;
/**
 * Pages are cut at 10 million characters of at most six bytes each in JSON; larger pictures are taken again in a
 * smaller size.
 */
export const MAX_ANSWER_BYTES = 64 * MIB;
/** Longer events are not parsed: only pages with extremely long addresses cause them. */
const MAX_EVENT_BYTES = MIB / 2;
/** Bytes kept of each end of a message that is passed over: they name its command, its target and its session. */
const KEPT_BYTES = 1024;
/** Start of a response to a command. */
const ANSWER = Buffer.from('{"id":');

/** A message that was too long to be kept. */
export interface LongMessage {
  readonly start: string;
  readonly end: string;
  readonly bytes: number;
}

/** Splits the output of a pipe into messages, each terminated by a zero byte. Too long messages are skipped. */
export class MessageReader {
  private parts: Buffer[] = [];
  private length = 0;
  /** The first bytes of the message that is being passed over. */
  private skipped: string | null = null;
  /** Its last bytes so far. */
  private end = Buffer.alloc(0);

  /**
   * @param take is given each message, and its length in bytes
   * @param passOver is given each message that is too long
   * @param longestAnswer returns the most bytes of an answer, given its first bytes
   */
  constructor(
    private readonly take: (text: string, bytes: number) => void,
    private readonly passOver: (message: LongMessage) => void,
    private readonly longestAnswer: (start: string) => number = () => MAX_ANSWER_BYTES,
  ) {}

  read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      this.add(chunk.subarray(start, end));
      start = end + 1;
      this.finish();
    }
    if (start < chunk.length) this.add(chunk.subarray(start));
  }

  private add(part: Buffer): void {
    this.length += part.length;
    if (this.skipped !== null) return this.keepEnd(part);
    this.parts.push(part);
    // messages of ordinary length are not looked at
    if (this.length <= MAX_EVENT_BYTES || this.length <= this.longest()) return;
    this.skipped = this.beginning().toString('latin1');
    for (const kept of this.parts) this.keepEnd(kept);
    this.parts = [];
  }

  private keepEnd(part: Buffer): void {
    this.end = Buffer.concat([this.end, part.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
  }

  private finish(): void {
    const { skipped: start, end, length: bytes, parts } = this;
    this.clear();
    if (start !== null) return this.passOver({ start, end: end.toString('latin1'), bytes });
    const [only = Buffer.alloc(0), ...others] = parts;
    const message = others.length === 0 ? only : Buffer.concat(parts);
    this.take(message.toString(), bytes);
  }

  private longest(): number {
    const start = this.beginning();
    if (!start.subarray(0, ANSWER.length).equals(ANSWER)) return MAX_EVENT_BYTES;
    return Math.min(MAX_ANSWER_BYTES, this.longestAnswer(start.toString('latin1')));
  }

  private beginning(): Buffer {
    const first = this.parts.slice(0, KEPT_BYTES).map((part) => part.subarray(0, KEPT_BYTES));
    return Buffer.concat(first).subarray(0, KEPT_BYTES);
  }

  private clear(): void {
    this.parts = [];
    this.end = Buffer.alloc(0);
    this.skipped = null;
    this.length = 0;
  }
}
