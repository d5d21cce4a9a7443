import type { KindTable } from '../../../convert/content/templates/kind-table.js';
import type { PathHash } from '../../../model/page/page-kind.js';

/** Longest time a page is held, in milliseconds. */
const LONGEST_MS = 2_000;
/** The next page may just be being taken: only what is still alone after this time is. */
const ALONE_MS = 20;
/** Pages of one kind that are held at once: so many decide. */
const MOST_HELD = 10;
/** A site on which so many kinds were waited for in vain has none to wait for. */
const MAX_IN_VAIN = 6;

/** Pages of one kind that wait for others. */
interface HeldKind {
  readonly table: KindTable;
  readonly kind: PathHash;
  readonly releases: Set<() => void>;
}

/**
 * Holds the first pages of each kind, read and not yet stored, until their kind is settled: for two seconds at most, and never when
 * nothing else is under way that could settle it. So a site reads the same in whatever order its pages come.
 */
export class PageHold {
  private readonly kinds = new Map<string, HeldKind>();
  /** Kinds that nobody waits for any more. */
  private readonly givenUp = new Set<string>();
  private alone: NodeJS.Timeout | null = null;

  /**
   * @param countUnderway pages of this crawl that this process is at work on, held ones too
   * @param isOpen whether anything is held at all
   */
  constructor(
    private readonly countUnderway: () => number,
    private readonly isOpen: boolean,
  ) {}

  /** Comes back when the kind is settled, or will not be soon. */
  async enter(table: KindTable, name: string, kind: PathHash, signal: AbortSignal): Promise<void> {
    if (table.decisionOn(kind)) return this.release(name);
    if (!this.isOpen || signal.aborted || this.givenUp.has(name) || this.givenUp.size >= MAX_IN_VAIN) return;
    const held = this.kinds.get(name) ?? { table, kind, releases: new Set() };
    this.kinds.set(name, held);
    if (held.releases.size + 1 >= MOST_HELD) return this.giveUp(name);
    await this.wait(name, held, signal);
  }

  /** To be called whenever fewer pages are under way. */
  look(): void {
    if (!this.isAlone() || this.alone) return;
    this.alone = setTimeout(() => {
      this.alone = null;
      if (this.isAlone()) this.close();
    }, ALONE_MS);
  }

  /** Lets all pages go. */
  close(): void {
    if (this.alone) clearTimeout(this.alone);
    this.alone = null;
    for (const name of [...this.kinds.keys()]) this.release(name);
  }

  private wait(name: string, held: HeldKind, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', release);
        held.releases.delete(release);
        resolve();
      };
      const timer = setTimeout(() => this.giveUp(name), LONGEST_MS);
      signal.addEventListener('abort', release, { once: true });
      held.releases.add(release);
      this.look();
    });
  }

  private isAlone(): boolean {
    let held = 0;
    for (const { releases } of this.kinds.values()) held += releases.size;
    return held > 0 && held >= this.countUnderway();
  }

  private giveUp(name: string): void {
    const held = this.kinds.get(name);
    this.release(name);
    if (!held?.table.decisionOn(held.kind)) this.givenUp.add(name);
  }

  /** Lets the pages of a kind go, with what is known by now. */
  private release(name: string): void {
    const held = this.kinds.get(name);
    if (!held) return;
    this.kinds.delete(name);
    held.table.settle(held.kind);
    for (const release of [...held.releases]) release();
  }
}
