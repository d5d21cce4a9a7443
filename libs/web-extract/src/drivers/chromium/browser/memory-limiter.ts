import { killProcess } from './process-memory.js';
import type { MemoryReading, PageProcesses } from './page-processes.js';

/** A browser whose memory is watched. */
export interface WatchedBrowser {
  readonly processes: Pick<PageProcesses, 'takeVictim'>;
  /** True if no page uses the browser. */
  readonly isIdle: boolean;
  /** Reads the memory of the browser. */
  readMemory(): MemoryReading;
  /** Uses the browser for no further page; it ends with the last one. */
  retire(): void;
  /** Ends the browser with all of its pages. */
  kill(): void;
}

/** A browser that uses this share of the bound without its pages is ended: ending pages would not help. */
const MAX_OWN_SHARE = 1 / 2;
const WATCH_MS = 250;

/** Keeps all browsers together within a bound of memory. */
export class MemoryLimiter {
  private readonly browsers = new Set<WatchedBrowser>();
  private timer: NodeJS.Timeout | undefined;

  /** @param maxMb memory in MiB of all browsers with their pages */
  constructor(
    private readonly maxMb: number,
    private readonly kill: (pid: number) => void = killProcess,
  ) {}

  /** Watches a browser until `gone` resolves. */
  add(browser: WatchedBrowser, gone: Promise<void>): void {
    this.browsers.add(browser);
    this.timer ??= setInterval(() => this.look(), WATCH_MS).unref();
    void gone.then(() => this.delete(browser));
  }

  private delete(browser: WatchedBrowser): void {
    this.browsers.delete(browser);
    if (this.browsers.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /**
   * Ends idle browsers when all together use too much memory, then pages, each time of the browser that uses the most. A browser ends
   * with its pages only if the memory is its own: pages that have done nothing yet are then rendered again.
   */
  look(): void {
    const browsers = [...this.browsers];
    if (browsers.every(({ isIdle }) => isIdle)) return;
    const used = new Map(browsers.map((browser) => [browser, browser.readMemory()]));
    let excessMb = sum([...used.values()].map(({ totalMb }) => totalMb)) - this.maxMb;
    while (excessMb > 0 && used.size > 0) excessMb -= this.reduce(used);
  }

  /** @returns the memory that becomes free, in MiB */
  private reduce(used: Map<WatchedBrowser, MemoryReading>): number {
    const browsers = [...used.keys()];
    const totalOf = (browser: WatchedBrowser) => used.get(browser)?.totalMb ?? 0;
    const browser =
      browsers.find(({ isIdle }) => isIdle) ??
      browsers.reduce((most, other) => (totalOf(other) > totalOf(most) ? other : most));
    const { ownMb, totalMb } = used.get(browser) ?? { ownMb: 0, totalMb: 0 };
    const isOwn = ownMb > this.maxMb * MAX_OWN_SHARE;
    const victim = browser.isIdle || isOwn ? null : browser.processes.takeVictim();
    if (victim) {
      used.set(browser, { ownMb, totalMb: totalMb - victim.mb });
      this.kill(victim.pid);
      return victim.mb;
    }
    used.delete(browser);
    if (browser.isIdle) browser.retire();
    else if (isOwn) browser.kill();
    return browser.isIdle || isOwn ? totalMb : 0;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
