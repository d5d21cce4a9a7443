import type { BrowserProcess } from './browser-process.js';
import { PageProcesses, type MemoryReading } from './page-processes.js';

/** A browser older than this is replaced. */
const MAX_AGE_MS = 30 * 60_000;
/** So is one that has grown to this without its pages, in MiB. */
const MAX_OWN_MB = 400;
/** A browser that takes longer to answer is busy with pages that have ended. */
const ANSWER_MS = 1_000;

/** Weight of a window that a page opens, in bytes of messages: the browser opens and closes it for nothing. */
const WINDOW_WEIGHT = 256 * 1024;

/** A browser at work: knows its pages, and ends when it is worn out and idle. */
export class RunningBrowser {
  /** Which page runs in which process. */
  readonly processes: PageProcesses;
  private pages = 0;
  private active = 0;
  private ownMb = 0;
  private isRetired = false;

  /** @param maxPages pages after which the browser is replaced */
  constructor(
    readonly process: BrowserProcess,
    private readonly maxPages: number,
  ) {
    this.processes = PageProcesses.of(process.pid);
    const root = process.pipe.browser;
    root.listen((method, params) => {
      if (method === 'Target.targetCreated') this.closePopup(params);
    });
    root.command('Target.setDiscoverTargets', { discover: true });
  }

  get isWornOut(): boolean {
    const ageMs = performance.now() - this.process.startedAt;
    return this.isRetired || this.pages >= this.maxPages || ageMs > MAX_AGE_MS || this.ownMb > MAX_OWN_MB;
  }

  /** True if no page uses the browser. */
  get isIdle(): boolean {
    return this.active === 0;
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

  /** Whether the browser and its network service answer soon. */
  async answers(): Promise<boolean> {
    // read by the network service, which the browser asks for them
    const cookies = this.process.pipe.browser.send('Storage.getCookies', {}, ANSWER_MS);
    return cookies.then(
      () => true,
      () => false,
    );
  }

  /** Takes no more pages; ends with its last one. */
  retire(): void {
    this.isRetired = true;
    this.closeIfIdle();
  }

  /** Ends the browser with all of its pages at once. */
  kill(): void {
    this.process.kill();
  }

  /** Reads the memory that the browser and its pages use now. */
  readMemory(): MemoryReading {
    const reading = this.processes.memory;
    this.ownMb = reading.ownMb;
    return reading;
  }

  private closeIfIdle(): void {
    if (this.isRetired && this.isIdle) void this.process.close();
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
}
