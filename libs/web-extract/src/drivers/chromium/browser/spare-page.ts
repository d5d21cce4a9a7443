import type { BlankPage } from './blank-page.js';
import type { RunningBrowser } from './running-browser.js';

/** Keeps one blank page ready once the browser is in use: the next page need not wait for it. */
export class SparePage {
  private spare: { readonly browser: RunningBrowser; readonly page: Promise<BlankPage> } | null = null;

  /** @param open opens a blank page */
  constructor(private readonly open: (browser: RunningBrowser) => Promise<BlankPage>) {}

  /** A blank page of this browser; the caller closes it. @throws BrowserError */
  async take(browser: RunningBrowser): Promise<BlankPage> {
    if (this.spare?.browser !== browser) return this.open(browser);
    const { page } = this.spare;
    this.spare = null;
    const ready = await page.catch(() => null);
    return ready === null || ready.session.isOver ? this.open(browser) : ready;
  }

  /** A page of this browser has ended: there is time now for the next one. */
  prepare(browser: RunningBrowser): void {
    if (this.spare?.browser === browser || browser.isWornOut || browser.process.hasEnded) return;
    void this.spare?.page.then(
      (page) => page.close(),
      () => {},
    );
    const page = this.open(browser);
    page.catch(() => {}); // the caller then opens another
    this.spare = { browser, page };
  }
}
