/** Bytes of the buckets of a running crawl that are kept: those of about 6,000 keys. */
const MAX_BYTES = 64 * 1024;
/** Memory of a buffer besides its contents. */
const BUFFER_BYTES = 96;

/** Copies of stored buckets of known keys. Removes the oldest ones first. */
export class RecentBuckets {
  private readonly copies = new Map<number, Buffer>();
  private bytes = 0;

  /** @param read reads a bucket from the store */
  get(number: number, read: () => Uint8Array | undefined): Buffer {
    const known = this.copies.get(number);
    if (known) return known;
    const stored = read();
    const copy = stored ? Buffer.from(stored) : EMPTY; // LMDB reuses its memory
    this.set(number, copy);
    return copy;
  }

  /** Replaces a bucket. Call it when the change is stored. */
  set(number: number, bucket: Buffer): void {
    this.remove(number);
    this.copies.set(number, bucket);
    this.bytes += sizeOf(bucket);
    for (const oldest of this.copies.keys()) {
      if (this.bytes <= MAX_BYTES) break;
      this.remove(oldest);
    }
  }

  private remove(number: number): void {
    const known = this.copies.get(number);
    if (!known) return;
    this.copies.delete(number);
    this.bytes -= sizeOf(known);
  }
}

const EMPTY = Buffer.alloc(0);

const sizeOf = (bucket: Buffer): number => bucket.length + BUFFER_BYTES;
