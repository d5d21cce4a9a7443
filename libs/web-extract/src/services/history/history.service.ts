import { Inject, Injectable, Optional } from '@nestjs/common';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { applyReversePatch } from '../../convert/changes/line-diff.js';
import { NotConfiguredError, NotFoundError } from '../../model/errors.js';
import type { TextDiff } from '../../model/page/page-change.js';
import { sessionKey, tagOf, TAG_SEPARATOR, type StateKey } from '../../model/page/state-key.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { HistoryKey, SnapshotHead } from '../../model/snapshot.js';
import { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';
import { PageCache } from '../../ports/stores/page-cache.port.js';
import { PageHistory, type HistoryEntry, type HistoryUsage } from '../../ports/stores/page-history.port.js';
import { urlKey } from '../../web/scope/url-key.js';
import { normalizeUrl } from '../../web/url/normalize-url.js';
import { historyUrl } from '../../web/url/history-url.js';

/** URLs of a tag whose responses are deleted at once. */
const FORGOTTEN_AT_ONCE = 10_000;

/** Owner of the responses that earlier versions stored for scrapes of the host. */
const UNNAMED_OWNER = '';

/** Concurrent reads of stored texts of one owner; of all owners together one more. */
const MAX_READS = 2;

/** Owner and tag of a history. */
export interface HistoryPlace {
  /** @default 'host' */
  readonly owner?: string;
  /** @default '' */
  readonly tag?: string;
  /** State key of a session: its pages have histories of their own. */
  readonly state?: StateKey;
}

/** A stored text of a page. */
export interface PageVersion {
  /** ISO 8601: first visit with this text. */
  readonly at: string;
  readonly fingerprint: string;
}

/** The last tracked visit of a page. */
export interface RememberedText {
  readonly url: string;
  /** ISO 8601. */
  readonly firstAt: string;
  readonly visitedAt: string;
  readonly changedAt: string;
  readonly isGone: boolean;
  readonly fingerprint: string;
  /** Null if the text was dropped to stay within the size limits. */
  readonly markdown: string | null;
}

/** Reads and deletes the history of tracked pages. */
@Injectable()
export class HistoryService {
  private readonly reads = new FairSemaphore(MAX_READS);

  constructor(
    // null where the host wants none; the unions would leave Nest without types to inject by
    @Inject(PageHistory) private readonly history: PageHistory | null,
    @Inject(PageCache) private readonly cache: PageCache | null,
    private readonly compute: ExtractionCompute,
    @Optional() private readonly extractors?: ExtractorStore,
  ) {}

  /** Returns the page of its last tracked visit; null for a page that was never tracked. @throws NotConfiguredError, UnavailableError */
  find(url: string, place: HistoryPlace = {}): Promise<RememberedText | null> {
    return this.reading(place, async () => {
      const found = await this.newest(url, place);
      return found && presentEntry(found.entry);
    });
  }

  /** Returns the stored texts of a page, newest first. @throws NotConfiguredError, UnavailableError */
  versions(url: string, place: HistoryPlace = {}): Promise<readonly PageVersion[]> {
    return this.reading(place, () => this.versionsOf(url, place));
  }

  private async versionsOf(url: string, place: HistoryPlace): Promise<readonly PageVersion[]> {
    const found = await this.newest(url, place);
    if (!found) return [];
    const { head } = found.entry;
    const older = await this.store().versions(found.key);
    return [{ at: head.changedAt, fingerprint: head.fingerprint }, ...older].map(({ at, fingerprint }) => ({
      at: iso(at),
      fingerprint,
    }));
  }

  /**
   * Compares two stored texts of a page.
   * @param from fingerprint of the older text; the one before the newest if absent
   * @param to fingerprint of the newer text; the newest if absent
   * @throws NotFoundError where one of them is not stored; NotConfiguredError, UnavailableError
   */
  diff(url: string, from?: string, to?: string, place: HistoryPlace = {}): Promise<TextDiff> {
    return this.reading(place, () => this.diffOf(url, from, to, place));
  }

  private async diffOf(
    url: string,
    from: string | undefined,
    to: string | undefined,
    place: HistoryPlace,
  ): Promise<TextDiff> {
    const texts = await this.texts(url, place);
    const newer = to === undefined ? 0 : texts.findIndex(({ fingerprint }) => fingerprint === to);
    const older = from === undefined ? newer + 1 : texts.findIndex(({ fingerprint }) => fingerprint === from);
    const [previous, current] = [texts[older], texts[newer]];
    if (!previous || !current) throw new NotFoundError('Version not found');
    const wants = { noise: false, diff: true, patch: false };
    const question = { previous: previous.text, current: current.text, wants };
    const { owner = HOST_OWNER } = place;
    const { diff } = await this.compute.compare(question, { owner });
    return diff ?? { text: '', json: { files: [] } };
  }

  /**
   * Deletes pages from the history with their texts and cached responses; without tag and URL, all pages of the owner. Results of jobs are
   * not deleted.
   * @returns the number of deleted pages
   * @throws InvalidUrlError, UnavailableError
   */
  async forget({
    owner = HOST_OWNER,
    tag,
    url,
    session,
  }: HistoryPlace & { readonly url?: string; readonly session?: string } = {}): Promise<number> {
    if (session !== undefined) return this.forgetSession(owner, session, { tag, url });
    const page = url === undefined ? undefined : historyUrl(url);
    await this.forgetResponses(owner, { tag, url });
    if (tag === undefined) await this.extractors?.forget(owner, url === undefined ? {} : { url });
    const filter = {
      ...(tag === undefined ? {} : { tag }),
      ...(page === undefined ? {} : { url: page, alias: urlKey(page) }),
    };
    return (await this.history?.forget(owner, filter)) ?? 0;
  }

  /** Deletes the pages that were read with a session, of all of its accounts. */
  private async forgetSession(
    owner: string,
    session: string,
    { tag, url }: { readonly tag: string | undefined; readonly url: string | undefined },
  ): Promise<number> {
    let removed = 0;
    for (const stateful of (await this.history?.tags(owner)) ?? []) {
      const [of, state = ''] = stateful.split(TAG_SEPARATOR);
      if (!state.startsWith(sessionKey(session, '')) || (tag !== undefined && of !== tag)) continue;
      removed += await this.forget({ owner, tag: stateful, ...(url === undefined ? {} : { url }) });
    }
    return removed;
  }

  /** Returns the size of the history; null if the history is disabled. @throws UnavailableError */
  async usage(): Promise<HistoryUsage | null> {
    return (await this.history?.usage()) ?? null;
  }

  /** Waits for a turn: stored texts are large, and their size is known only after the read. */
  private async reading<T>({ owner = HOST_OWNER }: HistoryPlace, read: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => void this.reads.wait(owner, resolve));
    try {
      return await read();
    } finally {
      this.reads.release(owner);
    }
  }

  private store(): PageHistory {
    if (!this.history) throw new NotConfiguredError('This server keeps no history');
    return this.history;
  }

  /** Deletes the cached responses of a URL, of the pages of a tag, or of the owner. */
  private async forgetResponses(owner: string, { tag, url }: { tag?: string; url?: string }): Promise<void> {
    if (!this.cache) return;
    if (url !== undefined) await this.removeResponses(owner, [normalizeUrl(url)]);
    else if (tag === undefined) await this.removeResponses(owner);
    else for await (const urls of this.urlsOf(owner, tag)) await this.removeResponses(owner, urls);
  }

  private async removeResponses(owner: string, urls?: readonly string[]): Promise<void> {
    await this.cache?.remove(owner, urls);
    if (owner === HOST_OWNER) await this.cache?.remove(UNNAMED_OWNER, urls);
  }

  private async *urlsOf(owner: string, tag: string): AsyncGenerator<readonly string[]> {
    let urls: string[] = [];
    for (const group of (await this.history?.groups(owner, tag)) ?? []) {
      for await (const pages of this.history!.remembered(group, null)) {
        urls.push(...pages.map((page) => normalizeUrl(page.url)));
        if (urls.length < FORGOTTEN_AT_ONCE) continue;
        yield urls;
        urls = [];
      }
    }
    if (urls.length > 0) yield urls;
  }

  /** A page may have been read in several ways: the last visit counts. */
  private async newest(
    url: string,
    { owner = HOST_OWNER, tag: plainTag = '', state }: HistoryPlace,
  ): Promise<Found | null> {
    const tag = tagOf(plainTag, state);
    const store = this.store();
    const page = historyUrl(url);
    let newest: Found | null = null;
    for (const group of await store.groups(owner, tag)) {
      const key = { ...group, url: page, alias: urlKey(page) };
      const { entry } = await store.find(key);
      if (entry && entry.head.visitedAt > (newest?.entry.head.visitedAt ?? -1)) newest = { key, entry };
    }
    return newest;
  }

  private async texts(url: string, place: HistoryPlace): Promise<{ fingerprint: string; text: string }[]> {
    const found = await this.newest(url, place);
    const markdown = found?.entry.text?.page.markdown;
    if (!found || markdown == null) throw new NotFoundError('Version not found');
    const texts = [{ fingerprint: found.entry.head.fingerprint, text: markdown }];
    for (const { fingerprint, patch } of await this.store().versions(found.key))
      texts.push({ fingerprint, text: applyReversePatch(texts.at(-1)!.text, patch) });
    return texts;
  }
}

interface Found {
  readonly key: HistoryKey;
  readonly entry: HistoryEntry;
}

const iso = (ms: number): string => new Date(ms).toISOString();

function presentEntry({ head, text }: HistoryEntry): RememberedText {
  const { url, fingerprint, firstAt, visitedAt, changedAt, goneVisits }: SnapshotHead = head;
  return {
    url,
    firstAt: iso(firstAt),
    visitedAt: iso(visitedAt),
    changedAt: iso(changedAt),
    isGone: goneVisits !== null,
    fingerprint,
    markdown: text?.page.markdown ?? null,
  };
}
