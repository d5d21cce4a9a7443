/** Result of requesting a browser for a page of a crawl, with the terms of the crawl store. */
export type BrowserTurn = 'granted' | 'left' | 'full' | 'nobody';

/** Shares browsers between the pages of a crawl, across processes. */
export interface BrowserTurns {
  /** Maximum number of rendered pages of the crawl. */
  readonly most: number;
  /** @param hasBrowser true if this process has a browser */
  ask(hasBrowser: boolean): Promise<BrowserTurn>;
}

/** The page was requeued for a process with a browser: processing ends here. */
export class LeftToBrowserError extends Error {}
