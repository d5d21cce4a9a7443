import { constants, inflateRawSync } from 'node:zlib';
import { DamagedDocumentError, EncryptedDocumentError } from '../../errors.js';
import type { DocumentBudget } from '../../document-budget.js';
import { dataStart, readDirectory, type ZipEntry } from './read-directory.js';

const STORED = 0;
const DEFLATED = 8;
/** Method number of AES-encrypted entries. */
const AES = 99;
/** Maximum size of one part; a larger part, its text and its tree do not fit into memory together. */
const MAX_PART_BYTES = 96 * 1024 * 1024;

/**
 * Reads the files of a ZIP archive. Files are unpacked on demand and by name. Names are lookup keys only and never
 * become file system paths, so the archive cannot reach files outside of it.
 */
export class Archive {
  private readonly entries = new Map<string, ZipEntry>();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly budget: DocumentBudget,
  ) {
    for (const entry of readDirectory(bytes, budget)) {
      const name = keyOf(entry.name);
      if (!this.entries.has(name)) this.entries.set(name, entry);
    }
  }

  /** Normalized names (lower case, forward slashes) in directory order. */
  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(keyOf(name));
  }

  /** True if the entry is flagged as encrypted. */
  isEncrypted(name: string): boolean {
    return this.entries.get(keyOf(name))?.isEncrypted ?? false;
  }

  /**
   * The bytes of a file, partial if the archive is truncated; null if no file has that name.
   *
   * @throws EncryptedDocumentError, DamagedDocumentError, BudgetSpentError
   */
  read(name: string): Uint8Array | null {
    const entry = this.entries.get(keyOf(name));
    if (!entry) return null;
    if (entry.isEncrypted || entry.method === AES) throw new EncryptedDocumentError();
    const start = dataStart(this.bytes, entry);
    if (start === null) throw new DamagedDocumentError(`the place of ${name} in the archive holds no file`);
    const end = entry.storedBytes === null ? this.bytes.length : start + entry.storedBytes;
    const stored = this.bytes.subarray(start, Math.min(end, this.bytes.length));
    if (entry.method === STORED) return this.counted(stored);
    if (entry.method !== DEFLATED)
      throw new DamagedDocumentError(`${name} is compressed in an unknown way (${entry.method})`);
    return this.counted(this.inflate(stored, entry.statedBytes, name));
  }

  private inflate(stored: Uint8Array, statedBytes: number | null, name: string): Uint8Array {
    const maxOutputLength = Math.min(MAX_PART_BYTES, this.budget.remaining('inflatedBytes')) + 1;
    try {
      return inflateRawSync(stored, {
        maxOutputLength,
        chunkSize: chunkFor(statedBytes, stored.length),
        finishFlush,
      });
    } catch (cause) {
      // the limit passed to the decompressor is one byte above the remaining budget
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        this.budget.exceed('inflatedBytes', maxOutputLength - 1);
      throw new DamagedDocumentError(`${name} cannot be decompressed`, { cause });
    }
  }

  private counted(bytes: Uint8Array): Uint8Array {
    if (bytes.length > MAX_PART_BYTES) this.budget.exceed('inflatedBytes', MAX_PART_BYTES);
    this.budget.spend('inflatedBytes', bytes.length);
    return bytes;
  }
}

/** A damaged or truncated file is decompressed as far as possible. */
const finishFlush = constants.Z_SYNC_FLUSH;
/** Sizes of the first output buffer in bytes; the decompressor continues with further buffers of the same size. */
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;
const USUAL_CHUNK_BYTES = 16 * 1024;
/** Deflate does not compress further. */
const MAX_RATIO = 1032;

/** One buffer for the whole file, if its stated size is true and not too large. */
function chunkFor(statedBytes: number | null, storedBytes: number): number {
  if (statedBytes === null) return USUAL_CHUNK_BYTES;
  return Math.min(
    MAX_CHUNK_BYTES,
    Math.max(MIN_CHUNK_BYTES, Math.min(statedBytes, MAX_RATIO * storedBytes) + 1),
  );
}

/** Some writers use backslashes or a leading slash; part names are case-insensitive. */
function keyOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
