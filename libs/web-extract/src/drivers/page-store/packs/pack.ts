import { closeFrame, openFrame } from '../../crawl-store/segments/frame.js';
import { packRow, unpackRow } from '../pack-row.js';
import type { BodyTable, PackedBody, PlacedBody } from './body-place.js';

type Entry = readonly [table: BodyTable, id: string | number, offset: number, length: number];

/** Length of the directory, at the end. */
const TRAILER_BYTES = 4;

/** Joins bodies to a pack: frames with checksums, then a directory of them, so that a pack can be dissolved without reading the whole store. */
export async function packBodies(
  bodies: readonly PackedBody[],
): Promise<{ readonly bytes: Buffer; readonly placed: readonly PlacedBody[] }> {
  const parts: Buffer[] = [];
  let end = 0;
  const add = (bytes: Buffer): { offset: number; length: number } => {
    const closed = closeFrame(bytes);
    const offset = end;
    parts.push(...closed);
    end += closed[0].length + closed[1].length;
    return { offset, length: end - offset };
  };
  const placed = bodies.map((body) => ({ ...body, ...add(body.bytes) }));
  const entries = placed.map(({ table, id, offset, length }): Entry => [table, id, offset, length]);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(add(await packRow(entries)).length);
  return { bytes: Buffer.concat([...parts, trailer]), placed };
}

/** Returns the bodies of a pack without damaged ones; null if its directory is damaged. */
export async function openPack(bytes: Buffer): Promise<PlacedBody[] | null> {
  const end = bytes.length - TRAILER_BYTES;
  const length = end < 0 ? 0 : bytes.readUInt32LE(end);
  const directory = length > 0 && length <= end ? openFrame(bytes.subarray(end - length, end)) : null;
  if (!directory) return null;
  const entries = await unpackRow<Entry[]>(directory);
  return entries.flatMap(([table, id, offset, size]) => {
    const frame = openFrame(bytes.subarray(offset, offset + size));
    return frame ? [{ table, id, offset, length: size, bytes: frame }] : [];
  });
}
