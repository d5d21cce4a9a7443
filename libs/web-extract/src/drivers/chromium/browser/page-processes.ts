import { isPageProcess, killProcess, treeMemory, type ProcessMemory } from './process-memory.js';

/** A page whose processes are known. */
export interface PageClaim {
  /** Owner of the page; null for a blank page. */
  owner: string | null;
  /** Ends the processes of the page, as far as they are known. */
  kill(): void;
  /** Ends the claim, with the page. */
  release(): void;
}

interface Claim {
  owner: string | null;
  readonly pids: ReadonlySet<number>;
}

/** A process of a page that is to end. */
interface Victim {
  readonly pid: number;
  readonly mb: number;
}

/** Memory of the browser at one moment. */
export interface MemoryReading {
  /** MiB of the browser and its services, without pages. */
  readonly ownMb: number;
  /** MiB of the browser and all pages. */
  readonly totalMb: number;
}

interface ProcessSource {
  readonly read: () => readonly ProcessMemory[];
  readonly isPage: (pid: number) => boolean;
}

/**
 * The processes of the browser's pages. Chromium does not report which process a page runs in. Each context gets processes of its own,
 * the first one while its page is opened: pages are opened one after the other, and a process that is new then belongs to the page.
 */
export class PageProcesses {
  private readonly claims = new Set<Claim>();
  /** Processes that were killed, and may still be ending. */
  private readonly ended = new Set<number>();
  private opening: Promise<unknown> = Promise.resolve();

  /** @param source of the processes; those below the browser's process as a rule */
  constructor(private readonly source: ProcessSource) {}

  /** The processes below that of a browser. */
  static of(browserPid: number | undefined): PageProcesses {
    const read = () => (browserPid === undefined ? [] : treeMemory(browserPid));
    return new PageProcesses({ read, isPage: isPageProcess });
  }

  /** Opens a page and claims the processes that are new afterwards. */
  async claim<T>(open: () => Promise<T>): Promise<[T, PageClaim]> {
    const work = this.opening.then(() => this.claimNew(open));
    this.opening = work.catch(() => {}); // whoever opens that page handles it
    return work;
  }

  /** The current memory of the browser. */
  get memory(): MemoryReading {
    let ownMb = 0;
    let totalMb = 0;
    for (const { pid, mb } of this.living()) {
      totalMb += mb;
      if (!this.source.isPage(pid)) ownMb += mb;
    }
    return { ownMb, totalMb };
  }

  /**
   * The next process to end, the largest of the owner whose pages use the most; null if there is none. Processes that no page claims,
   * those of windows that are being closed, count as one owner.
   */
  takeVictim(): Victim | null {
    const pages = this.living().filter(({ pid }) => this.source.isPage(pid));
    if (pages.length === 0) return null;
    const victim = this.largestOfHeaviest(pages);
    this.ended.add(victim.pid);
    return victim;
  }

  private async claimNew<T>(open: () => Promise<T>): Promise<[T, PageClaim]> {
    const before = new Set(this.source.read().map(({ pid }) => pid));
    const opened = await open();
    const isNew = ({ pid }: ProcessMemory) => !before.has(pid) && this.source.isPage(pid);
    const fresh = this.source.read().filter(isNew);
    const claim: Claim = { owner: null, pids: new Set(fresh.map(({ pid }) => pid)) };
    this.claims.add(claim);
    const kill = () => claim.pids.forEach(killProcess);
    return [opened, Object.assign(claim, { kill, release: () => void this.claims.delete(claim) })];
  }

  private living(): ProcessMemory[] {
    const all = this.source.read();
    const pids = new Set(all.map(({ pid }) => pid));
    for (const pid of this.ended) if (!pids.has(pid)) this.ended.delete(pid);
    return all.filter(({ pid }) => !this.ended.has(pid));
  }

  private largestOfHeaviest(pages: readonly ProcessMemory[]): ProcessMemory {
    const totals = new Map<string | null, number>();
    const owners = new Map(pages.map((page) => [page, this.ownerOf(page.pid)]));
    for (const [page, owner] of owners) totals.set(owner, (totals.get(owner) ?? 0) + page.mb);
    const weightOf = (page: ProcessMemory) => totals.get(owners.get(page) ?? null) ?? 0;
    return pages.reduce((worst, page) => {
      const difference = weightOf(page) - weightOf(worst) || page.mb - worst.mb;
      return difference > 0 ? page : worst;
    });
  }

  private ownerOf(pid: number): string | null {
    for (const { pids, owner } of this.claims) if (pids.has(pid)) return owner;
    return null;
  }
}
