import { writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { JournalMark, type Mark } from './journal-mark.js';
import type { JournalPart } from './journal-part.js';
import type { Write } from './table.js';
import { FILE_MODE } from './private-directory.js';
import { requireRoom, SMALL_VALUE_BYTES, SPARE_BYTES } from './require-room.js';
import { TABLES, type AnyKey } from './table.js';

/** Length, checksum, generation, number in it, records of the generation before, and length of the JSON of a record. */
const HEADER_BYTES = 40;
/** Written ahead, so that small steps find room on a full disk. */
const RESERVED_BYTES = 128 * 1024;

/**
 * Writes up to this size are synchronous: copying to the system's cache takes 20 microseconds. A thread takes 2 to 50
 * milliseconds
 * if the processors are busy, and a page occupies its slot in the crawl for all that time.
 */
const MAX_SYNC_BYTES = 256 * 1024;

/** Table and key of a removal; with a value: of a row; with the length of bytes that follow the JSON: of those. */
type Entry = [number, AnyKey] | [number, AnyKey, unknown] | [number, AnyKey, null, number];

/**
 * Acknowledged writes that are not yet in LMDB. Generations alternate between two files that are overwritten in
 * place, so that
 * they keep their disk space. Each record contains its generation and a checksum that detects torn writes.
 */
export class Journal {
  private generation = 0;
  private count = 0;
  private preceding = 0;
  private end = 0;
  /** Bytes of the last record. */
  private wanted = 0;
  /** Bytes of the generation before, which may not be committed yet. */
  private before = 0;
  /** Size of the largest value among them. */
  private largest = 0;
  /** Free bytes of the database file. */
  reusable: () => number = () => 0;

  private constructor(
    private readonly directory: string,
    private readonly slots: readonly [FileHandle, FileHandle],
    /** Their sizes, in bytes. */
    private readonly sizes: [number, number],
    private readonly mark: JournalMark,
  ) {}

  /** @throws DamagedFileError */
  static async open(directory: string): Promise<Journal> {
    const opened: { close(): Promise<void> }[] = [];
    try {
      const mark = await JournalMark.open(directory);
      opened.push(mark);
      const first = await openSlot(join(directory, 'journal-0'));
      opened.push(first);
      const second = await openSlot(join(directory, 'journal-1'));
      opened.push(second);
      const sizes = [(await first.stat()).size, (await second.stat()).size] as [number, number];
      return new Journal(directory, [first, second], sizes, mark);
    } catch (error) {
      await Promise.all(opened.map((file) => file.close()));
      throw error;
    }
  }

  /** The last mark of the previous process. */
  get promised(): Mark | null {
    return this.mark.found;
  }

  /** Contents of both slots, older generation first. */
  async read(): Promise<JournalPart[]> {
    const parts = await Promise.all(this.slots.map(readSlot));
    return parts.filter((part) => part !== null).sort((a, b) => a.generation - b.generation);
  }

  /**
   * Starts a generation, to which later records belong. The generation before the last is overwritten.
   * @param preceding number of batches in the previous generation
   * @param part existing contents of this generation
   */
  begin(generation: number, preceding = this.count, part?: JournalPart): void {
    this.generation = generation;
    this.preceding = preceding;
    this.before = this.end;
    this.count = part?.batches.length ?? 0;
    this.end = part?.bytes ?? 0;
    // the remains of another generation must not be read as this one
    if (!part) writeSync(this.slot.fd, Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  }

  /**
   * Survives the process when it resolves, and a power loss with `isFlushed`. When it rejects, the next one takes its place.
   * @returns its bytes
   */
  async append(writes: readonly Write[], isFlushed: boolean): Promise<number> {
    const record = this.encode(writes);
    this.wanted = record.length;
    this.largest = largestOf(writes);
    this.extend(record.length, this.largest);
    await writeAll(this.slot, record, this.end);
    if (isFlushed) {
      await this.flush();
      this.mark.set({ generation: this.generation, count: this.count + 1 });
    }
    this.count++;
    this.end += record.length;
    return record.length;
  }

  /** Both generations survive a power loss when this resolves. */
  async flush(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.datasync()));
  }

  /**
   * Reserves disk space for records that had none. Synchronous: a record appended in the meantime would be
   * overwritten.
   */
  makeRoom(): void {
    this.extend(this.wanted, this.largest);
    const zeros = Buffer.alloc(this.wanted);
    for (let at = 0; at < zeros.length;) {
      at += writeSync(this.slot.fd, zeros, at, zeros.length - at, this.end + at);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.slots, this.mark].map((file) => file.close()));
  }

  /**
   * @param largestBytes size of the largest value
   * @throws Error if the disk lacks room for a page, or the slot grows by a record and the disk lacks room for that
   */
  private extend(bytes: number, largestBytes: number): void {
    if (largestBytes > SMALL_VALUE_BYTES)
      requireRoom(this.directory, SPARE_BYTES.crawledPages, {
        reusable: this.reusable,
        valueBytes: this.before + this.end + bytes,
      });
    const index = this.generation % 2;
    if (this.end + bytes <= this.sizes[index]!) return;
    requireRoom(this.directory, bytes + SPARE_BYTES.crawls);
    this.sizes[index] = this.end + bytes;
  }

  private get slot(): FileHandle {
    return this.slots[this.generation % 2]!;
  }

  private encode(writes: readonly Write[]): Buffer {
    const { json, blobs } = toParts(writes);
    const record = Buffer.concat([Buffer.alloc(HEADER_BYTES), json, ...blobs]);
    record.writeUInt32LE(record.length, 0);
    record.writeDoubleLE(this.generation, 8);
    record.writeDoubleLE(this.count, 16);
    record.writeDoubleLE(this.preceding, 24);
    record.writeUInt32LE(json.length, 32);
    record.writeUInt32LE(crc32(record.subarray(8)), 4);
    return record;
  }
}

/** Size of the largest value of writes in bytes. */
const largestOf = (writes: Iterable<Write>): number => {
  let largest = 0;
  for (const { value } of writes) if (Buffer.isBuffer(value)) largest = Math.max(largest, value.length);
  return largest;
};

function toParts(writes: readonly Write[]): { json: Buffer; blobs: Buffer[] } {
  const blobs: Buffer[] = [];
  const entries = writes.map(({ table, key, value }): Entry => {
    const index = TABLES.indexOf(table);
    if (value === undefined) return [index, key];
    if (!Buffer.isBuffer(value)) return [index, key, value];
    blobs.push(value);
    return [index, key, null, value.length];
  });
  return { json: Buffer.from(JSON.stringify(entries)), blobs };
}

async function openSlot(path: string): Promise<FileHandle> {
  const slot = await open(path, 'a+', FILE_MODE).then((handle) =>
    handle.close().then(() => open(path, 'r+')),
  );
  const { size } = await slot.stat();
  // no room for it now: appending will say so
  if (size < RESERVED_BYTES)
    await slot.write(Buffer.alloc(RESERVED_BYTES - size), 0, undefined, size).catch(() => {});
  return slot;
}

/** A write that runs out of space may be short without an error: the rest is retried, which reports the error. */
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
  let preceding = 0;
  let at = 0;
  for (let record = recordAt(bytes, at); record; record = recordAt(bytes, at)) {
    if (batches.length === 0) [generation, preceding] = [record.readDoubleLE(8), record.readDoubleLE(24)];
    // the rest belongs to an older generation
    if (record.readDoubleLE(8) !== generation || record.readDoubleLE(16) !== batches.length) break;
    batches.push(decode(record));
    at += record.length;
  }
  return batches.length > 0 ? { generation, batches, bytes: at, preceding } : null;
}

/** The record that begins at a position; null when none does, or when it is torn. */
function recordAt(bytes: Buffer, at: number): Buffer | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const record = bytes.subarray(at, at + bytes.readUInt32LE(at));
  const isWhole = record.length >= HEADER_BYTES && record.length === bytes.readUInt32LE(at);
  return isWhole && crc32(record.subarray(8)) === record.readUInt32LE(4) ? record : null;
}

function decode(record: Buffer): Write[] {
  let at = HEADER_BYTES + record.readUInt32LE(32);
  const entries = JSON.parse(record.toString('utf8', HEADER_BYTES, at)) as Entry[];
  return entries.map((entry) => {
    const [index, key, value, length] = entry;
    const table = TABLES[index]!;
    if (length === undefined) return { table, key, value: entry.length === 2 ? undefined : value };
    return { table, key, value: record.subarray(at, (at += length)) };
  });
}
