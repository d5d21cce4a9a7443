import { UnavailableError } from '../../../../model/errors.js';
import type { StoreBounds } from '../../../page-store/owner-bytes.js';
import { shortHash } from '../../../page-store/pages/short-hash.js';
import type { BoundsOfOwner } from '../../pages/bounds-of-owner.js';
import type { OwnerStores } from './owner-stores.js';

/** Time for which a measurement holds: other processes may exceed the bounds by what they write meanwhile. */
const MEASURED_MS = 2_000;
const MAX_OWNERS = 10_000;
/** Most owners that one write shortens. */
const MAX_TRIMS = 8;

/** A store of owners on one shard that removes the oldest of what an owner has. */
interface Evicting {
  /** @param owner its hash */
  evict(owner: string, bytes: number): Promise<void>;
}

interface Usage {
  readonly shard: number;
  readonly total: number;
  readonly ofOwner: number;
  /** Owner with the most bytes; '' if there is none. */
  readonly largest: string;
  readonly ofLargest: number;
}

interface Measurement {
  readonly at: number;
  readonly usage: Promise<readonly Usage[]>;
}

/**
 * The bounds of stores on several shards. An owner may use on one shard what it leaves on the others. If all together have too much, the
 * owner with the most loses its oldest rows, on whichever shard it is.
 */
export class SharedBounds {
  private readonly measured = new Map<string, Measurement>();
  private trimmedAt = -Infinity;

  /** @param store begins the names of its keys */
  constructor(
    private readonly stores: () => OwnerStores<Evicting>,
    private readonly store: string,
    private readonly bounds: StoreBounds,
    private readonly measuredMs = MEASURED_MS,
  ) {}

  on(shard: number): BoundsOfOwner {
    const { maxBytes, maxBytesPerOwner } = this.bounds;
    return {
      maxBytes,
      of: async (owner) => {
        const others = (await this.usageFor(owner)).filter((usage) => usage.shard !== shard);
        const used = others.reduce((sum, { ofOwner }) => sum + ofOwner, 0);
        return { maxBytes, maxBytesPerOwner: Math.max(0, maxBytesPerOwner - used) };
      },
    };
  }

  /** Removes rows beyond the limits after a write. */
  async trim(): Promise<void> {
    const now = performance.now();
    if (now - this.trimmedAt < this.measuredMs) return;
    this.trimmedAt = now;
    try {
      for (let n = 0; n < MAX_TRIMS; n++) if (!(await this.trimOnce())) return;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error; // the next write tries again
    }
  }

  /** @returns false if there is nothing to remove */
  private async trimOnce(): Promise<boolean> {
    const usage = await this.measure('');
    const excess = usage.reduce((sum, { total }) => sum + total, 0) - this.bounds.maxBytes;
    const [first] = [...usage].sort((a, b) => b.ofLargest - a.ofLargest);
    if (excess <= 0 || !first || first.largest === '') return false;
    await this.stores().at(first.shard).evict(first.largest, excess);
    return true;
  }

  private async usageFor(owner: string): Promise<readonly Usage[]> {
    const known = this.measured.get(owner);
    if (known && performance.now() - known.at < this.measuredMs) return known.usage;
    if (this.measured.size >= MAX_OWNERS) this.measured.clear();
    const usage = this.measure(shortHash(owner));
    this.measured.set(owner, { at: performance.now(), usage });
    usage.catch(() => this.measured.delete(owner));
    return usage;
  }

  /** Shards out of reach count as empty. */
  private measure(owner: string): Promise<Usage[]> {
    const names = [`${this.store}:total`, `${this.store}:usage`, owner];
    return this.stores().scripts.each('usage', names, (reply, shards) =>
      (reply as [number, number, string, number][]).map(([total, ofOwner, largest, ofLargest], n) => ({
        ...{ shard: shards[n]!, total, ofOwner, largest, ofLargest },
      })),
    );
  }
}
