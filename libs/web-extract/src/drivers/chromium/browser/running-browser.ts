import type { BrowserProcess } from './browser-process.js';
import { PageProcesses } from './page-processes.js';
import { killProcess } from './process-memory.js';

export interface BrowserBounds {
  /** Pages after which the browser is replaced. */
  readonly recycleAfterPages: number;
  /** Memory in MiB that the browser may take with all of its pages. */
  readonly maxMemoryMb: number;
}

/** A browser older than this is replaced. */
const MAX_AGE_MS = 30 * 60_000;
/** So is one that has grown to this without its pages, in MiB. */
const MAX_OWN_MB = 400;
/** One that uses this share of the bound without its pages is ended: ending pages would not help. */
const MAX_OWN_SHARE = 1 / 2;
const WATCH_MS = 250;

/** Weight of a window that a page opens, in bytes of messages: the browser opens and closes it for nothing. */
const WINDOW_WEIGHT = 256 * 1024;

/** A browser at work: knows its pages, keeps it within its memory, and ends it when it is worn out and idle. */
export class RunningBrowser {
  /** Which page runs in which process. */
  readonly processes: PageProcesses;
  private readonly watch: NodeJS.Timeout;
  private pages = 0;
  private active = 0;
  private ownMb = 0;
  private isRetired = false;

  constructor(
    readonly process: BrowserProcess,
    private readonly bounds: BrowserBounds,
  ) {
    this.processes = PageProcesses.of(process.pid);
    void process.gone.then(() => clearInterval(this.watch));
    const root = process.pipe.browser;
    root.listen((method, params) => {
      if (method === 'Target.targetCreated') this.closePopup(params);
    });
    root.command('Target.setDiscoverTargets', { discover: true });
    this.watch = setInterval(() => this.lookAtMemory(), WATCH_MS).unref();
  }

  get isWornOut(): boolean {
    const ageMs = performance.now() - this.process.startedAt;
    return this.pages >= this.bounds.recycleAfterPages || ageMs > MAX_AGE_MS || this.ownMb > MAX_OWN_MB;
  }

  /** A page begins. @returns what ends it */
  enter(): () => void {
    this.pages++;
    this.active++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.active--;
      this.closeIfIdle();
    };
  }

  /** Takes no more pages; ends with its last one. */
  retire(): void {
    this.isRetired = true;
    this.closeIfIdle();
  }

  private closeIfIdle(): void {
    if (this.isRetired && this.active === 0) void this.process.close();
  }

  /** Windows that pages open are closed at once: nobody reads them. */
  private closePopup({
    targetInfo,
  }: {
    targetInfo: { targetId: string; type: string; openerId?: string };
  }): void {
    const { targetId, type, openerId } = targetInfo;
    if (type !== 'page' || openerId === undefined) return;
    const { pipe } = this.process;
    pipe.browser.command('Target.closeTarget', { targetId });
    pipe.sessionOf(openerId)?.weigh(WINDOW_WEIGHT);
  }

  /**
   * Ends pages when the browser uses too much memory, those of the owner that uses the most first. The browser itself ends only when
   * the memory is its own: then pages that have done nothing yet are rendered again.
   */
  private lookAtMemory(): void {
    if (this.active === 0) return;
    const { maxMemoryMb } = this.bounds;
    const { ownMb, totalMb } = this.processes.memory;
    this.ownMb = ownMb;
    if (totalMb <= maxMemoryMb) return;
    if (ownMb > maxMemoryMb * MAX_OWN_SHARE) return this.process.kill();
    for (const { pid } of this.processes.takeVictims(maxMemoryMb)) killProcess(pid);
  }
}
