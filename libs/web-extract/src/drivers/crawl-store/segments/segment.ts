import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { closeFrame } from './frame.js';

/** Rows of a crawl besides its pages. */
export const ROW_KINDS = ['records', 'failures', 'blocked'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A page as `packPage` makes it. */
export interface PackedRow {
  readonly packed: Buffer;
  /** Bytes of its JSON. */
  readonly bytes: number;
}

/** Results of a crawl in order, ready for a segment. */
export interface UnsealedRows {
  /** Position of the first page and of the first row of each kind. */
  readonly first: Readonly<Record<'pages' | RowKind, number>>;
  readonly pages: readonly PackedRow[];
  readonly rows: Readonly<Record<RowKind, readonly string[]>>;
}

/** Where consecutive pages are in a segment: object, offset, bytes of each frame, bytes of each page as JSON. */
export type PagesPointer = readonly [object: string, offset: number, frames: number[], sizes: number[]];

/** Where consecutive rows are in a segment. */
export type RowsPointer = readonly [object: string, offset: number, length: number, count: number];

export interface SegmentPointers extends Readonly<Record<RowKind, RowsPointer | null>> {
  readonly pages: PagesPointer | null;
}

/** A segment: frames, each followed by its CRC-32. A page is a frame, the rows of a kind are one. */
export interface Segment {
  readonly bytes: Buffer;
  readonly pointers: SegmentPointers;
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const ROWS_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export async function packSegment(object: string, { pages, rows }: UnsealedRows): Promise<Segment> {
  const parts: Buffer[] = [];
  let offset = 0;
  const add = (frame: Buffer): number => {
    const closed = closeFrame(frame);
    const length = closed[0].length + closed[1].length;
    parts.push(...closed);
    offset += length;
    return length;
  };
  const frames = pages.map(({ packed }) => add(packed));
  const sizes = pages.map(({ bytes }) => bytes);
  const pointers: Record<RowKind, RowsPointer | null> = { records: null, failures: null, blocked: null };
  for (const kind of ROW_KINDS) {
    if (rows[kind].length === 0) continue;
    const start = offset;
    const length = add(await packRows(rows[kind]));
    pointers[kind] = [object, start, length, rows[kind].length];
  }
  const pagesPointer: PagesPointer | null = pages.length === 0 ? null : [object, 0, frames, sizes];
  return { bytes: Buffer.concat(parts, offset), pointers: { pages: pagesPointer, ...pointers } };
}

export const packRows = (rows: readonly string[]): Promise<Buffer> =>
  compress(Buffer.from(JSON.stringify(rows)), ROWS_QUALITY);

export async function unpackRows(frame: Buffer): Promise<string[]> {
  return JSON.parse(String(await decompress(frame))) as string[];
}
