/** What became of a page of a crawl that needs a browser; the words are those of the crawl's store. */
export type BrowserTurn = 'granted' | 'left' | 'full' | 'nobody';

/** Pages of a crawl share browsers with each other, over many processes. */
export interface BrowserTurns {
  /** Pages of the crawl that a browser may finish. */
  readonly most: number;
  /** @param hasBrowser whether this process has one */
  ask(hasBrowser: boolean): Promise<BrowserTurn>;
}

/** The page goes to a process that has a browser: nothing more is to be done with it here. */
export class LeftToBrowserError extends Error {}
