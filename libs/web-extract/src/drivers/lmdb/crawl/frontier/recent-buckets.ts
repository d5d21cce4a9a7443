/** Bytes of the buckets of a running crawl that are kept: those of about 6,000 keys. */
const MAX_BYTES = 64 * 1024;
/** Bytes of all crawls together. */
const MAX_BYTES_OF_ALL = 16 * 1024 * 1024;
/** Memory of a buffer besides its contents. */
const BUFFER_BYTES = 96;

/** The memory that the running crawls share. The crawls that have not changed for the longest time lose their copies first. */
export class BucketMemory {
  /** The one that has changed last is the last one. */
  private readonly crawls = new Set<RecentBuckets>();
  private bytes = 0;

  /** @param maxBytes @default 16 MiB */
  constructor(private readonly maxBytes = MAX_BYTES_OF_ALL) {}

  /** Counts the change of a crawl. */
  add(crawl: RecentBuckets, bytes: number): void {
    this.bytes += bytes;
    this.crawls.delete(crawl);
    if (!crawl.isEmpty) this.crawls.add(crawl);
    for (const oldest of this.crawls) {
      if (this.bytes <= this.maxBytes) return;
      if (oldest === crawl) continue;
      this.crawls.delete(oldest);
      this.bytes -= oldest.release();
    }
  }
}

/** Copies of stored buckets of known keys. Removes the oldest ones first. */
export class RecentBuckets {
  private readonly copies = new Map<number, Buffer>();
  private bytes = 0;

  constructor(private readonly memory: BucketMemory) {}

  get isEmpty(): boolean {
    return this.copies.size === 0;
  }

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
    const before = this.bytes;
    this.remove(number);
    this.copies.set(number, bucket);
    this.bytes += sizeOf(bucket);
    for (const oldest of this.copies.keys()) {
      if (this.bytes <= MAX_BYTES) break;
      this.remove(oldest);
    }
    this.memory.add(this, this.bytes - before);
  }

  /** Removes all copies. */
  clear(): void {
    this.memory.add(this, -this.release());
  }

  /** Removes all copies, for the memory that counts them. @returns their bytes */
  release(): number {
    const { bytes } = this;
    this.copies.clear();
    this.bytes = 0;
    return bytes;
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
