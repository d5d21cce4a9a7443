import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';
import type { Page } from '../model/page.js';
import { pageChars } from './page-chars.js';

/** A page that was scraped, with what its answer said besides. */
export interface ScrapedPage {
  readonly page: Page;
  /** Fields of the answer that the page alone does not tell. */
  readonly fields: Readonly<Record<'extract' | 'json' | 'markdown', boolean>>;
  readonly warnings: readonly string[];
  /** Pages of a document that were read at most. */
  readonly maxPages?: number | undefined;
}

interface Kept {
  readonly owner: string;
  readonly scrape: ScrapedPage;
  readonly until: number;
  readonly chars: number;
}

/** Of all pages kept: a thousand of 30 kB. */
const MAX_CHARS = 32 * 1024 * 1024;

/** What was scraped lately in this process, to be read again by its number; the oldest of who keeps most gives way. */
@Injectable()
export class RecentScrapes {
  private readonly kept = new Map<string, Kept>();
  private readonly charsOf = new Map<string, number>();
  private chars = 0;

  constructor(private readonly options: ResolvedOptions) {}

  /** @param isWanted whether it may be kept at all @returns the number that it is read again by, if so */
  keep(owner: string, scrape: ScrapedPage, isWanted = true): string {
    const id = randomUUID();
    if (!isWanted) return id;
    const until = Date.now() + this.options.limits.scrapeRetentionMs;
    const chars = pageChars(scrape.page);
    this.kept.set(id, { owner, scrape, until, chars });
    this.count(owner, chars);
    this.makeRoom();
    return id;
  }

  /** @throws NotFoundError when it is unknown, kept no more, or somebody else's */
  find(owner: string, id: string): ScrapedPage {
    this.makeRoom();
    const kept = this.kept.get(id);
    if (kept?.owner !== owner) throw new NotFoundError('Scrape not found');
    return kept.scrape;
  }

  private makeRoom(): void {
    const now = Date.now();
    for (const [id, kept] of this.kept) {
      if (kept.until > now) break;
      this.drop(id, kept);
    }
    while (this.chars > MAX_CHARS) this.dropOldestOf(this.whoKeepsMost());
  }

  private dropOldestOf(owner: string): void {
    for (const [id, kept] of this.kept) if (kept.owner === owner) return this.drop(id, kept);
  }

  private whoKeepsMost(): string {
    let most = '';
    for (const [owner, chars] of this.charsOf) if (chars > (this.charsOf.get(most) ?? 0)) most = owner;
    return most;
  }

  private drop(id: string, { owner, chars }: Kept): void {
    this.kept.delete(id);
    this.count(owner, -chars);
  }

  private count(owner: string, chars: number): void {
    const sum = (this.charsOf.get(owner) ?? 0) + chars;
    if (sum === 0) this.charsOf.delete(owner);
    else this.charsOf.set(owner, sum);
    this.chars += chars;
  }
}
