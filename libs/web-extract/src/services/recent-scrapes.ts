import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';
import type { Page } from '../model/page/page.js';
import { OwnerCache } from './memory/owner-cache.js';
import { weigh } from './memory/weigh.js';
import { kept } from '../model/kept.js';

/** A page that was scraped, with what its answer said besides. */
export interface ScrapedPage {
  readonly page: Page;
  /** Requested response fields that cannot be derived from the page. */
  readonly fields: Readonly<Record<'extract' | 'json' | 'markdown', boolean>>;
  readonly warnings: readonly string[];
  /** Pages of a document that were read at most. */
  readonly maxPages?: number | undefined;
}

interface Kept {
  readonly scrape: ScrapedPage;
  readonly until: number;
}

const MIB = 1024 * 1024;
export const SCRAPE_BOUNDS = { maxBytes: 32 * MIB, maxOwnerBytes: 24 * MIB, maxValueBytes: 8 * MIB };

/** The latest scrapes of this process, to be read again by their id. */
@Injectable()
export class RecentScrapes {
  private readonly kept = kept('scrapes', new OwnerCache<Kept>(SCRAPE_BOUNDS));

  constructor(private readonly options: ResolvedOptions) {}

  /** @param isWanted whether it may be kept at all @returns the id that it is read again by, if it was kept */
  keep(owner: string, scrape: ScrapedPage, isWanted = true): string {
    const id = randomUUID();
    if (!isWanted) return id;
    this.dropExpired();
    const until = Date.now() + this.options.limits.scrapeRetentionMs;
    this.kept.put(owner, id, { scrape, until }, weigh(scrape, SCRAPE_BOUNDS.maxValueBytes));
    return id;
  }

  /** @throws NotFoundError when it is unknown, has expired, or belongs to another owner */
  find(owner: string, id: string): ScrapedPage {
    this.dropExpired();
    const kept = this.kept.get(owner, id);
    if (!kept || kept.until <= Date.now()) throw new NotFoundError('Scrape not found');
    return kept.scrape;
  }

  private dropExpired(): void {
    const now = Date.now();
    this.kept.deleteOldestWhile(({ until }) => until <= now);
  }
}
