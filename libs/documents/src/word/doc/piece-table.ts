import { decodeAs } from '../../markup/decode/encodings.js';
import type { TablePlace } from './file-information.js';

/** Characters stored contiguously in the file. */
export interface Piece {
  /** Range of character positions in the text; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Offset in the main stream. */
  readonly offset: number;
  readonly letterBytes: 1 | 2;
}

const PROPERTIES = 1;
const PIECES = 2;
const COMPRESSED = 0x40000000;

/** Pieces in text order. @see MS-DOC 2.8.35 */
export function readPieces(table: DataView, { start, length }: TablePlace): Piece[] {
  const end = Math.min(start + length, table.byteLength);
  let at = start;
  while (at + 3 <= end && table.getUint8(at) === PROPERTIES) at += 3 + table.getUint16(at + 1, true);
  if (at + 5 > end || table.getUint8(at) !== PIECES) return [];
  const bytes = Math.min(table.getUint32(at + 1, true), end - at - 5);
  const count = Math.floor((bytes - 4) / 12);
  const first = at + 5;
  const pieces: Piece[] = [];
  for (let piece = 0; piece < count; piece++) {
    const from = table.getUint32(first + piece * 4, true);
    const to = table.getUint32(first + piece * 4 + 4, true);
    const place = table.getUint32(first + (count + 1) * 4 + piece * 8 + 2, true);
    const isCompressed = (place & COMPRESSED) !== 0;
    const offset = place & ~COMPRESSED & 0x3fffffff;
    if (to > from)
      pieces.push({
        from,
        to,
        offset: isCompressed ? offset >> 1 : offset,
        letterBytes: isCompressed ? 1 : 2,
      });
  }
  return pieces;
}

/** Text of a piece between two character positions. */
export function pieceText(stream: Uint8Array, piece: Piece, from: number, to: number): string {
  const start = piece.offset + (from - piece.from) * piece.letterBytes;
  const end = Math.min(start + (to - from) * piece.letterBytes, stream.length);
  const bytes = Buffer.from(stream.buffer, stream.byteOffset + start, Math.max(0, end - start));
  return decodeAs(piece.letterBytes === 1 ? 'windows-1252' : 'utf-16le', bytes);
}
