import { BrowserGoneError } from './browser-errors.js';
import { BrowserSupervisor } from './browser-supervisor.js';
import type { RunningBrowser } from './running-browser.js';

/** A page's use of a browser. */
export interface BrowserUse {
  readonly browser: RunningBrowser;
  /** Ends the use, after the page has ended. Idempotent. */
  leave(): Promise<void>;
}

interface Slot {
  readonly keeper: BrowserSupervisor;
  /** Owners of the pages that use the browser, one entry for each page. */
  readonly owners: string[];
  lastOwner: string | null;
  idleTimer: NodeJS.Timeout | undefined;
}

/** Further browsers end after this idle time; the first one remains. */
const IDLE_MS = 30_000;

/**
 * Browsers, each used by one owner at a time. A page can block the main and network processes of its browser, with very long addresses
 * for instance, long before the first event of them reaches this process: pages of other owners must not depend on these processes.
 *
 * An idle browser is used by the next owner if it answers. Owners share browsers only when more owners than browsers are active.
 */
export class BrowserPool {
  private readonly slots: Slot[] = [];
  private isClosed = false;

  /** @param launch starts a browser */
  constructor(
    private readonly maxBrowsers: number,
    private readonly launch: () => Promise<RunningBrowser>,
  ) {}

  /** Returns a browser for a page of an owner. @throws BrowserGoneError when no browser starts */
  async enter(owner: string): Promise<BrowserUse> {
    if (this.isClosed) throw new BrowserGoneError('the browser was closed');
    const slot = this.slotFor(owner);
    slot.owners.push(owner);
    slot.lastOwner = owner;
    clearTimeout(slot.idleTimer);
    try {
      const browser = await slot.keeper.get();
      return this.use(slot, owner, browser);
    } catch (error) {
      this.release(slot, owner);
      throw error;
    }
  }

  /** Whether there is a browser that starts; it is running then. */
  async isAvailable(): Promise<boolean> {
    return this.first.keeper.get().then(
      () => true,
      () => false,
    );
  }

  /** Ends every browser. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { idleTimer } of this.slots) clearTimeout(idleTimer);
    await Promise.all(this.slots.map(({ keeper }) => keeper.close()));
  }

  private use(slot: Slot, owner: string, browser: RunningBrowser): BrowserUse {
    const exit = browser.enter();
    let isOver = false;
    const leave = async () => {
      if (isOver) return;
      isOver = true;
      const isLast = slot.owners.filter((other) => other === owner).length === 1;
      if (isLast && !(await browser.answers())) browser.retire();
      exit();
      this.release(slot, owner);
    };
    return { browser, leave };
  }

  private release(slot: Slot, owner: string): void {
    slot.owners.splice(slot.owners.indexOf(owner), 1);
    if (slot.owners.length > 0 || slot === this.first || this.isClosed) return;
    slot.idleTimer = setTimeout(() => this.remove(slot), IDLE_MS).unref();
  }

  private remove(slot: Slot): void {
    this.slots.splice(this.slots.indexOf(slot), 1);
    void slot.keeper.close();
  }

  private slotFor(owner: string): Slot {
    const idle = this.slots.filter(({ owners }) => owners.length === 0);
    return (
      this.slots.find(({ owners }) => owners.includes(owner)) ??
      idle.find(({ lastOwner }) => lastOwner === owner) ??
      idle[0] ??
      (this.slots.length < this.maxBrowsers ? this.addSlot() : this.leastUsed())
    );
  }

  private get first(): Slot {
    return this.slots[0] ?? this.addSlot();
  }

  private addSlot(): Slot {
    const keeper = new BrowserSupervisor(this.launch);
    const slot: Slot = { keeper, owners: [], lastOwner: null, idleTimer: undefined };
    this.slots.push(slot);
    return slot;
  }

  private leastUsed(): Slot {
    return this.slots.reduce((least, slot) => (slot.owners.length < least.owners.length ? slot : least));
  }
}
