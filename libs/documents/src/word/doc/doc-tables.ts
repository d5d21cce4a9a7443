import { binaryNumberStyle } from '../../office/number-label.js';
import { WordTables, type WordListLevel } from '../word-tables.js';
import type { FileInformation, TablePlace } from './file-information.js';
import { SprmCode, sprms } from './sprms.js';

/** Built-in style identifiers, independent of the style names: the nine headings and the title. */
const TITLE = 62;
const NO_STYLE = 0x0fff;
const PARAGRAPH = 1;
const CHARACTER = 2;
const MAX_STYLES = 4_096;
const MAX_LISTS = 4_096;
const MAX_NAME_CHARS = 255;
const LIST_BYTES = 28;
const LEVEL_BYTES = 28;
const MAX_LABEL_CHARS = 100;
const LEGAL = 4;
/** Placeholder for the number of a level. @see MS-DOC 2.9.150 */
// eslint-disable-next-line no-control-regex -- levels are control characters
const LEVEL_NUMBER = /[\x00-\x08]/g;

/** Bold and italic according to a style. */
interface StyleLook {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly font: number | null;
}

/** Style, font and list definitions of a binary Word file. */
export class DocTables extends WordTables {
  /** List and level by paragraph style. */
  readonly styleLists = new Map<number, { readonly list: number; readonly level: number }>();
  /** Formatting by character style. */
  readonly looks = new Map<number, StyleLook>();

  constructor(table: DataView, information: FileInformation) {
    super();
    attempt(() => this.readStyles(table, information.place('styles')));
    attempt(() => this.readFonts(table, information.place('fonts')));
    attempt(() => this.readLists(table, information.place('listFormats')));
    attempt(() => this.readOverrides(table, information.place('listOverrides')));
  }

  private readStyles(table: DataView, { start, length }: TablePlace): void {
    if (length < 6) return;
    const headBytes = table.getUint16(start, true);
    const count = Math.min(table.getUint16(start + 2, true), MAX_STYLES);
    const baseBytes = table.getUint16(start + 4, true);
    let at = start + 2 + headBytes;
    for (let number = 0; number < count && at + 2 <= start + length; number++) {
      const bytes = table.getUint16(at, true);
      if (bytes > 0) this.readStyle(table, number, at + 2, bytes, baseBytes);
      at += 2 + bytes + (bytes & 1);
    }
  }

  private readStyle(table: DataView, number: number, start: number, bytes: number, baseBytes: number): void {
    const known = table.getUint16(start, true) & 0x0fff;
    const kind = table.getUint16(start + 2, true) & 0x0f;
    const basedOn = table.getUint16(start + 2, true) >> 4;
    const nameAt = start + baseBytes;
    const letters = table.getUint16(nameAt, true);
    const written = wideText(table, nameAt + 2, Math.min(letters, MAX_NAME_CHARS));
    const name = known >= 1 && known <= 9 ? `heading ${known}` : known === TITLE ? 'Title' : written;
    const style = {
      name,
      basedOn: basedOn === NO_STYLE ? null : basedOn,
      outlineLevel: null as number | null,
      font: null,
    };
    if (kind === PARAGRAPH) this.styles.set(number, style);
    else if (kind === CHARACTER) this.characterStyles.set(number, style);
    let at = nameAt + 2 + letters * 2 + 2;
    at += (at - start) & 1;
    for (let part = 0; part < 2 && at + 2 <= start + bytes; part++) {
      const partBytes = table.getUint16(at, true);
      const end = Math.min(at + 2 + partBytes, start + bytes);
      if (kind === PARAGRAPH && part === 0) this.readParagraphPart(table, number, at + 4, end);
      if (kind === CHARACTER && part === 0) this.looks.set(number, lookOf(table, at + 2, end));
      at += 2 + partBytes + (partBytes & 1);
    }
  }

  private readParagraphPart(table: DataView, number: number, start: number, end: number): void {
    let list: number | null = null;
    let level = 0;
    for (const { code, offset } of sprms(table, start, end)) {
      if (code === SprmCode.list) list = table.getUint16(offset, true);
      else if (code === SprmCode.listLevel) level = table.getUint8(offset);
      else if (code === SprmCode.outlineLevel && table.getUint8(offset) < 9)
        this.styles.get(number)!.outlineLevel = table.getUint8(offset) + 1;
    }
    if (list !== null) this.styleLists.set(number, { list, level });
  }

  private readFonts(table: DataView, { start, length }: TablePlace): void {
    const end = start + length;
    if (length < 4) return;
    const isExtended = table.getUint16(start, true) === 0xffff;
    let at = start + (isExtended ? 6 : 4);
    for (let number = 0; at + 40 <= end && number < MAX_STYLES; number++) {
      const bytes = table.getUint8(at);
      const isFixed = (table.getUint8(at + 1) & 3) === 1;
      const name = wideText(table, at + 40, Math.max(0, Math.floor((bytes - 39) / 2))).replace(/\0[^]*$/, '');
      this.fonts.set(number, { name, charset: null, isFixed });
      at += bytes + 1;
    }
  }

  private readLists(table: DataView, { start, length }: TablePlace): void {
    if (length < 2) return;
    const count = Math.min(table.getUint16(start, true), MAX_LISTS);
    let at = start + 2 + count * LIST_BYTES; // levels are stored after all lists
    for (let list = 0; list < count; list++) {
      const head = start + 2 + list * LIST_BYTES;
      const isSimple = (table.getUint8(head + 26) & 1) !== 0;
      const levels: WordListLevel[] = [];
      for (let level = 0; level < (isSimple ? 1 : 9); level++) {
        const { format, bytes } = readLevel(table, at);
        levels.push(format);
        at += bytes;
      }
      this.lists.set(table.getUint32(head, true), levels);
    }
  }

  private readOverrides(table: DataView, { start, length }: TablePlace): void {
    if (length < 4) return;
    const count = Math.min(table.getUint32(start, true), MAX_LISTS);
    for (let number = 0; number < count; number++)
      this.overrides.set(number + 1, table.getUint32(start + 4 + number * 16, true));
  }
}

function readLevel(table: DataView, start: number): { format: WordListLevel; bytes: number } {
  const characterBytes = table.getUint8(start + 24);
  const paragraphBytes = table.getUint8(start + 25);
  const paragraphs = start + LEVEL_BYTES;
  const textAt = paragraphs + paragraphBytes + characterBytes;
  const letters = table.getUint16(textAt, true);
  let indent: number | null = null;
  for (const { code, offset } of sprms(table, paragraphs, paragraphs + paragraphBytes))
    if (code === SprmCode.indent || code === SprmCode.indentNew) indent = table.getInt16(offset, true);
  const text = wideText(table, textAt + 2, Math.min(letters, MAX_LABEL_CHARS));
  const format = table.getUint8(start + 4);
  const first = table.getUint32(start, true);
  return {
    format: {
      format,
      start: first,
      hasText: text.trim() !== '',
      indent,
      label: {
        style: binaryNumberStyle(format),
        isLegal: (table.getUint8(start + 5) & LEGAL) !== 0,
        text: text.replace(LEVEL_NUMBER, (code) => `%${code.charCodeAt(0) + 1}`),
        start: first,
      },
    },
    bytes: LEVEL_BYTES + paragraphBytes + characterBytes + 2 + letters * 2,
  };
}

function lookOf(table: DataView, start: number, end: number): StyleLook {
  let bold = false;
  let italic = false;
  let font: number | null = null;
  for (const { code, offset } of sprms(table, start, end)) {
    if (code === SprmCode.bold) bold = table.getUint8(offset) === 1;
    else if (code === SprmCode.italic) italic = table.getUint8(offset) === 1;
    else if (code === SprmCode.font) font = table.getUint16(offset, true);
  }
  return { bold, italic, font };
}

function wideText(view: DataView, at: number, letters: number): string {
  const bytes = Math.max(0, Math.min(letters * 2, view.byteLength - at));
  return Buffer.from(view.buffer, view.byteOffset + at, bytes).toString('utf16le');
}

/** Keeps the entries of a truncated list. */
function attempt(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
