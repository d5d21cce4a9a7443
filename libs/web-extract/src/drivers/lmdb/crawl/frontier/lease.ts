import type { Place } from './crawl-frontier.js';

/** A leased URL. */
export interface Lease extends Place {
  readonly token: string;
  readonly attempts: number;
  /** Place in its block, and how many URLs that has. */
  readonly index: number;
  readonly rows: number;
  endsAt: number;
  /** Its completion is being written: it can no longer run out. */
  isEnding: boolean;
  /** False for a source of URLs. */
  readonly isPage: boolean;
  /** True if the page was sent to a browser. */
  isRendered: boolean;
}
