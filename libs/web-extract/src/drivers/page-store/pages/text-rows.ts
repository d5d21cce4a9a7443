import type { StoredHead } from './head-row.js';
import { oldestBody, removeBody } from '../packs/pack-rows.js';
import type { OwnerBytes, StoreBounds } from '../owner-bytes.js';
import type { RowId, Rows } from '../row-store.js';

/** Rows that one visit removes at most to make room. */
const MAX_EVICTED = 64;

/** New text of a page, as far as its versions depend on it. */
interface NewVersion {
  readonly version: Buffer | undefined;
  /** The text is the one that is stored. */
  readonly isTextKept: boolean;
  readonly most: number;
}

/** Texts and versions of pages, within the size limits of their owners. */
export class TextRows {
  constructor(
    private readonly bytes: OwnerBytes,
    private readonly bounds: StoreBounds,
  ) {}

  /** Makes room for as many of the parts as possible, the first ones first. @returns their number */
  roomFor(rows: Rows, owner: string, parts: readonly number[]): number {
    for (let count = parts.length; count > 0; count--) {
      const bytes = parts.slice(0, count).reduce((sum, part) => sum + part, 0);
      if (this.makeRoom(rows, owner, bytes)) return count;
    }
    return 0;
  }

  put(rows: Rows, table: 'texts' | 'versions', owner: string, bytes: Buffer): number {
    const n = this.bytes.next(rows, owner);
    rows.put(table, owner, n, bytes);
    this.bytes.add(rows, owner, bytes.length);
    return n;
  }

  removeText(rows: Rows, owner: string, { text }: Pick<StoredHead, 'text'>): void {
    if (text !== null) this.remove(rows, 'texts', owner, text);
  }

  /** One that was evicted is missing. */
  remove(rows: Rows, table: 'texts' | 'versions', owner: string, id: RowId): void {
    const bytes = removeBody(rows, table, owner, id);
    if (bytes !== null) this.bytes.add(rows, owner, -bytes);
  }

  nextVersions(
    rows: Rows,
    owner: string,
    { versions }: Pick<StoredHead, 'versions'>,
    { version, isTextKept, most }: NewVersion,
  ): StoredHead['versions'] {
    if (isTextKept) return versions;
    // without a difference to the newest text the older ones lead nowhere
    const added =
      version && most > 0 ? [[this.put(rows, 'versions', owner, version), version.length] as const] : [];
    const all = added.length === 0 ? [] : [...added, ...versions].slice(0, most);
    for (const [n] of versions) {
      if (!all.some(([kept]) => kept === n)) this.remove(rows, 'versions', owner, n);
    }
    return all;
  }

  /** Removes older versions, then texts, the oldest first. @returns whether there is room now */
  makeRoom(rows: Rows, owner: string, bytes: number): boolean {
    if (bytes > this.bounds.maxBytesPerOwner) return false;
    for (let evicted = 0; ; evicted++) {
      const from = this.bytes.ownerToEvict(rows, owner, bytes);
      if (from === null) return true;
      if (evicted === MAX_EVICTED || !this.evictOldest(rows, from)) return false;
    }
  }

  private evictOldest(rows: Rows, owner: string): boolean {
    for (const table of ['versions', 'texts'] as const) {
      const oldest = oldestBody(rows, table, owner);
      if (oldest === null) continue;
      this.remove(rows, table, owner, oldest);
      return true;
    }
    return false;
  }
}
