import { writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Write } from './pending-writes.js';
import { TABLES, type AnyKey } from './table.js';

/** Length, checksum, generation, number and length of the JSON of a record. */
const HEADER_BYTES = 28;
/** Written ahead, so that small steps find room on a full disk. */
const RESERVED_BYTES = 128 * 1024;

/**
 * Up to so many bytes are copied into the system's cache here: 20 microseconds. By way of a thread it takes 2 to 50
 * milliseconds when the processors are busy, and a page's place in the crawl is held all that time.
 */
const MAX_SYNC_BYTES = 256 * 1024;

/** Table and key of a removal; with a value: of a row; with the length of bytes that follow the JSON: of those. */
type Entry = [number, AnyKey] | [number, AnyKey, unknown] | [number, AnyKey, null, number];

/** What a slot holds. */
export interface JournalPart {
  readonly generation: number;
  readonly batches: readonly Write[][];
  readonly bytes: number;
}

/**
 * The writes that were acknowledged and are not yet in LMDB. Generations alternate between two files that are written in
 * place, so that they keep their room on the disk; each record says which generation it is of, and a checksum tells a torn
 * one from a whole one.
 */
export class Journal {
  private generation = 0;
  private count = 0;
  private end = 0;
  /** Bytes of the last record. */
  private wanted = 0;

  private constructor(private readonly slots: readonly [FileHandle, FileHandle]) {}

  static async open(directory: string): Promise<Journal> {
    const slots = await Promise.all([
      openSlot(join(directory, 'journal-0')),
      openSlot(join(directory, 'journal-1')),
    ]);
    return new Journal(slots);
  }

  /** What both slots hold, older generation first. */
  async read(): Promise<JournalPart[]> {
    const parts = await Promise.all(this.slots.map(readSlot));
    return parts.filter((part) => part !== null).sort((a, b) => a.generation - b.generation);
  }

  /** What is appended from now on is of this generation, after what it has already. The one before the last is overwritten. */
  begin(generation: number, part?: JournalPart): void {
    this.generation = generation;
    this.count = part?.batches.length ?? 0;
    this.end = part?.bytes ?? 0;
  }

  /**
   * Survives the process when it resolves, and a power loss with `isFlushed`. When it rejects, the next one takes its place.
   * @returns its bytes
   */
  async append(writes: readonly Write[], isFlushed: boolean): Promise<number> {
    const record = encode(writes, this.generation, this.count);
    this.wanted = record.length;
    await writeAll(this.slot, record, this.end);
    if (isFlushed) await this.flush();
    this.count++;
    this.end += record.length;
    return record.length;
  }

  /** Both generations survive a power loss when this resolves. */
  async flush(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.datasync()));
  }

  /** Makes sure that what had no room has some now. */
  async makeRoom(): Promise<void> {
    await writeAll(this.slot, Buffer.alloc(this.wanted), this.end);
  }

  async close(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  private get slot(): FileHandle {
    return this.slots[this.generation % 2]!;
  }
}

async function openSlot(path: string): Promise<FileHandle> {
  const slot = await open(path, 'a+').then((handle) => handle.close().then(() => open(path, 'r+')));
  const { size } = await slot.stat();
  // no room for it now: appending will say so
  if (size < RESERVED_BYTES)
    await slot.write(Buffer.alloc(RESERVED_BYTES - size), 0, undefined, size).catch(() => {});
  return slot;
}

function encode(writes: readonly Write[], generation: number, number: number): Buffer {
  const blobs: Buffer[] = [];
  const entries = writes.map(({ table, key, value }): Entry => {
    const index = TABLES.indexOf(table);
    if (value === undefined) return [index, key];
    if (!Buffer.isBuffer(value)) return [index, key, value];
    blobs.push(value);
    return [index, key, null, value.length];
  });
  const json = Buffer.from(JSON.stringify(entries));
  const record = Buffer.concat([Buffer.alloc(HEADER_BYTES), json, ...blobs]);
  record.writeUInt32LE(record.length, 0);
  record.writeDoubleLE(generation, 8);
  record.writeDoubleLE(number, 16);
  record.writeUInt32LE(json.length, 24);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

/** A write that runs out of room may end early without an error: what is left is tried again, and says why. */
async function writeAll(slot: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const rest = bytes.length - at;
    if (bytes.length <= MAX_SYNC_BYTES) at += writeSync(slot.fd, bytes, at, rest, position + at);
    else at += (await slot.write(bytes, at, rest, position + at)).bytesWritten;
  }
}

async function readSlot(slot: FileHandle): Promise<JournalPart | null> {
  const { size } = await slot.stat();
  const bytes = Buffer.alloc(size);
  await slot.read(bytes, 0, size, 0);
  const batches: Write[][] = [];
  let generation = 0;
  let at = 0;
  for (let record = recordAt(bytes, at); record; record = recordAt(bytes, at)) {
    if (batches.length === 0) generation = record.readDoubleLE(8);
    // what follows is left of an older generation
    if (record.readDoubleLE(8) !== generation || record.readDoubleLE(16) !== batches.length) break;
    batches.push(decode(record));
    at += record.length;
  }
  return batches.length > 0 ? { generation, batches, bytes: at } : null;
}

/** The record that begins at a position; null when none does, or when it is torn. */
function recordAt(bytes: Buffer, at: number): Buffer | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const record = bytes.subarray(at, at + bytes.readUInt32LE(at));
  const isWhole = record.length >= HEADER_BYTES && record.length === bytes.readUInt32LE(at);
  return isWhole && crc32(record.subarray(8)) === record.readUInt32LE(4) ? record : null;
}

function decode(record: Buffer): Write[] {
  let at = HEADER_BYTES + record.readUInt32LE(24);
  const entries = JSON.parse(record.toString('utf8', HEADER_BYTES, at)) as Entry[];
  return entries.map((entry) => {
    const [index, key, value, length] = entry;
    const table = TABLES[index]!;
    if (length === undefined) return { table, key, value: entry.length === 2 ? undefined : value };
    return { table, key, value: record.subarray(at, (at += length)) };
  });
}
