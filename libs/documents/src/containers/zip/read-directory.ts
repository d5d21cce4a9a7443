import type { DocumentBudget } from '../../document-budget.js';

/** Directory entry of a file in an archive. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated; others are unsupported. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Compressed size in bytes; null if only the data reveals it (truncated archives). */
  readonly storedBytes: number | null;
  /** Decompressed size in bytes that the directory states, which may be any number; null without a directory. */
  readonly statedBytes: number | null;
  /** Offset of the local header. */
  readonly offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_EXTRA = 0x0001;
const UNKNOWN_32 = 0xffffffff;
/** Size of the end record with the longest possible comment. */
const END_SEARCH_BYTES = 22 + 0xffff;
const ENCRYPTED = 1;
const SIZES_FOLLOW = 1 << 3;

/**
 * Lists the files of an archive from its central directory. Falls back to the local headers if the directory is missing
 * or invalid, as in a truncated download.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3
 */
export function readDirectory(bytes: Uint8Array, budget: DocumentBudget): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = findDirectory(view);
  const listed = start === null ? [] : readCentral(view, bytes, start, budget);
  return listed.length > 0 ? listed : readLocal(view, bytes, budget);
}

/** Offset of the central directory; bytes in front of the archive are skipped. */
function findDirectory(view: DataView): number | null {
  const least = Math.max(0, view.byteLength - END_SEARCH_BYTES);
  for (let at = view.byteLength - 22; at >= least; at--) {
    if (view.getUint32(at, true) !== DIRECTORY_END) continue;
    const size = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    const begins = [offset === UNKNOWN_32 ? zip64Directory(view, at) : offset, at - size];
    const found = begins.find((begin) => hasHeader(view, begin, DIRECTORY_HEADER));
    if (found !== undefined) return found;
  }
  return null;
}

function zip64Directory(view: DataView, end: number): number {
  const locator = end - 20;
  if (!hasHeader(view, locator, ZIP64_LOCATOR)) return -1;
  const record = Number(view.getBigUint64(locator + 8, true));
  return hasHeader(view, record, ZIP64_END) && record + 56 <= view.byteLength
    ? Number(view.getBigUint64(record + 48, true))
    : -1;
}

function hasHeader(view: DataView, at: number, signature: number): boolean {
  return at >= 0 && at + 4 <= view.byteLength && view.getUint32(at, true) === signature;
}

function readCentral(view: DataView, bytes: Uint8Array, start: number, budget: DocumentBudget): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = start;
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === DIRECTORY_HEADER) {
    budget.spend('entries');
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const extra = at + 46 + nameBytes;
    const sizes = zip64Sizes(view, extra, extraBytes, {
      size: view.getUint32(at + 24, true),
      stored: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    entries.push({
      name: nameAt(bytes, at + 46, nameBytes),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & ENCRYPTED) !== 0,
      storedBytes: sizes.stored,
      statedBytes: sizes.size,
      offset: sizes.offset,
    });
    at = extra + extraBytes + view.getUint16(at + 32, true);
  }
  return entries;
}

interface Sizes {
  readonly size: number;
  readonly stored: number;
  readonly offset: number;
}

/** Values that exceed 32 bits are stored in an extra field, in this order, each only if it exceeds. */
function zip64Sizes(view: DataView, start: number, length: number, { size, stored, offset }: Sizes): Sizes {
  let at = start;
  const end = Math.min(start + length, view.byteLength);
  while (at + 4 <= end) {
    const fieldEnd = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === ZIP64_EXTRA) {
      let value = at + 4;
      const next = (known: number) => {
        if (known !== UNKNOWN_32 || value + 8 > Math.min(fieldEnd, end)) return known;
        value += 8;
        return Number(view.getBigUint64(value - 8, true));
      };
      return { size: next(size), stored: next(stored), offset: next(offset) };
    }
    at = fieldEnd;
  }
  return { size, stored, offset };
}

/** Walks the local headers. If a size follows the data, the next header is searched instead. */
function readLocal(view: DataView, bytes: Uint8Array, budget: DocumentBudget): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = findLocal(buffer, 0); at >= 0 && at + 30 <= view.byteLength;) {
    budget.spend('entries');
    const flags = view.getUint16(at + 6, true);
    const nameBytes = view.getUint16(at + 26, true);
    const data = at + 30 + nameBytes + view.getUint16(at + 28, true);
    const stored = view.getUint32(at + 18, true);
    const isKnown = (flags & SIZES_FOLLOW) === 0 && stored !== UNKNOWN_32 && data + stored <= view.byteLength;
    entries.push({
      name: nameAt(bytes, at + 30, nameBytes),
      method: view.getUint16(at + 8, true),
      isEncrypted: (flags & ENCRYPTED) !== 0,
      storedBytes: isKnown ? stored : null,
      statedBytes: null,
      offset: at,
    });
    at = findLocal(buffer, isKnown ? data + stored : Math.min(data, view.byteLength));
  }
  return entries;
}

const LOCAL_MARK = Buffer.from('PK\x03\x04', 'latin1');

function findLocal(buffer: Buffer, from: number): number {
  return buffer.indexOf(LOCAL_MARK, from);
}

function nameAt(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset + start,
    Math.max(0, Math.min(length, bytes.length - start)),
  ).toString();
}

/** Offset of the file data after its local header; null if there is no header. */
export function dataStart(bytes: Uint8Array, { offset }: ZipEntry): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + 30 > view.byteLength || !hasHeader(view, offset, LOCAL_HEADER)) return null;
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return start <= view.byteLength ? start : null;
}
