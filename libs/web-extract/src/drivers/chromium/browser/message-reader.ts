const MIB = 1024 * 1024;
/** Pages are cut at 10 million characters, of at most six bytes each in JSON; pictures are taken anew where they are larger. */
export const MAX_ANSWER_BYTES = 64 * MIB;
/** Nobody asked for an event: a page that makes long ones is not listened to. */
const MAX_EVENT_BYTES = 4 * MIB;
/** How the answer to a command begins. */
const ANSWER = Buffer.from('{"id":');

/** Cuts what comes out of a pipe into messages, each ended by a zero byte. Long ones are passed over without being kept. */
export class MessageReader {
  private parts: Buffer[] = [];
  private length = 0;
  /** How the message begins that is being passed over. */
  private skipped: string | null = null;

  /**
   * @param take is given each message
   * @param passOver is given the first bytes of each message that is too long
   * @param longestAnswer returns the most bytes of an answer, given its first bytes
   */
  constructor(
    private readonly take: (text: string) => void,
    private readonly passOver: (start: string) => void,
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
    if (this.skipped !== null) return;
    this.parts.push(part);
    this.length += part.length;
    // messages of ordinary length are not looked at
    if (this.length <= MAX_EVENT_BYTES || this.length <= this.longest()) return;
    this.skipped = this.beginning().toString('latin1');
    this.clear();
  }

  private finish(): void {
    const { skipped } = this;
    this.skipped = null;
    if (skipped !== null) return this.passOver(skipped);
    const [only = Buffer.alloc(0), ...others] = this.parts;
    const message = others.length === 0 ? only : Buffer.concat(this.parts);
    this.clear();
    this.take(message.toString());
  }

  private longest(): number {
    const start = this.beginning();
    if (!start.subarray(0, ANSWER.length).equals(ANSWER)) return MAX_EVENT_BYTES;
    return Math.min(MAX_ANSWER_BYTES, this.longestAnswer(start.toString('latin1')));
  }

  private beginning(): Buffer {
    return Buffer.concat(this.parts.slice(0, 32).map((part) => part.subarray(0, 32))).subarray(0, 32);
  }

  private clear(): void {
    this.parts = [];
    this.length = 0;
  }
}
