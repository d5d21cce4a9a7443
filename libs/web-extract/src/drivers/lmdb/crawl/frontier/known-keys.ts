/** Number of bytes of a fingerprint. Two of 10^7 keys are equal in 3 of 10^6 crawls. */
export const FINGERPRINT_BYTES = 8;

/** Fingerprints a bucket on average: a bucket is written whole, to the journal too. */
const KEYS_A_BUCKET = 32;

/**
 * Fingerprints of the known keys of a crawl, as in a batch that is being made. They are in buckets, whose number grows with that of
 * the keys, one at a time (linear hashing): it follows from the number of keys, and nothing else needs to be kept.
 */
export class KnownKeys {
  private readonly changed = new Map<number, Buffer>();

  /**
   * @param count keys that are known before the batch
   * @param salt of the crawl. Sites do not know it: else they could choose URLs that belong to one bucket, which is searched and
   * written as a whole.
   */
  constructor(
    private readonly read: (place: number) => Buffer,
    private count: number,
    private readonly salt: number,
  ) {}

  has(fingerprint: Buffer): boolean {
    return includes(this.bucket(this.placeOf(fingerprint, this.buckets)), fingerprint);
  }

  /** Adds a key that is not known. */
  add(fingerprint: Buffer): void {
    const before = this.buckets;
    this.count++;
    for (let made = before; made < this.buckets; made++) this.split(made);
    const place = this.placeOf(fingerprint, this.buckets);
    this.changed.set(place, Buffer.concat([this.bucket(place), fingerprint]));
  }

  /** Buckets that the batch changes. */
  get changes(): Iterable<[number, Buffer]> {
    return this.changed;
  }

  private get buckets(): number {
    return bucketsFor(this.count);
  }

  /** Moves to a new bucket what belongs there. */
  private split(made: number): void {
    const from = made - lowerPowerOf2(made);
    const kept: Buffer[] = [];
    const moved: Buffer[] = [];
    for (const one of fingerprintsIn(this.bucket(from)))
      (this.placeOf(one, made + 1) === made ? moved : kept).push(one);
    if (moved.length === 0) return;
    this.changed.set(from, Buffer.concat(kept));
    this.changed.set(made, Buffer.concat(moved));
  }

  /** Of `buckets`, those below the next power of two are not split yet. */
  private placeOf(fingerprint: Buffer, buckets: number): number {
    const hash = mix(fingerprint.readUInt32LE() ^ this.salt);
    const half = lowerPowerOf2(buckets);
    const place = (hash & (2 * half - 1)) >>> 0;
    return place < buckets ? place : (hash & (half - 1)) >>> 0;
  }

  private bucket(place: number): Buffer {
    return this.changed.get(place) ?? this.read(place);
  }
}

const bucketsFor = (count: number): number => Math.max(1, Math.ceil(count / KEYS_A_BUCKET));

const lowerPowerOf2 = (number: number): number => 2 ** (31 - Math.clz32(number));

/** Each bit of the result depends on all bits of the number. @see https://github.com/aappleby/smhasher/wiki/MurmurHash3 */
function mix(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Compares numbers: a search for bytes is a call into native code, and also finds them across the border of two fingerprints. */
function includes(bucket: Buffer, fingerprint: Buffer): boolean {
  const low = fingerprint.readUInt32LE();
  for (let at = 0; at < bucket.length; at += FINGERPRINT_BYTES)
    if (bucket.readUInt32LE(at) === low && bucket.readUInt32LE(at + 4) === fingerprint.readUInt32LE(4))
      return true;
  return false;
}

function* fingerprintsIn(bucket: Buffer): Generator<Buffer> {
  for (let at = 0; at < bucket.length; at += FINGERPRINT_BYTES)
    yield bucket.subarray(at, at + FINGERPRINT_BYTES);
}
