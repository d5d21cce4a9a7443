import { DamagedDocumentError, EncryptedDocumentError, UnsupportedDocumentError } from '../../errors.js';

/** Position of a list in the table stream. */
export interface TablePlace {
  readonly start: number;
  readonly length: number;
}

/** Indexes of the lists that are read. @see MS-DOC 2.5.6 */
const LISTS = {
  styles: 1,
  noteMarks: 2,
  noteTexts: 3,
  characters: 12,
  paragraphs: 13,
  fonts: 15,
  pieces: 33,
  endnoteMarks: 46,
  drawings: 40,
  endnoteTexts: 47,
  boxTexts: 56,
  listFormats: 73,
  listOverrides: 74,
} as const;

const MAGIC = 0xa5ec;
/** Files of Word 1 to 95. */
const OLD_MAGIC: ReadonlySet<number> = new Set([0xa59b, 0xa59c, 0xa5db, 0xa5dc, 0xa697, 0xa698, 0xa699]);
/** Word 97. Earlier versions have a different structure. */
const FIRST_VERSION = 0x00c1;
const LISTS_START = 154;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;

/** Header of a binary Word file: lengths of its texts and positions of its tables. */
export interface FileInformation {
  readonly table: '0Table' | '1Table';
  /**
   * Number of characters of the text, footnotes, headers and footers, comments, endnotes, and text boxes, which are
   * stored in this order.
   */
  readonly letters: {
    readonly text: number;
    readonly notes: number;
    readonly heads: number;
    readonly comments: number;
    readonly endnotes: number;
    readonly boxes: number;
  };
  place(list: keyof typeof LISTS): TablePlace;
}

/** @throws DamagedDocumentError, EncryptedDocumentError */
export function readFileInformation(view: DataView): FileInformation {
  const magic = view.byteLength >= 4 ? view.getUint16(0, true) : 0;
  if (OLD_MAGIC.has(magic) || (magic === MAGIC && view.getUint16(2, true) < FIRST_VERSION))
    throw new UnsupportedDocumentError('a document of Word 6, Word 95 or earlier', 'save it as docx');
  if (view.byteLength < LISTS_START || magic !== MAGIC)
    throw new DamagedDocumentError('its text does not begin as one of Word');
  const flags = view.getUint16(10, true);
  if ((flags & ENCRYPTED) !== 0) throw new EncryptedDocumentError();
  const count = view.getUint16(LISTS_START - 2, true);
  const letters = (at: number) => Math.max(0, view.getInt32(at, true));
  return {
    table: (flags & SECOND_TABLE) !== 0 ? '1Table' : '0Table',
    letters: {
      text: letters(76),
      notes: letters(80),
      heads: letters(84),
      comments: letters(92),
      endnotes: letters(96),
      boxes: letters(100),
    },
    place: (list) => {
      const number = LISTS[list];
      const at = LISTS_START + number * 8;
      if (number >= count || at + 8 > view.byteLength) return { start: 0, length: 0 };
      return { start: view.getUint32(at, true), length: view.getUint32(at + 4, true) };
    },
  };
}
