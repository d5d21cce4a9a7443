import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { FeedName } from '../../model/change-log.js';
import type { CorpusPassage, CorpusQuery, CorpusSearchResult } from '../../model/corpus.js';
import { InvalidRequestError, NotConfiguredError, NotFoundError } from '../../model/errors.js';
import { kept } from '../../model/kept.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { tagOf, TAG_SEPARATOR } from '../../model/page/state-key.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { RunningWork } from '../running-work.js';
import { CorpusIndex } from './corpus-index.js';

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 5;
const MAX_QUERY_CHARS = 1_000;
/** Memory of all indexes; the least recently searched ones are dropped first. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const MAX_INDEXES = 20;
/** Longest wait for pages that are not in the index yet. */
const MAX_WAIT_MS = 10_000;
/** Longest text of all passages of a result. */
const MAX_TEXT_CHARS = 200_000;

const NOT_YET = 'Not all pages of the corpus are in the index yet: search again in a few seconds';
const FULL = 'The index of the corpus is full: some pages are not searched';

/** Searches the chunks of corpora by words. Its indexes are in memory and are built from the change feed when they are needed. */
@Injectable()
export class CorpusSearch {
  /** By owner and tag, in order of their last search. */
  private readonly indexes = kept('corpusIndexes', new Map<string, CorpusIndex>());

  constructor(
    // null where the host wants none; the union would leave Nest without a type to inject by
    @Inject(PageHistory) private readonly history: PageHistory | null,
    work: RunningWork,
  ) {
    work.endWith(() => this.close());
  }

  /**
   * Returns the passages of a corpus that contain words of a query, the most relevant first, each with a link to its heading.
   * @throws InvalidRequestError; NotFoundError for a tag without pages; NotConfiguredError, UnavailableError; the reason of the signal
   */
  async search(
    { tag, query, limit = DEFAULT_LIMIT, owner = HOST_OWNER }: CorpusQuery,
    signal: AbortSignal = AbortSignal.timeout(2 * MAX_WAIT_MS),
  ): Promise<CorpusSearchResult> {
    if (typeof query !== 'string' || query.trim() === '' || query.length > MAX_QUERY_CHARS)
      throw InvalidRequestError.at(['query'], { code: 'text', mostChars: MAX_QUERY_CHARS });
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: 1, most: MAX_LIMIT });
    const log = this.log();
    const feed = { owner, tag: tagOf(tag, undefined) };
    const index = this.indexOf(log, feed);
    const isCurrent = await this.refresh(index, signal);
    if (isCurrent === null) throw new NotFoundError(`There is no corpus with the tag ${JSON.stringify(tag)}`);
    const ranked = await index.search(query, signal);
    const passages = await this.read(log, feed, ranked, limit);
    const warnings = [...(isCurrent ? [] : [NOT_YET]), ...(index.isFull ? [FULL] : [])];
    return { passages, warnings };
  }

  /** Returns the tags of an owner that can be searched: those of pages read without a session. @throws NotConfiguredError, UnavailableError */
  async tags(owner: string = HOST_OWNER): Promise<readonly string[]> {
    return (await this.log().tags(owner)).filter((tag) => !tag.includes(TAG_SEPARATOR));
  }

  /** @returns false if the index is not complete yet; null if there is no corpus */
  private async refresh(index: CorpusIndex, signal: AbortSignal): Promise<boolean | null> {
    const enough = new AbortController();
    const late = sleep(MAX_WAIT_MS, false, { signal: AbortSignal.any([signal, enough.signal]) });
    try {
      const work = index.refresh().then((exists) => (exists ? true : null));
      work.catch(() => {}); // reported by the race, or by the next search
      return await Promise.race([work, late]);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      enough.abort();
      late.catch(() => {}); // aborted by us
      this.makeRoom(index);
    }
  }

  private async read(
    log: ChangeLog,
    feed: FeedName,
    ranked: Awaited<ReturnType<CorpusIndex['search']>>,
    limit: number,
  ): Promise<CorpusPassage[]> {
    const passages: CorpusPassage[] = [];
    let chars = 0;
    for (const { seq, position, score } of ranked) {
      if (passages.length >= limit || chars > MAX_TEXT_CHARS) break;
      const entry = await log.entry(feed, seq);
      const chunk = entry?.content?.chunks[position];
      if (!entry || !chunk) continue; // removed since
      const { url, headingPath, text } = chunk;
      chars += text.length;
      passages.push({
        url,
        pageUrl: entry.url,
        title: entry.content!.metadata.title,
        headingPath,
        text,
        score,
      });
    }
    return passages;
  }

  private indexOf(log: ChangeLog, feed: FeedName): CorpusIndex {
    const name = JSON.stringify([feed.owner, feed.tag]);
    const index = this.indexes.get(name) ?? new CorpusIndex(log, feed, MAX_INDEX_BYTES);
    this.indexes.delete(name);
    this.indexes.set(name, index);
    return index;
  }

  /** Drops the least recently searched indexes, except one, until there is enough memory. */
  private makeRoom(current: CorpusIndex): void {
    let bytes = [...this.indexes.values()].reduce((sum, index) => sum + index.bytes, 0);
    for (const [name, index] of this.indexes) {
      if (bytes <= MAX_BYTES && this.indexes.size <= MAX_INDEXES) return;
      if (index === current) continue;
      bytes -= index.bytes;
      index.close();
      this.indexes.delete(name);
    }
  }

  private log(): ChangeLog {
    const log = this.history?.changes;
    if (!log) throw new NotConfiguredError('This server keeps no history of pages, and has no corpora');
    return log;
  }

  private async close(): Promise<void> {
    for (const index of this.indexes.values()) index.close();
    this.indexes.clear();
  }
}
