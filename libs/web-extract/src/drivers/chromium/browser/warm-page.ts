import type { BlankPage } from './blank-page.js';
import type { RunningBrowser } from './running-browser.js';

/** Keeps one blank page ready in each browser that is in use: the next page need not wait for it. */
export class WarmPage {
  private readonly spares = new Map<RunningBrowser, Promise<BlankPage> | null>();

  /** @param open opens a blank page */
  constructor(private readonly open: (browser: RunningBrowser) => Promise<BlankPage>) {}

  /** A blank page of this browser; the caller closes it. @throws BrowserError */
  async take(browser: RunningBrowser): Promise<BlankPage> {
    const spare = this.spares.get(browser);
    if (!spare) return this.open(browser);
    this.spares.set(browser, null);
    const ready = await spare.catch(() => null);
    return ready === null || ready.session.isOver ? this.open(browser) : ready;
  }

  /** A page of this browser has ended: there is time now for the next one. */
  prepare(browser: RunningBrowser): void {
    if (this.spares.get(browser) || browser.isWornOut || browser.process.hasEnded) return;
    if (!this.spares.has(browser)) void browser.process.gone.then(() => this.drop(browser));
    const page = this.open(browser);
    page.catch(() => {}); // the caller then opens another
    this.spares.set(browser, page);
  }

  private drop(browser: RunningBrowser): void {
    void this.spares.get(browser)?.then(
      (page) => page.close(),
      () => {},
    );
    this.spares.delete(browser);
  }
}
