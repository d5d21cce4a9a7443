import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../../model/errors.js';
import type { Page } from '../../../model/page/page.js';
import type { PageChange } from '../../../model/page/page-change.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';
import type { VisitVerdict } from '../../../model/snapshot.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { HistoryEntry, HistoryFinding, RecordResult, SnapshotUpdate } from '../../../ports/stores/page-history.port.js'; // prettier-ignore
import { warned, type VisitAnswer } from './visit-answer.js';
import type { TrackedPage, TrackerTools, VisitSubject } from './visit-plan.js';

type VisitUpdate = Omit<SnapshotUpdate, 'maxVersions' | 'visit'>;

/** Writes of one visit of a job: each follows a successful read. */
const MAX_WRITES = 3;

/** A page as a visit found it. */
interface FoundPage {
  readonly page: Page;
  readonly reading: PageReading;
  /** Template decision of a new page, if any. */
  readonly decision?: KindDecision | null;
}

/** Records a visit. A history that fails or is full costs the tracking, never the page. */
export class VisitRecord {
  private failedWrites = 0;

  constructor(
    private readonly tools: TrackerTools,
    private readonly of: VisitSubject,
    private readonly answers: VisitAnswer,
  ) {}

  /** Records an unchanged page. Visits recorded at the same time saw the page too. @returns true if there was one */
  async unchanged(entry: HistoryEntry, update: VisitUpdate): Promise<boolean> {
    const result = await this.orNothing(() => this.record(entry, update));
    return result?.kind === 'raced';
  }

  /** Records a page and its change. @returns 'raced' if the visit is to be compared with the history again */
  async changed(
    entry: HistoryEntry | null,
    update: VisitUpdate,
    change: PageChange,
    { page, reading, decision }: FoundPage,
  ): Promise<TrackedPage | 'raced'> {
    const result = await this.orNothing(() =>
      this.record(entry, { ...update, ...this.visitOf(page, update, change) }),
    );
    if (result === null) {
      const written = await this.writtenChange(update, change);
      if (written) return this.answers.fresh(page, reading, written);
      // the store was away for a moment, and its history has been read since
      if (this.of.plan.visitId !== null && ++this.failedWrites < MAX_WRITES) return 'raced';
      return this.answers.untracked(page, reading, 'the history cannot be written now');
    }
    if (result.kind === 'raced') return 'raced';
    if (result.kind === 'repeated') return this.answers.fresh(page, reading, result.verdict.change);
    if (result.kind === 'full') return this.full(page, reading);
    await this.noteConsequences(update, decision ?? null);
    return this.answers.fresh(warned(page, warningsOf(result)), reading, change);
  }

  /** Stores secondary facts; the page is returned even if that fails. */
  async note(work: () => Promise<unknown>): Promise<void> {
    await this.orNothing(work);
  }

  private record(
    entry: HistoryEntry | null,
    update: Omit<SnapshotUpdate, 'maxVersions'>,
  ): Promise<RecordResult> {
    const { history, maxVersions } = this.tools;
    this.of.plan.signal.throwIfAborted(); // another worker may have the page by now
    return history.record(this.of.key, { ...update, maxVersions }, entry?.revision ?? 0);
  }

  /** The change of a write without an answer; null if it was not made. The next visit compares with it: its change would be lost. */
  private async writtenChange({ head }: VisitUpdate, change: PageChange): Promise<PageChange | null> {
    const { entry, verdict } = (await this.findAfterFailure()) ?? {};
    if (verdict) return verdict.change;
    const { visitedAt, fingerprint, goneVisits } = entry?.head ?? {};
    const isWritten =
      visitedAt === head.visitedAt && fingerprint === head.fingerprint && goneVisits === head.goneVisits;
    return isWritten ? change : null;
  }

  /** Reads the history after a failed write. A job waits for it: also its results cannot be stored meanwhile. */
  private async findAfterFailure(): Promise<HistoryFinding | null> {
    const { key, plan } = this.of;
    for (;;) {
      const found = await this.orNothing(() => this.tools.history.find(key, plan.visitId ?? undefined));
      if (found !== null || plan.visitId === null) return found;
      await sleep(PAUSES_MS.busyStore, undefined, { signal: plan.signal });
    }
  }

  /** Id and verdict of the visit, if it may be repeated and reports more than `same`. */
  private visitOf(
    { statusCode }: Page,
    { head }: VisitUpdate,
    change: PageChange,
  ): Pick<SnapshotUpdate, 'visit'> {
    const { visitId } = this.of.plan;
    if (change.status === 'same' || visitId === null) return {};
    const verdict: VisitVerdict = { fingerprint: head.fingerprint, change, statusCode };
    return { visit: { id: visitId, verdict } };
  }

  private full(page: Page, reading: PageReading): TrackedPage {
    const { kind, crawlId } = this.of.plan;
    this.tools.report({ type: 'history-full', kind, crawlId, owner: this.of.key.owner, at: Date.now() });
    return this.answers.untracked(page, reading, 'HISTORY_FULL, there is no room for another page');
  }

  private async noteConsequences({ feed }: VisitUpdate, decision: KindDecision | null): Promise<void> {
    const { key, host, plan } = this.of;
    if (decision) await this.note(() => this.tools.hosts.noteDecision(key, host, decision));
    const removes = feed?.some(({ kind }) => kind === 'gone' || kind === 'moved') === true;
    if (removes && plan.crawlId === null) await this.note(() => this.tools.settleScrape(key));
  }

  private async orNothing<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || this.of.plan.signal.aborted) throw error;
      const { kind, crawlId } = this.of.plan;
      const { owner } = this.of.key;
      this.tools.report({
        type: 'history-failed',
        kind,
        crawlId,
        owner,
        reason: error.message,
        at: Date.now(),
      });
      return null;
    }
  }
}

const warningsOf = ({
  lacks,
  lacksEntry,
}: Extract<RecordResult, { kind: 'recorded' }>): readonly string[] => [
  ...(lacks === 'text'
    ? ['The text is not stored because the history is full: its next change has no diff']
    : []),
  ...(lacksEntry ? ['The page is not in the change feed: HISTORY_FULL'] : []),
];
