import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { DamagedFileError } from './damaged-file.error.js';

/** Size of a page header in bytes. */
export const PAGE_HEADER_BYTES = 24;

/** Length of what points to a value with pages of its own. */
export const OVERFLOW_LINK_BYTES = 24;

/** Kinds of pages, as the flags in their headers say. */
export const BRANCH = 0x01;
export const LEAF = 0x02;
export const OVERFLOW = 0x04;
export const META = 0x08;

/** A 64-bit number of the file; beyond 2^53 it is not exact, and far too large for anything. */
export const readLong = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;

/**
 * The pages of a database file, read instead of mapped: a missing page is an error here and a signal in LMDB. Each
 * page may be
 * read once; a second read means that two references lead to it.
 */
export class PageFile {
  pageBytes = 0;
  private readonly handle: number;
  private readonly bytes: number;
  private used = new Uint8Array(0);

  constructor(private readonly path: string) {
    this.handle = openSync(path, constants.O_RDONLY);
    this.bytes = fstatSync(this.handle).size;
  }

  get isEmpty(): boolean {
    return this.bytes === 0;
  }

  /** Pages that are there as a whole. */
  get pages(): number {
    return Math.floor(this.bytes / this.pageBytes);
  }

  setPageBytes(pageBytes: number): void {
    this.pageBytes = pageBytes;
    this.used = new Uint8Array(this.pages);
  }

  /** Bytes of a meta page: its place is known before the length of pages is. */
  readMeta(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (readSync(this.handle, bytes, 0, length, at) < length) this.fail('it ends within its head');
    return bytes;
  }

  readTreePage(number: number, page: Buffer): void {
    this.use(number, 1);
    this.readAt(number, page, this.pageBytes);
  }

  /** The head of a value that has `count` pages of its own. */
  readOverflow(number: number, count: number, head: Buffer): void {
    this.use(number, count);
    this.readAt(number, head, PAGE_HEADER_BYTES);
  }

  /** Bytes of a page and those after it, which were handed out before. */
  readBytes(number: number, from: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    const read = readSync(this.handle, bytes, 0, length, number * this.pageBytes + from);
    return read === length ? bytes : this.fail(`page ${number} cannot be read`);
  }

  /** True if a tree contains the page. */
  isUsed(number: number): boolean {
    return this.used[number] === 1;
  }

  close(): void {
    closeSync(this.handle);
  }

  fail(reason: string): never {
    throw new DamagedFileError(basename(this.path), reason);
  }

  private use(number: number, count: number): void {
    // the first two are the meta pages
    if (!(number >= 2 && count >= 1 && number + count <= this.pages)) this.fail(`it has no page ${number}`);
    for (let at = number; at < number + count; at++) {
      if (this.used[at] === 1) this.fail(`page ${at} is in two places`);
      this.used[at] = 1;
    }
  }

  private readAt(number: number, into: Buffer, length: number): void {
    const read = readSync(this.handle, into, 0, length, number * this.pageBytes);
    if (read < length) this.fail(`page ${number} cannot be read`);
    if (readLong(into, 0) !== number) this.fail(`page ${number} says that it is another`);
  }
}
