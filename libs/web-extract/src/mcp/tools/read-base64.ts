import { setImmediate as nextTurn } from 'node:timers/promises';

/** Looked at, or decoded, in one go: less than a millisecond's work. */
const STEP_BYTES = 256 * 1024;

const DIGIT = 1;
const BLANK = 2;
const PAD = 3;
const [BACKSLASH, U] = [0x5c, 0x75];
/** What each byte is; 0 for what stands in no base64. */
const KINDS = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') set(char, DIGIT);
for (const char of ' \t\r\n\f\v') set(char, BLANK);
set('=', PAD);

function set(char: string, kind: number): void {
  KINDS[char.charCodeAt(0)] = kind;
}

/** What the letter behind a backslash means. */
const ESCAPES: Readonly<Record<number, number>> = Object.fromEntries(
  [...'n\nr\rt\tf\f//'.matchAll(/(.)(.)/gs)].map(([, name, char]) => [
    name!.charCodeAt(0),
    char!.charCodeAt(0),
  ]),
);

/**
 * Decodes base64, or its variant for addresses, in steps between which everybody else has their turn. White space is passed over.
 *
 * @param text as it stands between the marks of a JSON text, with its escapes
 * @returns null when it is something else, or nothing
 */
export async function readBase64(text: Buffer): Promise<Buffer | null> {
  const reader = new DigitReader(text);
  for (let to = STEP_BYTES; reader.goOn(to); to += STEP_BYTES) await nextTurn();
  const { digits } = reader;
  if (!digits || digits.length < 2) return null;
  const parts: Buffer[] = [];
  for (let at = 0; at < digits.length; at += STEP_BYTES) {
    parts.push(Buffer.from(digits.toString('latin1', at, at + STEP_BYTES), 'base64'));
    await nextTurn();
  }
  return Buffer.concat(parts);
}

/** Takes the digits out of a text. */
class DigitReader {
  private readonly found: Buffer;
  private count = 0;
  private pads = 0;
  private at = 0;
  private isOdd = false;

  constructor(private readonly text: Buffer) {
    this.found = Buffer.allocUnsafe(text.length);
  }

  /** Null where there was anything else. */
  get digits(): Buffer | null {
    return this.isOdd || this.pads > 2 ? null : this.found.subarray(0, this.count);
  }

  /** @returns whether there is more behind `to` that may be of use */
  goOn(to: number): boolean {
    const end = Math.min(to, this.text.length);
    while (this.at < end && !this.isOdd) this.take(this.next());
    return this.at < this.text.length && !this.isOdd;
  }

  private take(byte: number): void {
    const kind = KINDS[byte];
    if (kind === DIGIT && this.pads === 0) this.found[this.count++] = byte;
    else if (kind === PAD) this.pads++;
    else if (kind !== BLANK) this.isOdd = true;
  }

  private next(): number {
    const byte = this.text[this.at++]!;
    if (byte !== BACKSLASH) return byte;
    const name = this.text[this.at++] ?? 0;
    return name === U ? this.unit() : (ESCAPES[name] ?? 0);
  }

  /** The four digits of an escape. */
  private unit(): number {
    const code = Number.parseInt(this.text.toString('latin1', this.at, this.at + 4), 16);
    this.at += 4;
    return code > 0 && code < 128 ? code : 0;
  }
}
