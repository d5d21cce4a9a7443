import { BrowserGoneError } from './browser-errors.js';
import type { RunningBrowser } from './running-browser.js';

/** Keeps one browser running from the first need on, and replaces it when it is worn out or gone. */
export class BrowserSupervisor {
  private current: Promise<RunningBrowser> | null = null;
  private readonly all = new Set<RunningBrowser>();
  private isClosed = false;

  /** @param launch starts a browser */
  constructor(private readonly launch: () => Promise<RunningBrowser>) {}

  /** The browser for the next page. @throws BrowserGoneError when there is none that starts */
  async get(): Promise<RunningBrowser> {
    if (this.isClosed) throw new BrowserGoneError('the browser was closed');
    const seen = this.current;
    const running = (await seen?.catch(() => null)) ?? null;
    if (running && !running.process.hasEnded && !running.isWornOut) return running;
    running?.retire();
    if (this.current === seen) this.current = null;
    return (this.current ??= this.start());
  }

  /** Ends every browser. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.current?.catch(() => null);
    await Promise.all([...this.all].map(({ process }) => process.close()));
  }

  private async start(): Promise<RunningBrowser> {
    try {
      const running = await this.launch();
      this.all.add(running);
      void running.process.gone.then(() => this.all.delete(running));
      return running;
    } catch (error) {
      this.current = null;
      throw error;
    }
  }
}
