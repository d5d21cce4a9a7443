import type { DocumentBudget } from '../../document-budget.js';
import { decodeAs } from '../../markup/decode/encodings.js';

const WIDE = 1;
const EXTENDED = 4;
const RICH = 8;

/** Characters of a BIFF8 string, with one or two bytes each. */
function letters(view: DataView, at: number, count: number, isWide: boolean): string {
  const most = Math.max(0, Math.min(count * (isWide ? 2 : 1), view.byteLength - at));
  return Buffer.from(view.buffer, view.byteOffset + at, most).toString(isWide ? 'utf16le' : 'latin1');
}

/** String format of a workbook: depends on its version, and on the code page before BIFF8. */
export interface StringFormat {
  readonly isVersion8: boolean;
  readonly encoding: string;
}

/** Reads a string with a length prefix of one or two bytes. */
export function biffString(view: DataView, at: number, lengthBytes: 1 | 2, format: StringFormat): string {
  const count = lengthBytes === 1 ? view.getUint8(at) : view.getUint16(at, true);
  const start = at + lengthBytes;
  if (!format.isVersion8) {
    const most = Math.max(0, Math.min(count, view.byteLength - start));
    return decodeAs(format.encoding, Buffer.from(view.buffer, view.byteOffset + start, most));
  }
  if (count === 0 || start >= view.byteLength) return '';
  const flags = view.getUint8(start);
  const extra = (flags & RICH ? 2 : 0) + (flags & EXTENDED ? 4 : 0);
  return letters(view, start + 1 + extra, count, (flags & WIDE) !== 0);
}

/** Reads the shared strings. They continue across records and may change their character width there. */
export class SharedStrings {
  private segment = 0;
  private at = 8;

  constructor(private readonly segments: readonly DataView[]) {}

  /** @throws BudgetSpentError */
  read(budget: DocumentBudget): string[] {
    const count =
      this.segments[0] && this.segments[0].byteLength >= 8 ? this.segments[0].getUint32(4, true) : 0;
    const strings: string[] = [];
    while (strings.length < count && this.hasMore(3)) {
      budget.spend('elements');
      strings.push(this.next());
    }
    return strings;
  }

  private get view(): DataView {
    return this.segments[this.segment]!;
  }

  private hasMore(bytes: number): boolean {
    if (this.segment < this.segments.length && this.at >= this.view.byteLength) {
      this.segment++;
      this.at = 0;
    }
    return this.segment < this.segments.length && this.at + bytes <= this.view.byteLength;
  }

  private next(): string {
    const count = this.view.getUint16(this.at, true);
    const flags = this.view.getUint8(this.at + 2);
    this.at += 3;
    const runs = flags & RICH && this.hasMore(2) ? this.view.getUint16(this.at, true) : 0;
    if (flags & RICH) this.at += 2;
    const extended = flags & EXTENDED && this.hasMore(4) ? this.view.getUint32(this.at, true) : 0;
    if (flags & EXTENDED) this.at += 4;
    const text = this.letters(count, (flags & WIDE) !== 0);
    this.skip(runs * 4 + extended);
    return text;
  }

  private letters(count: number, startsWide: boolean): string {
    let isWide = startsWide;
    let text = '';
    let left = count;
    while (left > 0 && this.segment < this.segments.length) {
      const room = Math.floor((this.view.byteLength - this.at) / (isWide ? 2 : 1));
      const taken = Math.min(left, Math.max(0, room));
      text += letters(this.view, this.at, taken, isWide);
      this.at += taken * (isWide ? 2 : 1);
      left -= taken;
      if (left === 0) break;
      this.segment++;
      if (this.segment >= this.segments.length || this.view.byteLength === 0) break;
      isWide = (this.view.getUint8(0) & WIDE) !== 0;
      this.at = 1;
    }
    return text;
  }

  private skip(bytes: number): void {
    let left = bytes;
    while (left > 0 && this.segment < this.segments.length) {
      const taken = Math.min(left, this.view.byteLength - this.at);
      this.at += taken;
      left -= taken;
      if (left > 0) {
        this.segment++;
        this.at = 0;
      }
    }
  }
}
