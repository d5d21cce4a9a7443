import { setImmediate as nextTurn } from 'node:timers/promises';
import { RefusedBodyError } from './refused-body.error.js';

/** A body that can be parsed at once, and the file that stood in it. */
export interface StrippedBody {
  /** JSON, or what was sent in its place; where a file stood is an empty text. */
  readonly bytes: Buffer;
  /** Base64 as it stands between the marks of a JSON text; null when there was no long one. */
  readonly file: Buffer | null;
}

/** Longer texts are files. */
const LONG_TEXT_BYTES = 64 * 1024;
/** Everything but the file. Parsing so much takes about ten milliseconds. */
const MAX_BYTES = 1024 * 1024;
/** What is known of tools is ten levels deep, and may hold a JSON Schema. */
const MAX_DEPTH = 110;
/** Commas and brackets. A thousand addresses, or a schema of as many properties, are well below; the library takes 3 µs for each. */
const MAX_PLACES = 5_000;
/** Looked at in one go: less than a millisecond's work. */
const STEP_BYTES = 256 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON, SPACE] = [0x22, 0x5c, 0x2c, 0x3a, 0x20];
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];
/** The field of a tool that files are sent in. */
const FILE_KEY = '"content"';

/**
 * Makes sure that a body does not hold up everybody else when it is parsed: counts before that what is in it, in steps, and takes the
 * file out.
 *
 * @throws RefusedBodyError
 */
export async function stripUploads(bytes: Buffer): Promise<StrippedBody> {
  const scan = new BodyScan(bytes);
  for (let to = STEP_BYTES; scan.goOn(to); to += STEP_BYTES) await nextTurn();
  const { file } = scan;
  const rest = file ? Buffer.concat([bytes.subarray(0, file.start), bytes.subarray(file.end)]) : bytes;
  if (rest.length > MAX_BYTES) throw tooLarge();
  return { bytes: rest, file: file && bytes.subarray(file.start, file.end) };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Goes through JSON by its bytes. In UTF-8 none of those that matter is part of another character. */
class BodyScan {
  file: Span | null = null;
  private at = 0;
  private depth = 0;
  private places = 0;
  /** Where the text that is open begins, behind its mark; -1 between texts. */
  private textStart = -1;

  constructor(private readonly bytes: Buffer) {}

  /** @returns whether there is more behind `to` */
  goOn(to: number): boolean {
    const end = Math.min(to, this.bytes.length);
    for (; this.at < end; this.at++) this.take(this.bytes[this.at]!);
    return this.at < this.bytes.length;
  }

  private take(byte: number): void {
    if (this.textStart >= 0) this.takeOfText(byte);
    else if (byte === QUOTE) this.textStart = this.at + 1;
    else if (byte === COMMA) this.count();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.open();
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth--;
  }

  private takeOfText(byte: number): void {
    if (byte === BACKSLASH) this.at++;
    else if (byte === QUOTE) this.closeText();
  }

  private open(): void {
    this.count();
    if (++this.depth > MAX_DEPTH) throw odd(`nested deeper than ${MAX_DEPTH} levels`);
  }

  private count(): void {
    if (++this.places > MAX_PLACES) throw odd(`of more than ${MAX_PLACES} values`);
  }

  private closeText(): void {
    const text = { start: this.textStart, end: this.at };
    this.textStart = -1;
    if (text.end - text.start <= LONG_TEXT_BYTES) return;
    if (this.file || !this.isFile(text)) throw tooLarge();
    this.file = text;
  }

  private isFile({ start }: Span): boolean {
    const colon = this.beforeSpaces(start - 2);
    if (this.bytes[colon] !== COLON) return false;
    const end = this.beforeSpaces(colon - 1) + 1;
    return this.bytes.toString('latin1', Math.max(0, end - FILE_KEY.length), end) === FILE_KEY;
  }

  private beforeSpaces(from: number): number {
    let at = from;
    while (at >= 0 && this.bytes[at]! <= SPACE) at--;
    return at;
  }
}

const tooLarge = () =>
  new RefusedBodyError(413, 'Request body too large: only the content of a file may have more than 64 KiB');

const odd = (what: string) => new RefusedBodyError(400, `Invalid Request: a body ${what} is not taken`);
