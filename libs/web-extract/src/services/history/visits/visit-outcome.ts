import { fingerprintOf } from '../../../convert/changes/fingerprint.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import { jsonBuffer } from '../../../model/json-in-steps.js';
import type { Page } from '../../../model/page/page.js';
import type { SnapshotHead, SnapshotText } from '../../../model/snapshot.js';
import type { HistoryEntry } from '../../../ports/stores/page-history.port.js';
import type { FeedChanges, FeedVisit, SeenPage } from '../../changes/feed-visit.js';
import { convertedAgain } from './outdated-text.js';
import { warned, type VisitAnswer } from './visit-answer.js';
import { changeSince, VisitComparison, type ComparedPage } from './visit-comparison.js';
import type { FinishedReading, TrackedPage, TrackerTools, VisitSubject } from './visit-plan.js';
import type { VisitRecord } from './visit-record.js';
import { factsOf, type VisitSnapshot } from './visit-snapshot.js';
import type { VisitTrust } from './visit-trust.js';

/** Parts of a visit that its outcome needs. */
interface VisitParts {
  /** Time before the request. */
  readonly startedAt: number;
  readonly snapshot: VisitSnapshot;
  readonly answers: VisitAnswer;
  readonly records: VisitRecord;
  readonly trust: VisitTrust;
  readonly feed: FeedVisit | null;
}

/** Compares the page that a visit has read with the stored one, and records it. */
export class VisitOutcome {
  private readonly comparison: VisitComparison;

  constructor(
    private readonly tools: TrackerTools,
    private readonly of: VisitSubject,
    private readonly parts: VisitParts,
  ) {
    this.comparison = new VisitComparison(tools, of);
  }

  /** Records that the page does not exist. @returns 'raced' if another visit was recorded since `entry` was found */
  async gone(entry: HistoryEntry | null, page: Page, reading: PageReading): Promise<TrackedPage | 'raced'> {
    if (!entry) return this.parts.answers.untracked(page, reading, `there is no page (${page.statusCode})`);
    const { goneVisits } = entry.head;
    const change = changeSince(this.of.plan, goneVisits === null ? 'removed' : 'same', entry);
    const visits = (goneVisits ?? 0) + 1;
    const head = { ...entry.head, visitedAt: this.parts.startedAt, goneVisits: visits, validators: null };
    const feed = this.parts.feed?.gone(visits) ?? [];
    return this.parts.records.changed(entry, { head, feed }, change, { page, reading });
  }

  /** Records the page with its change. @returns 'raced' if another visit was recorded since `entry` was found */
  async seen(
    entry: HistoryEntry | null,
    reading: PageReading,
    finished: FinishedReading,
  ): Promise<TrackedPage | 'raced'> {
    const { page, decision } = finished;
    const last = entry?.head.goneVisits === null ? entry : null;
    const text = this.parts.snapshot.textOf(reading, finished, last);
    const fingerprint = await fingerprintOf(page.markdown ?? '');
    const head = this.parts.snapshot.headOf(reading, page, { fingerprint, entry: last });
    const seen = {
      page,
      fingerprint,
      ignoresNoise: this.of.request.track?.ignoreNoise === true,
      isPermanentRedirect: factsOf(reading).isMovedPermanently,
    };
    if (last) return this.seenAgain(last, { reading, text, head, seen });
    const { writes: feed, warnings } = await this.feedOf({ ...seen, previous: null });
    const change = changeSince(this.of.plan, 'new', entry);
    const answer = { page: warned(page, warnings), reading, decision };
    return this.parts.records.changed(entry, { head, text, feed }, change, answer);
  }

  private async seenAgain(
    entry: HistoryEntry,
    { reading, text, head, seen }: SeenAgain,
  ): Promise<TrackedPage | 'raced'> {
    const { change, version, warnings } = await this.compare(entry, text, head, reading);
    await this.parts.records.note(() => this.parts.trust.note(entry, reading, change));
    const isSameText = entry.head.fingerprint === head.fingerprint;
    const isStored = isSameText && entry.text !== null && (await isSameJson(entry.text, text));
    const isChanged = change.status === 'changed' || isSameText;
    const previous = {
      fingerprint: entry.head.fingerprint,
      isUnchanged: change.noise === true || isSameText,
      diff: change.diff?.text ?? null,
    };
    const feed = await this.feedOf({ ...seen, previous });
    const update = {
      head: isChanged ? head : { ...head, changedAt: entry.head.changedAt },
      ...(isStored ? {} : { text }),
      ...(version ? { version } : {}),
      ...(isSameText && !isStored ? { isSameText: true } : {}),
      feed: feed.writes,
    };
    const page = warned(seen.page, [...warnings, ...feed.warnings]);
    return this.parts.records.changed(entry, update, change, { page, reading });
  }

  /** Compares with the last text, or with its body as converted now. Versions are differences of stored texts. */
  private async compare(
    entry: HistoryEntry,
    text: SnapshotText,
    head: SnapshotHead,
    reading: PageReading,
  ): Promise<ComparedPage> {
    const again = await convertedAgain(entry, reading, this.tools.converter);
    const stored = await this.comparison.compare(entry, text, head);
    if (!again) return stored;
    return { ...(await this.comparison.compare(again, text, head)), version: stored.version };
  }

  private async feedOf(seen: SeenPage): Promise<FeedChanges> {
    return (await this.parts.feed?.seen(seen)) ?? { writes: [], warnings: [] };
  }
}

/** A page that was seen before. */
interface SeenAgain {
  readonly reading: PageReading;
  readonly text: SnapshotText;
  readonly head: SnapshotHead;
  readonly seen: Omit<SeenPage, 'previous'>;
}

/** Compares values as they are stored. Large ones are written in steps. */
async function isSameJson(one: unknown, other: unknown): Promise<boolean> {
  return (await jsonBuffer(one)).equals(await jsonBuffer(other));
}
