import type { HistoryKey } from '../../model/snapshot.js';
import { NO_HOST_FACTS } from '../../model/snapshot.js';
import type { RecordResult, SnapshotUpdate } from '../../ports/page-history.port.js';
import type { FeedWriter, PackedFeedWrite } from './feed-writer.js';
import {
  bytesOfGroup,
  bytesOfHead,
  bytesOfHost,
  bytesOfVisit,
  packHead,
  unpackHead,
  type HeadRow,
  type StoredHead,
} from './head-row.js';
import type { OwnerBytes } from './owner-bytes.js';
import { partitionOf, placeOf, type GroupRow, type Place } from './page-place.js';
import type { Rows } from './row-store.js';
import { shortHash } from './short-hash.js';
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

const NOTHING_STORED: Omit<StoredHead, 'head'> & { readonly head: never } = {
  revision: 0,
  text: null,
  textBytes: 0,
  versions: [],
  alias: null,
} as never; // its head is never read

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
    const { owner } = place;
    const repeated = update.visit && this.visits.get(rows, owner, update.visit.id);
    if (repeated) return { kind: 'repeated', packed: repeated };
    const row = rows.get<HeadRow>('heads', partitionOf(place), place.page);
    const stored = row ? unpackHead(row) : null;
    if ((stored?.revision ?? 0) !== expectedRevision) return { kind: 'raced' };
    if (!this.feeds.canWrite(rows, owner, feed)) return { kind: 'raced' };
    const entryBytes = feed.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    const headBytes = bytesOfHead(update.head) - (stored ? bytesOfHead(stored.head) : 0);
    const least = headBytes + bytesOfVisit(status);
    const details = bytesOfVisit(verdict) - bytesOfVisit(status);
    const hasEntry = entryBytes === 0 || this.texts.makeRoom(rows, owner, least + entryBytes);
    const needed = least + (hasEntry ? entryBytes : 0);
    const room = this.texts.roomFor(rows, owner, [needed, text?.length ?? 0, details, version?.length ?? 0]);
    if (room === 0 && !stored && this.bytes.isFull(rows, owner, least)) return { kind: 'full' };
    if (hasEntry) this.feeds.write(rows, owner, feed, update.head.visitedAt);
    const before = stored ?? NOTHING_STORED;
    const isTextKept = text === undefined;
    if (!isTextKept) this.texts.removeText(rows, owner, before);
    const next: StoredHead = {
      head: update.head,
      revision: before.revision + 1,
      ...(isTextKept
        ? { text: before.text, textBytes: before.textBytes }
        : room > 1
          ? { text: this.texts.put(rows, 'texts', owner, text), textBytes: text.length }
          : { text: null, textBytes: 0 }),
      versions: this.texts.nextVersions(rows, owner, before, { version: room > 3 ? version : undefined, isTextKept: isTextKept || update.isSameText === true, most: update.maxVersions }), // prettier-ignore
      alias: before.alias ?? (key.alias === undefined ? null : shortHash(key.alias)),
    };
    if (!stored) this.begin(rows, key, place, next);
    rows.put('heads', partitionOf(place), place.page, packHead(next));
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

  private begin(rows: Rows, key: HistoryKey, place: Place, { alias }: StoredHead): void {
    const { owner, group, host, page } = place;
    const { tag, variant } = key;
    if (rows.get<GroupRow>('groups', owner, group) === undefined) {
      rows.put('groups', owner, group, [tag, variant]);
      this.bytes.add(rows, owner, bytesOfGroup(key));
    }
    if (rows.get('hosts', group, host) === undefined) {
      rows.put('hosts', group, host, NO_HOST_FACTS);
      this.bytes.add(rows, owner, bytesOfHost(host, NO_HOST_FACTS));
    }
    if (alias !== null) rows.put('aliases', group, alias, [host, page]);
  }
}
