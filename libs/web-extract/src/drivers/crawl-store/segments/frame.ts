import { crc32 } from 'node:zlib';

const CRC_BYTES = 4;

/** Bytes of an object that are read on their own, and their CRC-32. */
export function closeFrame(bytes: Buffer): readonly [frame: Buffer, crc: Buffer] {
  const crc = Buffer.allocUnsafe(CRC_BYTES);
  crc.writeUInt32LE(crc32(bytes));
  return [bytes, crc];
}

/** @returns the frame without its checksum; null if it is damaged */
export function openFrame(framed: Buffer): Buffer | null {
  const end = framed.length - CRC_BYTES;
  if (end < 0) return null;
  const frame = framed.subarray(0, end);
  return crc32(frame) === framed.readUInt32LE(end) ? frame : null;
}
