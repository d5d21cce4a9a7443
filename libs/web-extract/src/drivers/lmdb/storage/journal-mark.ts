import { writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DamagedFileError } from '../damage/damaged-file.error.js';
import type { JournalPart } from './journal-part.js';
import { FILE_MODE } from './private-directory.js';

export const MARK_FILE = 'journal-mark';

/** Generation and number in it of a record, as doubles, and a checksum. */
const MARK_BYTES = 20;

/** The last journal record acknowledged as safe, such as a new crawl. */
export interface Mark {
  readonly generation: number;
  /** Number of records of its generation at that time. */
  readonly count: number;
}

/**
 * Stores how much of the journal was flushed. The end of a journal may be torn, but that part was never acknowledged:
 * only this
 * mark distinguishes it from a journal that was damaged later.
 */
export class JournalMark {
  private constructor(
    private readonly file: FileHandle,
    /** The mark found at start; null if no write was acknowledged yet. */
    readonly found: Mark | null,
  ) {}

  /** @throws DamagedFileError */
  static async open(directory: string): Promise<JournalMark> {
    const path = join(directory, MARK_FILE);
    const file = await open(path, 'a+', FILE_MODE).then((made) => made.close().then(() => open(path, 'r+')));
    try {
      const bytes = Buffer.alloc(MARK_BYTES);
      const { size } = await file.stat();
      await file.read(bytes, 0, MARK_BYTES, 0);
      // no room for it now: the first promise will say so
      if (size < MARK_BYTES) await file.write(bytes, 0, MARK_BYTES, 0).catch(() => {});
      return new JournalMark(file, decode(bytes));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Survives the process. If a power loss removes the mark, the flushed records still exist. */
  set({ generation, count }: Mark): void {
    const bytes = Buffer.alloc(MARK_BYTES);
    bytes.writeDoubleLE(generation, 0);
    bytes.writeDoubleLE(count, 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 16)), 16);
    for (let at = 0; at < MARK_BYTES;) at += writeSync(this.file.fd, bytes, at, MARK_BYTES - at, at);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

function decode(bytes: Buffer): Mark | null {
  if (bytes.every((byte) => byte === 0)) return null;
  if (crc32(bytes.subarray(0, 16)) !== bytes.readUInt32LE(16))
    throw new DamagedFileError(MARK_FILE, 'it has no valid mark');
  return { generation: bytes.readDoubleLE(0), count: bytes.readDoubleLE(8) };
}

/**
 * Verifies that every acknowledged record exists.
 *
 * @param committed the last generation in LMDB
 * @param parts contents of the journal, older generation first
 * @throws DamagedFileError
 */
export function checkPromised(mark: Mark | null, committed: number, parts: readonly JournalPart[]): void {
  if (!mark || mark.generation <= committed) return;
  const first = parts.find(({ generation }) => generation === committed + 1);
  const second = parts.find(({ generation }) => generation === committed + 2);
  const isSecondWhole = second !== undefined && second.preceding === first?.batches.length;
  const last = mark.generation === committed + 1 ? first : isSecondWhole ? second : undefined;
  if (last?.generation !== mark.generation || last.batches.length < mark.count)
    throw new DamagedFileError('the journal', 'accepted data is missing');
}
