import { META, PAGE_HEADER_BYTES, readLong, type PageFile } from './page-file.js';

/** Description of a tree in a record. */
export interface TreeRecord {
  readonly flags: number;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  /** Null: the tree is empty. */
  readonly root: number | null;
}

/** The state of a database after its last commit. */
interface Snapshot {
  readonly transaction: number;
  readonly lastPage: number;
  readonly free: TreeRecord;
  readonly main: TreeRecord;
}

export const TREE_RECORD_BYTES = 48;

const MAGIC = 0xbeefc0de;
/** Layout of files by LMDB 1.0, on machines of 64 bits whose numbers begin with the low byte. */
const DATA_VERSION = 2;
const VERSION_MASK = 0xffff;
const META_BYTES = 152;
/** Numbers as keys, in the tree of free pages. */
const INTEGER_KEYS = 0x08;
const FIXED_MAP = 0x01;
/** Trees are never deeper. */
const MAX_DEPTH = 32;
/** No root, a page number of all ones. */
const NO_ROOT = 2 ** 64;
/** A map that no machine can make. */
const MAX_MAP_BYTES = 2 ** 46;
/** Pages at the end that are free need not be in the file: what one commit can take and give back. */
const MOST_PAGES_MISSING = 65_536;

/**
 * The newest state, from which LMDB would continue. Both meta pages must be intact, because no other place says which
 * is newer.
 */
export function readSnapshot(file: PageFile): Snapshot {
  const first = file.readMeta(0, META_BYTES + PAGE_HEADER_BYTES);
  file.setPageBytes(pageBytesOf(file, first));
  const second = file.readMeta(file.pageBytes, META_BYTES + PAGE_HEADER_BYTES);
  const [a, b] = [snapshotOf(file, first), snapshotOf(file, second)];
  return a.transaction >= b.transaction ? a : b;
}

/** Offsets in a meta page after the header. */
const AT = {
  magic: 0,
  version: 4,
  address: 8,
  mapBytes: 16,
  free: 24,
  main: 72,
  lastPage: 120,
  transaction: 128,
};

function pageBytesOf(file: PageFile, page: Buffer): number {
  const meta = metaOf(file, page);
  const pageBytes = meta.readUInt32LE(AT.free);
  const isPower = (pageBytes & (pageBytes - 1)) === 0;
  return isPower && pageBytes >= 512 && pageBytes <= 65_536 ? pageBytes : file.fail('its head is no head');
}

function metaOf(file: PageFile, page: Buffer): Buffer {
  const meta = page.subarray(PAGE_HEADER_BYTES);
  const isMeta = page.readUInt16LE(18) === META && meta.readUInt32LE(AT.magic) === MAGIC;
  if (!isMeta) file.fail('its head is no head');
  const version = meta.readUInt32LE(AT.version) & VERSION_MASK;
  return version === DATA_VERSION ? meta : file.fail(`its layout is ${version}, not ${DATA_VERSION}`);
}

function snapshotOf(file: PageFile, page: Buffer): Snapshot {
  const meta = metaOf(file, page);
  const free = readTreeRecord(file, meta, AT.free);
  const main = readTreeRecord(file, meta, AT.main);
  const lastPage = readLong(meta, AT.lastPage);
  const mapBytes = readLong(meta, AT.mapBytes);
  const isSound =
    meta.readUInt32LE(AT.free) === file.pageBytes &&
    readLong(meta, AT.address) === 0 &&
    (free.flags & INTEGER_KEYS) !== 0 &&
    (free.flags & FIXED_MAP) === 0 &&
    lastPage >= 1 &&
    lastPage < file.pages + MOST_PAGES_MISSING &&
    mapBytes <= MAX_MAP_BYTES;
  if (!isSound) file.fail('its head contradicts itself');
  return { transaction: readLong(meta, AT.transaction), lastPage, free, main };
}

export function readTreeRecord(file: PageFile, bytes: Buffer, at: number): TreeRecord {
  const root = readLong(bytes, at + 40);
  const record = {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branchPages: readLong(bytes, at + 8),
    leafPages: readLong(bytes, at + 16),
    overflowPages: readLong(bytes, at + 24),
    entries: readLong(bytes, at + 32),
    root: root === NO_ROOT ? null : root,
  };
  if (record.depth > MAX_DEPTH || (record.root === null) !== (record.depth === 0))
    file.fail('a tree has no root');
  return record;
}
