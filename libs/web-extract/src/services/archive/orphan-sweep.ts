import { Inject, Injectable } from '@nestjs/common';
import { crawlOf, SEGMENT_FOLDERS } from '../../model/crawl/segment-name.js';
import type { Archive, ArchivedObject } from '../../model/crawl/archive.js';
import { ResolvedOptions } from '../../model/options.js';
import type { BodyPacks } from '../../ports/stores/body-packs.port.js';
import { PageCache } from '../../ports/stores/page-cache.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import type { ResultSegments } from '../../ports/stores/result-segments.port.js';

const FIRST_AFTER_MS = 3_600_000;
const EVERY_MS = 7 * 24 * 3_600_000;
/** Younger objects may belong to a crawl of which this process does not know yet. */
const LEAST_AGE_MS = 24 * 3_600_000;

/** Removes objects that no store knows, once a week: a store that was lost or restored leaves them behind. */
@Injectable()
export class OrphanSweep {
  private readonly archive: Archive | undefined;
  private nextAt = Date.now() + FIRST_AFTER_MS;

  constructor(
    { archive }: ResolvedOptions,
    @Inject(PageHistory) private readonly history: PageHistory | null,
    @Inject(PageCache) private readonly cache: PageCache | null,
  ) {
    this.archive = archive;
  }

  /** @returns the number of removed objects; 0 before the next sweep is due */
  async run(segments: ResultSegments, nowMs = Date.now()): Promise<number> {
    if (!this.archive || nowMs < this.nextAt) return 0;
    let removed = 0;
    const ofCrawls = (objects: readonly ArchivedObject[]) => orphansOf(objects, segments);
    for (const folder of SEGMENT_FOLDERS) removed += await this.sweep(this.archive, folder, nowMs, ofCrawls);
    for (const packs of [this.history?.bodies, this.cache?.bodies])
      if (packs)
        removed += await this.sweep(this.archive, packs.folder, nowMs, (old) => unknownOf(old, packs));
    this.nextAt = nowMs + EVERY_MS;
    return removed;
  }

  private async sweep(
    archive: Archive,
    folder: string,
    nowMs: number,
    find: (old: readonly ArchivedObject[]) => Promise<string[]>,
  ): Promise<number> {
    let removed = 0;
    for (let cursor: string | undefined; ;) {
      const listing = await archive.list(folder, cursor);
      const old = listing.objects.filter(({ modifiedAt }) => nowMs - modifiedAt > LEAST_AGE_MS);
      const orphans = await find(old);
      if (orphans.length > 0) await archive.remove(orphans);
      removed += orphans.length;
      if (listing.cursor === null) return removed;
      cursor = listing.cursor;
    }
  }
}

/** Packs that no history or cache has registered. */
async function unknownOf(old: readonly ArchivedObject[], packs: BodyPacks): Promise<string[]> {
  const unknown: string[] = [];
  for (const { name } of old) if (!(await packs.knows(name))) unknown.push(name);
  return unknown;
}

/** Segments of crawls without a record. */
async function orphansOf(old: readonly ArchivedObject[], segments: ResultSegments): Promise<string[]> {
  const crawls = new Set(old.map(({ name }) => crawlOf(name)).filter((id) => id !== null));
  const unknown = new Set<string>();
  for (const id of crawls) if (!(await segments.knows(id))) unknown.add(id);
  return old.map(({ name }) => name).filter((name) => unknown.has(crawlOf(name) ?? ''));
}
