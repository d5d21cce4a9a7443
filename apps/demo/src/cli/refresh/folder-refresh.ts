import type { Page } from 'nestjs-web-extract';
import type { MirrorFolder } from './mirror-folder';

/** Larger shares of a folder are removed only on confirmation: a broken site looks like this too. */
const MAX_REMOVED_SHARE = 0.2;

/** Pages of a folder by what a refresh did with them. */
export interface RefreshCounts {
  new: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** Errors, logins, captchas and unrendered pages: their files stay as they are. */
  skipped: number;
}

/** One refresh of a folder: writes the pages of a crawl and collects those that are gone. */
export class FolderRefresh {
  readonly counts: RefreshCounts = { new: 0, changed: 0, removed: 0, unchanged: 0, skipped: 0 };
  /** Pages received, as the progress needs them. */
  count = 0;
  private readonly before: number;
  private readonly met = new Set<string>();
  private readonly gone = new Set<string>();

  constructor(private readonly folder: MirrorFolder) {
    this.before = folder.urls.length;
  }

  /** Applies a page of the crawl. */
  async add(page: Page): Promise<void> {
    this.count++;
    const { url, requestedUrl, change } = page;
    this.met.add(url).add(requestedUrl);
    if (isGone(page)) this.gone.add(url).add(requestedUrl);
    else if (!change) this.counts.skipped++;
    else {
      if (requestedUrl !== url) this.gone.add(requestedUrl); // moved
      this.counts[await this.folder.put(page)]++;
    }
  }

  /** Pages of the folder that the crawl did not come across: duplicates of others, out of scope, or gone for long. */
  get unmet(): readonly string[] {
    return this.folder.urls.filter((url) => !this.met.has(url));
  }

  /** Notes that a page has been requested apart from the crawl. */
  check(url: string, page: Page): void {
    if (isGone(page) || (page.url !== url && this.folder.has(page.url))) this.gone.add(url);
  }

  /**
   * Removes the pages that are gone.
   * @returns the number of pages that were kept because they are too many to be removed without confirmation
   */
  async removeGone(isConfirmed: boolean): Promise<number> {
    const urls = this.folder.urls.filter((url) => this.gone.has(url));
    if (!isConfirmed && urls.length > this.before * MAX_REMOVED_SHARE) return urls.length;
    for (const url of urls) await this.folder.remove(url);
    this.counts.removed = urls.length;
    return 0;
  }
}

/** A later visit of a page that is gone reports no change. */
const isGone = ({ statusCode, change, quality }: Page): boolean =>
  statusCode === 404 ||
  statusCode === 410 ||
  change?.status === 'removed' ||
  quality.flags.includes('soft-404');
