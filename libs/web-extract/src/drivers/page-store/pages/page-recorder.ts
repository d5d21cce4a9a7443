import type { HistoryKey, SnapshotHead } from '../../../model/snapshot.js';
import type { RecordResult, SnapshotUpdate } from '../../../ports/stores/page-history.port.js';
import { bytesOfDiff } from '../feed/feed-rows.js';
import type { FeedWriter, PackedFeedWrite } from '../feed/feed-writer.js';
import { bytesOfHead, packFacts, packHead, wordsOf, type StoredHead } from './head-row.js';
import type { OwnerBytes } from '../owner-bytes.js';
import { pageId, partitionOf } from './page-id.js';
import { aliasOf, placeOf, type GroupRow, type Place, type SiteRow } from './page-place.js';
import { bytesOfGroup, bytesOfSite, bytesOfVisit } from '../row-bytes.js';
import type { Rows } from '../row-store.js';
import type { TextRows } from './text-rows.js';
import type { VisitRows } from './visit-rows.js';

/** Parts of a visit, packed. */
export interface PackedUpdate {
  readonly text: Buffer | undefined;
  readonly version: Buffer | undefined;
  readonly verdict: Buffer | undefined;
  /** The verdict without the details of the change. */
  readonly status: Buffer | undefined;
  readonly feed: readonly PackedFeedWrite[];
  readonly expectedRevision: number;
}

/** Result of a record, with the verdict of a repeated visit as it is stored. */
export type RecordedRows =
  | Exclude<RecordResult, { readonly kind: 'repeated' }>
  | { readonly kind: 'repeated'; readonly packed: Buffer };

const NOTHING_STORED: Pick<StoredHead, 'revision' | 'text' | 'textBytes' | 'versions'> = {
  revision: 0,
  text: null,
  textBytes: 0,
  versions: [],
};

const NO_FACTS: SiteRow = {};
/** Words of a group; further ones are stored with their heads. */
const MAX_WORDS = 64;

/** Records visits in one step. */
export class PageRecorder {
  constructor(
    private readonly bytes: OwnerBytes,
    private readonly texts: TextRows,
    private readonly visits: VisitRows,
    private readonly feeds: FeedWriter,
  ) {}

  record(
    rows: Rows,
    key: HistoryKey,
    update: SnapshotUpdate,
    { text, version, verdict, status, feed, expectedRevision }: PackedUpdate,
  ): RecordedRows {
    const place = placeOf(rows, key);
    const { owner, stored } = place;
    const repeated = update.visit && this.visits.get(rows, owner, update.visit.id);
    if (repeated) return { kind: 'repeated', packed: repeated };
    if ((stored?.revision ?? 0) !== expectedRevision) return { kind: 'raced' };
    if (!this.feeds.canWrite(rows, owner, feed)) return { kind: 'raced' };
    const entryBytes = feed.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    const words = wordsWith(place.words ?? [], update.head);
    const facts = packFacts(update.head, place.site, words);
    const headBytes = bytesOfHead(facts.length) - (stored ? bytesOfHead(stored.factsBytes) : 0);
    const least = headBytes + bytesOfVisit(status);
    const details = bytesOfVisit(verdict) - bytesOfVisit(status);
    const hasEntry = entryBytes === 0 || this.texts.makeRoom(rows, owner, least + entryBytes);
    const needed = least + (hasEntry ? entryBytes : 0);
    const diffBytes = feed.reduce((sum, { diff }) => sum + bytesOfDiff(diff), 0);
    const parts = [needed, text?.length ?? 0, details, version?.length ?? 0, diffBytes];
    const room = this.texts.roomFor(rows, owner, parts);
    if (room === 0 && !stored && this.bytes.isFull(rows, owner, least)) return { kind: 'full' };
    const writes = room > 4 ? feed : feed.map((write) => ({ ...write, diff: null }));
    if (hasEntry) this.feeds.write(rows, owner, writes, update.head.visitedAt);
    const before = stored ?? NOTHING_STORED;
    const isTextKept = text === undefined;
    if (!isTextKept) this.texts.removeText(rows, owner, before);
    const next = {
      head: update.head,
      revision: before.revision + 1,
      ...(isTextKept
        ? { text: before.text, textBytes: before.textBytes }
        : room > 1
          ? { text: this.texts.put(rows, 'texts', owner, text), textBytes: text.length }
          : { text: null, textBytes: 0 }),
      versions: this.texts.nextVersions(rows, owner, before, { version: room > 3 ? version : undefined, isTextKept: isTextKept || update.isSameText === true, most: update.maxVersions }), // prettier-ignore
      page: place.page === pageId(update.head.url) ? null : place.page,
      alias: stored ? stored.alias : aliasOf(key),
    };
    if (words !== place.words) this.keepGroup(rows, key, place, words);
    if (!stored) this.begin(rows, place, next.alias);
    rows.put('heads', partitionOf(place), place.id, packHead(next, facts));
    this.bytes.add(rows, owner, headBytes);
    const kept = room > 2 ? verdict : room > 0 ? status : undefined;
    if (update.visit && kept) this.visits.put(rows, place, update, kept);
    return {
      kind: 'recorded',
      revision: next.revision,
      lacks: room > 3 ? 'nothing' : room > 1 ? 'version' : 'text',
      ...(hasEntry ? {} : { lacksEntry: true as const }),
    };
  }

  private keepGroup(
    rows: Rows,
    { tag, variant }: HistoryKey,
    { owner, group, words: before }: Place,
    words: readonly string[],
  ): void {
    rows.put('groups', owner, group, [tag, variant, words] satisfies GroupRow);
    if (before === null) this.bytes.add(rows, owner, bytesOfGroup({ tag, variant }));
  }

  private begin(rows: Rows, place: Place, alias: string | null): void {
    const { owner, group, site, id } = place;
    if (rows.get('sites', group, site) === undefined) {
      rows.put('sites', group, site, NO_FACTS);
      this.bytes.add(rows, owner, bytesOfSite(site, NO_FACTS));
    }
    if (alias !== null) rows.put('aliases', group, alias, [site, id]);
  }
}

/** Words with those of a head; the same list if it has them. */
function wordsWith(words: readonly string[], head: SnapshotHead): readonly string[] {
  const added = wordsOf(head).filter((word) => !words.includes(word));
  return added.length === 0 || words.length + added.length > MAX_WORDS ? words : [...words, ...added];
}
