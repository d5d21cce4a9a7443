import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A record of a file. Names of fields are in lower case. */
export interface ReadRecord {
  readonly fields: Readonly<Record<string, string>>;
  readonly block: Buffer;
}

/** Longest record: a larger one is not written, and could be a decompression bomb. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;
const FIXED_HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
/** Flags of the header of RFC 1952. */
const FLAGS = { crc: 2, extra: 4, name: 8, comment: 16 } as const;

/**
 * Splits a file into its gzip members, each of which is a record.
 * @throws RangeError if the file is damaged
 */
export function membersOf(file: Buffer): Buffer[] {
  const members: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const length = memberLength(file.subarray(at));
    members.push(file.subarray(at, at + length));
    at += length;
  }
  return members;
}

/** @throws RangeError if the record is damaged */
export function readRecord(member: Buffer): ReadRecord {
  const bytes = unpacked(member);
  const end = bytes.indexOf('\r\n\r\n');
  const [, ...lines] = bytes.toString('utf8', 0, Math.max(end, 0)).split('\r\n');
  const fields = Object.fromEntries(lines.map(pairOf).map(([name, value]) => [name.toLowerCase(), value]));
  const length = Number(fields['content-length']);
  const block = bytes.subarray(end + 4, end + 4 + length);
  if (end < 0 || block.length !== length) throw new RangeError('a record is damaged');
  return { fields, block };
}

function unpacked(member: Buffer): Buffer {
  try {
    return gunzipSync(member, { maxOutputLength: MAX_RECORD_BYTES });
  } catch (cause) {
    throw new RangeError('a record is damaged', { cause });
  }
}

/** A line `Name: value`. */
export function pairOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()];
}

function memberLength(bytes: Buffer): number {
  const start = headerLength(bytes);
  // `info` is missing in the types of Node
  const options = { info: true, maxOutputLength: MAX_RECORD_BYTES } as object;
  try {
    const { engine } = inflateRawSync(bytes.subarray(start), options) as unknown as {
      engine: { bytesWritten: number };
    };
    const length = start + engine.bytesWritten + TRAILER_BYTES;
    if (length <= bytes.length) return length;
  } catch {
    // reported below
  }
  throw new RangeError('a record is damaged');
}

function headerLength(bytes: Buffer): number {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new RangeError('the file is not packed record by record');
  const flags = bytes[3] ?? 0;
  let at = FIXED_HEADER_BYTES;
  if (flags & FLAGS.extra) at += 2 + bytes.readUInt16LE(at);
  if (flags & FLAGS.name) at = bytes.indexOf(0, at) + 1;
  if (flags & FLAGS.comment) at = bytes.indexOf(0, at) + 1;
  return flags & FLAGS.crc ? at + 2 : at;
}
