import type { BrowserProcess } from './browser-process.js';
import { isPageProcess, treeMemory } from './process-memory.js';

export interface BrowserBounds {
  /** Pages after which the browser is replaced. */
  readonly recycleAfterPages: number;
  /** Memory in MiB that the browser may take with all of its pages. */
  readonly maxMemoryMb: number;
}

/** A browser older than this is replaced. */
const MAX_AGE_MS = 30 * 60_000;
/** So is one whose own process has grown to this, in MiB of its own. */
const MAX_OWN_MB = 400;
const WATCH_MS = 250;

/** Weight of a window that a page opens, in bytes of messages: the browser opens and closes it for nothing. */
const WINDOW_WEIGHT = 256 * 1024;

/** A browser at work: knows its pages, keeps it within its memory, and ends it when it is worn out and idle. */
export class RunningBrowser {
  private readonly watch: NodeJS.Timeout;
  private pages = 0;
  private active = 0;
  private ownMb = 0;
  private isRetired = false;

  constructor(
    readonly process: BrowserProcess,
    private readonly bounds: BrowserBounds,
  ) {
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

  /** Ends the page that takes most when all together take too much; the browser itself when that did not help. */
  private lookAtMemory(): void {
    const { pid } = this.process;
    if (this.active === 0 || pid === undefined) return;
    const tree = treeMemory(pid);
    const total = tree.reduce((sum, { mb }) => sum + mb, 0);
    this.ownMb = tree.find((one) => !isPageProcess(one.pid) && one.mb > 0)?.mb ?? 0;
    if (total <= this.bounds.maxMemoryMb) return;
    const [biggest] = tree.filter((one) => isPageProcess(one.pid)).sort((one, other) => other.mb - one.mb);
    const isPagesFault = biggest !== undefined && biggest.mb > total / 2;
    if (isPagesFault && total <= 2 * this.bounds.maxMemoryMb) kill(biggest.pid);
    else this.process.kill();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
