import type { TemplateTable } from '../../../convert/content/templates/template-table.js';
import type { PathHash } from '../../../model/page/page-kind.js';

/** Longest time a page is held, in milliseconds. */
const LONGEST_MS = 2_000;
/** Delay before releasing the only remaining pages: the next page may be about to be leased. */
const ALONE_MS = 20;
/** Maximum number of pages held per template; as many are sufficient for a decision. */
const MOST_HELD = 10;
/** Number of templates without a decision after which no page of the site is held. */
const MAX_IN_VAIN = 6;

/** Pages of one kind that wait for others. */
interface HeldKind {
  readonly table: TemplateTable;
  readonly kind: PathHash;
  readonly releases: Set<() => void>;
}

/**
 * Holds the first pages of each template before they are stored, until the template is decided: for two seconds at
 * most, and only while other pages in progress may contribute to the decision. Makes results independent of the page
 * order.
 */
export class TemplateBuffer {
  private readonly kinds = new Map<string, HeldKind>();
  /** Templates whose pages are no longer held. */
  private readonly givenUp = new Set<string>();
  private alone: NodeJS.Timeout | null = null;

  /**
   * @param countActive pages of this crawl that this process is at work on, held ones too
   * @param isOpen whether anything is held at all
   */
  constructor(
    private readonly countActive: () => number,
    private readonly isOpen: boolean,
  ) {}

  /** Comes back when the kind is settled, or will not be soon. */
  async enter(table: TemplateTable, name: string, kind: PathHash, signal: AbortSignal): Promise<void> {
    if (table.decisionOn(kind)) return this.release(name);
    if (!this.isOpen || signal.aborted || this.givenUp.has(name) || this.givenUp.size >= MAX_IN_VAIN) return;
    const held = this.kinds.get(name) ?? { table, kind, releases: new Set() };
    this.kinds.set(name, held);
    if (held.releases.size + 1 >= MOST_HELD) return this.giveUp(name);
    await this.wait(name, held, signal);
  }

  /** To be called when the number of pages in progress decreases. */
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
    return held > 0 && held >= this.countActive();
  }

  private giveUp(name: string): void {
    const held = this.kinds.get(name);
    this.release(name);
    if (!held?.table.decisionOn(held.kind)) this.givenUp.add(name);
  }

  /** Releases the pages of a template with the decision available now. */
  private release(name: string): void {
    const held = this.kinds.get(name);
    if (!held) return;
    this.kinds.delete(name);
    held.table.settle(held.kind);
    for (const release of [...held.releases]) release();
  }
}
