import type { OwnerRoom } from '../../../ports/stores/crawl-store.port.js';

/** A crawl of an owner: its number, and when its results expire; null while it runs. */
interface Owned {
  readonly n: number;
  readonly expiresAt: number | null;
}

interface Owner {
  running: number;
  readonly crawls: Map<string, Owned>;
}

/** Crawls by owner: about a hundred bytes a crawl, regardless of its request. */
export class OwnedCrawls {
  private readonly owners = new Map<string, Owner>();

  /** A crawl is there, or has ended. */
  set(owner: string, id: string, crawl: Owned): void {
    const known = this.owners.get(owner) ?? { running: 0, crawls: new Map<string, Owned>() };
    this.owners.set(owner, known);
    known.running += runs(crawl) - runs(known.crawls.get(id));
    known.crawls.set(id, crawl);
  }

  forget(owner: string, id: string): void {
    const known = this.owners.get(owner);
    if (!known) return;
    known.running -= runs(known.crawls.get(id));
    known.crawls.delete(id);
    if (known.crawls.size === 0) this.owners.delete(owner);
  }

  /** All crawls. */
  *ids(): Generator<string> {
    for (const { crawls } of this.owners.values()) yield* crawls.keys();
  }

  /** Crawls that have not expired. */
  *of(owner: string, nowMs: number): Generator<{ readonly id: string } & Owned> {
    for (const [id, crawl] of this.owners.get(owner)?.crawls ?? []) {
      if (crawl.expiresAt === null || crawl.expiresAt > nowMs) yield { id, ...crawl };
    }
  }

  /** The limit that `added` crawls and one more would exceed; null if there is room. */
  isFull(owner: string, room: OwnerRoom, added: number, nowMs: number): keyof OwnerRoom | null {
    const known = this.owners.get(owner);
    if ((known?.running ?? 0) + added >= room.running) return 'running';
    if (!known || known.crawls.size - known.running < room.kept) return null;
    let kept = 0; // counted one by one only here: some may have expired and not be deleted yet
    for (const { expiresAt } of this.of(owner, nowMs)) if (expiresAt !== null) kept++;
    return kept >= room.kept ? 'kept' : null;
  }
}

const runs = (crawl: Owned | undefined): number => (crawl?.expiresAt === null ? 1 : 0);
