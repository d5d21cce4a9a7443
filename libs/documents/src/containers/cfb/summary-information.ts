import { decodeAs, encodingOf } from '../../markup/decode/encodings.js';
import type { DocumentFacts } from '../../document-reader.js';
import type { CompoundFile } from './compound-file.js';

const CODE_PAGE = 1;
const NAMES: Readonly<Record<number, keyof DocumentFacts>> = {
  2: 'title',
  3: 'description',
  4: 'author',
  5: 'keywords',
  12: 'createdAt',
  13: 'modifiedAt',
};
const TYPE_TEXT = 0x1e;
const TYPE_WIDE_TEXT = 0x1f;
const TYPE_TIME = 0x40;
const TYPE_SHORT = 0x02;
const MAX_PROPERTIES = 100;
const MAX_TEXT_BYTES = 10_000;
/** Offset between the epochs 1601 and 1970, in units of 100 ns. */
const EPOCH_TICKS = 116_444_736_000_000_000n;

/**
 * Fills in the metadata of a compound file.
 * @see MS-OLEPS
 */
export function readSummary(file: CompoundFile, facts: DocumentFacts): void {
  const bytes = file.read('\u0005SummaryInformation');
  if (!bytes) return;
  try {
    readProperties(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), facts);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the list is truncated: keep the properties read so far
  }
}

function readProperties(view: DataView, facts: DocumentFacts): void {
  const section = view.getUint32(44, true);
  const count = Math.min(view.getUint32(section + 4, true), MAX_PROPERTIES);
  const places = Array.from({ length: count }, (_, at) => ({
    id: view.getUint32(section + 8 + at * 8, true),
    offset: section + view.getUint32(section + 12 + at * 8, true),
  }));
  const codePage = places.find(({ id }) => id === CODE_PAGE);
  const isShort = codePage && view.getUint32(codePage.offset, true) === TYPE_SHORT;
  const page = isShort ? view.getUint16(codePage.offset + 4, true) : 1252;
  for (const { id, offset } of places) {
    const name = NAMES[id];
    const value = name && valueAt(view, offset, page);
    if (name && name !== 'numPages' && value) facts[name] ??= value;
  }
}

function valueAt(view: DataView, offset: number, codePage: number): string | null {
  const type = view.getUint32(offset, true);
  if (type === TYPE_TIME) return timeOf(view.getBigUint64(offset + 4, true));
  if (type !== TYPE_TEXT && type !== TYPE_WIDE_TEXT) return null;
  const isWide = type === TYPE_WIDE_TEXT || codePage === 1200;
  const length = Math.min(
    view.getUint32(offset + 4, true) * (type === TYPE_WIDE_TEXT ? 2 : 1),
    MAX_TEXT_BYTES,
  );
  const start = view.byteOffset + offset + 8;
  const bytes = Buffer.from(view.buffer, start, Math.max(0, Math.min(length, view.byteLength - offset - 8)));
  const encoding = isWide ? 'utf-16le' : codePageName(codePage);
  return (
    decodeAs(encoding, bytes)
      .replace(/\0[^]*$/, '')
      .trim() || null
  );
}

/** Encoding of a Windows code page. */
export function codePageName(codePage: number): string {
  if (codePage === 65_001) return 'utf-8';
  if (codePage === 10_000) return 'macintosh';
  const asian: Readonly<Record<number, string>> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
  };
  return encodingOf(asian[codePage] ?? `windows-${codePage}`) ?? 'windows-1252';
}

function timeOf(ticks: bigint): string | null {
  if (ticks <= EPOCH_TICKS) return null;
  const date = new Date(Number((ticks - EPOCH_TICKS) / 10_000n));
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(/\.\d+Z$/, 'Z');
}
