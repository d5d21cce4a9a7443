/** What a text begins and ends with, if it is an identifier or an entity tag: the rest takes six bits a character. */
const FORMS = [null, ['', ''], ['"', '"'], ['W/"', '"']] as const;
const PLAIN = 0;
const WORD = /^(?:[\w-]+|(?:W\/)?"[\w-]+")$/;
const CHARS_A_GROUP = 4;
const BYTES_A_GROUP = 3;
const TIME_BYTES = 6;
const MAX_COUNT_BYTES = 8;
const BASE = 128;
const CUT_OFF = 'Packed values are cut off';

/** Writes values without names, to be read in the same order. */
export class ValueWriter {
  private buffer = Buffer.allocUnsafe(512);
  private at = 0;

  /** A copy of the written bytes. */
  get packed(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.at));
  }

  byte(value: number): this {
    this.reserve(1);
    this.buffer[this.at++] = value;
    return this;
  }

  /** A number from 0 on. */
  count(value: number): this {
    this.reserve(MAX_COUNT_BYTES);
    let left = value;
    for (; left >= BASE; left = Math.floor(left / BASE)) this.buffer[this.at++] = (left % BASE) + BASE;
    this.buffer[this.at++] = left;
    return this;
  }

  bytes(values: Uint8Array): this {
    this.reserve(values.length);
    this.buffer.set(values, this.at);
    this.at += values.length;
    return this;
  }

  /** Milliseconds since the epoch; the number of bytes does not depend on the value. */
  time(ms: number): this {
    this.reserve(TIME_BYTES);
    this.at = this.buffer.writeUIntBE(ms, this.at, TIME_BYTES);
    return this;
  }

  text(text: string): this {
    if (!WORD.test(text)) return this.plain(text);
    const form = text.startsWith('W') && text.endsWith('"') ? 3 : text.startsWith('"') ? 2 : 1;
    const [before, after] = FORMS[form];
    const word = text.slice(before.length, text.length - after.length);
    this.count(word.length * FORMS.length + form);
    this.reserve(word.length + BYTES_A_GROUP);
    // full groups have no unused bits: each character is kept
    this.at += this.buffer.write(
      word.padEnd(groupsOf(word.length) * CHARS_A_GROUP, 'A'),
      this.at,
      'base64url',
    );
    return this;
  }

  private plain(text: string): this {
    const length = Buffer.byteLength(text);
    this.count(length * FORMS.length + PLAIN);
    this.reserve(length);
    this.at += this.buffer.write(text, this.at);
    return this;
  }

  private reserve(length: number): void {
    if (this.at + length <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.at + length));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}

/** Reads what a {@link ValueWriter} has written. Throws RangeError if it is cut off: a damaged row must not be read without end. */
export class ValueReader {
  constructor(
    private readonly bytes: Buffer,
    private at = 0,
  ) {}

  /** Number of bytes that were not read. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    return this.bytes[this.at++]!;
  }

  count(): number {
    let byte = this.byte();
    if (byte < BASE) return byte;
    let value = 0;
    for (let scale = 1; ; scale *= BASE, byte = this.byte()) {
      if (this.left < 0) throw new RangeError(CUT_OFF);
      value += (byte % BASE) * scale;
      if (byte < BASE) return value;
    }
  }

  time(): number {
    this.at += TIME_BYTES;
    const start = this.at - TIME_BYTES;
    return this.bytes.readUInt16BE(start) * 2 ** 32 + this.bytes.readUInt32BE(start + 2);
  }

  text(): string {
    const tag = this.count();
    const form = FORMS[tag % FORMS.length];
    const length = Math.floor(tag / FORMS.length);
    if (!form) return this.slice(length, 'utf8');
    const word = this.slice(groupsOf(length) * BYTES_A_GROUP, 'base64url').slice(0, length);
    return form[0] + word + form[1];
  }

  private slice(length: number, encoding: BufferEncoding): string {
    this.at += length;
    if (this.left < 0) throw new RangeError(CUT_OFF);
    return this.bytes.toString(encoding, this.at - length, this.at);
  }
}

const groupsOf = (chars: number): number => Math.ceil(chars / CHARS_A_GROUP);
