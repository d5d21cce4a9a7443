import { EMPTY_FINGERPRINT, fingerprintOf } from '../../../convert/changes/fingerprint.js';
import type { BodyShare } from '../../../pipeline/body-room.js';
import { judgeVisit } from '../../../pipeline/freshness/judge-visit.js';
import { isNewer } from '../../../pipeline/freshness/sitemap-date.js';
import { readValidators, updateValidators } from '../../../pipeline/freshness/validators.js';
import type { KnownPage, PageReading, UnchangedPage } from '../../../pipeline/page-reading.js';
import { hostWithPort, splitUrl } from '../../../web/scope/split-url.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import type { HistoryKey, HostFacts, SnapshotHead } from '../../../model/snapshot.js';
import type { HistoryEntry, HistoryFinding } from '../../../ports/stores/page-history.port.js';
import { weigh } from '../../memory/weigh.js';
import { FeedVisit } from '../../changes/feed-visit.js';
import type { NotListed } from '../../changes/page-feeds.js';
import { outdatedBodyOf } from './outdated-text.js';
import { VisitAnswer } from './visit-answer.js';
import { changeSince } from './visit-comparison.js';
import { VisitOutcome } from './visit-outcome.js';
import { seenAs } from './seen-page.js';
import type {
  FinishedReading,
  TrackedPage,
  TrackerTools,
  VisitPlan,
  VisitSteps,
  VisitSubject,
} from './visit-plan.js';
import { VisitRecord } from './visit-record.js';
import { enterRoom } from './visit-room.js';
import { factsOf, VisitSnapshot } from './visit-snapshot.js';
import { VisitTrust } from './visit-trust.js';

/** Visits of one page that may be recorded at the same time. */
const MAX_RACES = 32;

/** One visit of a tracked page: loads its history, reads as little as possible and records the result. */
export class TrackedVisit {
  /** Time before the request; later records are newer. */
  private readonly startedAt = Date.now();
  private readonly snapshot: VisitSnapshot;
  private readonly answers: VisitAnswer;
  private readonly trust: VisitTrust;
  private readonly records: VisitRecord;
  private readonly feed: FeedVisit | null;
  private readonly outcome: VisitOutcome;

  static async begin(
    tools: TrackerTools,
    key: HistoryKey,
    request: PageRequest,
    plan: VisitPlan,
  ): Promise<TrackedVisit> {
    const host = hostOf(key.url);
    const share = await enterRoom(tools.room, key, request, plan);
    try {
      const [finding, facts, feed] = await Promise.all([
        tools.history.find(key, plan.visitId ?? undefined),
        tools.hosts.of(key, host),
        tools.feeds?.visit(key, { jobId: plan.crawlId, maxChunkTokens: request.maxChunkTokens }) ?? null,
      ]);
      const { text } = finding.entry ?? {};
      share.settle(text ? TEXTS * weigh(text) : 1);
      return new TrackedVisit(tools, { key, host, request, plan }, finding, facts, share, feed);
    } catch (error) {
      share.release();
      throw error;
    }
  }

  private constructor(
    private readonly tools: TrackerTools,
    private readonly of: VisitSubject,
    private finding: HistoryFinding,
    private readonly facts: HostFacts,
    private readonly share: BodyShare,
    feed: FeedVisit | NotListed | null,
  ) {
    this.feed = feed instanceof FeedVisit ? feed : null;
    this.answers = new VisitAnswer(of, tools.report, feed && 'warning' in feed ? [feed.warning] : []);
    this.snapshot = new VisitSnapshot(of, tools.converter, this.startedAt);
    this.records = new VisitRecord(tools, of, this.answers);
    const { entry } = finding;
    this.trust = new VisitTrust(tools, of, facts, entry && this.snapshot.isReusable(entry) ? entry : null);
    const { startedAt, snapshot, answers, records, trust } = this;
    const parts = { startedAt, snapshot, answers, records, trust, feed: this.feed };
    this.outcome = new VisitOutcome(tools, of, parts);
  }

  /** Gives back the memory of the stored text. To be called at the end of the visit; idempotent. */
  release(): void {
    this.share.release();
  }

  /** The page of the same visit, which was recorded before the process that made it ended; null where there is none. */
  get repeated(): TrackedPage | null {
    const { entry, verdict } = this.finding;
    if (!verdict || !entry?.text || entry.head.fingerprint !== verdict.fingerprint) return null;
    return entry.head.goneVisits === null ? this.answers.stored(entry.text, verdict.change) : null;
  }

  /** The page of the same visit that was recorded before, as far as it is stored; for visits that cannot be made again. */
  get recorded(): TrackedPage | null {
    const { entry, verdict } = this.finding;
    return this.repeated ?? (verdict && this.answers.recorded(verdict, entry?.text ?? null));
  }

  /** The page without a request, where its sitemap is trusted and says that it has not changed. */
  async unrequested(): Promise<TrackedPage | null> {
    const { entry } = this.finding;
    if (!this.tools.trustSitemap || !entry?.text || !this.snapshot.isReusable(entry)) return null;
    if (this.feed?.isBehind(entry)) return null;
    const date = await this.of.plan.sitemapDate?.();
    if (!date || isNewer(date, entry.head.visitedAt) !== 'no') return null;
    this.answers.save(entry.head.wireBytes);
    return this.unchanged(entry, entry.head.validators);
  }

  /** True if the page has no history. Only then the templates learned in this crawl apply. */
  get isNew(): boolean {
    return this.finding.entry === null;
  }

  /** Template decision of the last visit; for a new page, the decisions for its host. */
  get decisions(): readonly KindDecision[] {
    const { entry } = this.finding;
    if (!entry?.text) return this.facts.decisions;
    return entry.text.decision ? [entry.text.decision] : [];
  }

  /** Template decision that applied to a page; the one of its last visit has precedence. */
  decisionOf({ facts }: Pick<PageReading, 'facts'>): KindDecision | null {
    const { entry } = this.finding;
    if (entry?.text) return entry.text.decision;
    return this.facts.decisions.find(({ kind }) => kind === facts?.settledBy) ?? null;
  }

  /** The request with everything that is stored of the page. */
  readingRequest(request: PageRequest): PageRequest {
    return this.feed?.readingRequest(request) ?? request;
  }

  /** Validators and body hash that the request may use. */
  get known(): KnownPage {
    const { entry } = this.finding;
    const canReuse = entry !== null && !this.finding.verdict && this.snapshot.isReusable(entry);
    if (!canReuse || this.feed?.isBehind(entry)) return { ...NOTHING_KNOWN, ...this.outdated };
    const { validators, bodyHash } = entry.head;
    return { validators: this.trust.usesValidators ? validators : null, bodyHash, ...this.outdated };
  }

  /** True if the sitemap contradicts a 304. The page is then requested again with {@link knownInDoubt}. */
  async doubts(reading: UnchangedPage): Promise<boolean> {
    const { entry } = this.finding;
    if (reading.by !== '304' || !entry || !(await this.trust.doubts(entry))) return false;
    this.answers.count(reading);
    return true;
  }

  get knownInDoubt(): KnownPage {
    return { validators: null, bodyHash: this.finding.entry?.head.bodyHash ?? null, ...this.outdated };
  }

  private get outdated(): Pick<KnownPage, 'outdatedBody'> {
    return { outdatedBody: outdatedBodyOf(this.finding.entry, this.tools.converter) };
  }

  /** Records the visit and determines the change. @throws the errors of `steps` */
  async conclude(reading: PageReading | UnchangedPage, steps: VisitSteps): Promise<TrackedPage> {
    if ('kind' in reading) return this.concludeUnchanged(reading, steps);
    let current = reading;
    this.answers.count(factsOf(current));
    let finished = await this.finish(current, steps);
    for (let race = 0; race < MAX_RACES; race++) {
      const result = await this.attempt(current, finished);
      if (result !== 'raced') return result;
      const before = this.finding.entry?.head.fingerprint;
      await this.findAgain();
      const { entry } = this.finding;
      const isKnown = entry?.head.fingerprint === (await fingerprintOf(finished.page.markdown ?? ''));
      if (isKnown || entry?.head.fingerprint === before) continue;
      current = await steps.reread(); // this reading may be older than the recorded one
      this.answers.count(factsOf(current));
      finished = await this.finish(current, steps);
    }
    return this.answers.untracked(
      finished.page,
      current,
      'other visits of the page were recorded at the same time',
    );
  }

  private async finish(reading: PageReading, steps: VisitSteps): Promise<FinishedReading> {
    const finished = await steps.finish(reading);
    this.answers.noteValues(finished.fields);
    return this.feed ? { ...finished, page: this.feed.takeChunks(finished.page, this.of.request) } : finished;
  }

  private async concludeUnchanged(reading: UnchangedPage, steps: VisitSteps): Promise<TrackedPage> {
    const { entry } = this.finding;
    if (!entry?.text) return this.conclude(await steps.reread(), steps);
    this.answers.count(reading);
    if (reading.by === 'body') {
      await this.records.note(() => this.trust.noteSameBody());
      return this.unchanged(entry, readValidators(reading.headers));
    }
    this.answers.save(entry.head.wireBytes);
    this.tools.verification.add(this.of.host, entry.head.wireBytes);
    return this.unchanged(entry, updateValidators(entry.head.validators, reading.headers));
  }

  private async unchanged(entry: HistoryEntry, validators: SnapshotHead['validators']): Promise<TrackedPage> {
    const change = changeSince(this.of.plan, 'same', entry);
    const hops = this.snapshot.hopsOf(entry);
    const isRaced = await this.records.unchanged(entry, {
      head: { ...entry.head, validators, visitedAt: this.startedAt, hops },
    });
    if (isRaced && this.of.plan.visitId !== null) await this.findAgain(); // an attempt that was only slow may have recorded a change
    return this.recorded ?? this.answers.stored(entry.text!, change);
  }

  private async attempt(reading: PageReading, finished: FinishedReading): Promise<TrackedPage | 'raced'> {
    const { page } = finished;
    const { entry, verdict } = this.finding;
    const judgement = judgeVisit(
      seenAs(reading, page, entry),
      entry && { hasText: entry.head.fingerprint !== EMPTY_FINGERPRINT },
    );
    if (judgement.kind === 'unseen')
      return this.recorded ?? this.answers.untracked(page, reading, judgement.reason);
    if (verdict) return this.answers.fresh(page, reading, verdict.change); // the visit is repeated
    return judgement.kind === 'gone'
      ? this.outcome.gone(entry, page, reading)
      : this.outcome.seen(entry, reading, finished);
  }

  private async findAgain(): Promise<void> {
    const { key, plan } = this.of;
    this.finding = await this.tools.history.find(key, plan.visitId ?? undefined);
  }
}

/** The stored text and the new one. */
const TEXTS = 2;

const NOTHING_KNOWN: KnownPage = { validators: null, bodyHash: null };

function hostOf(url: string): string {
  const parts = splitUrl(url);
  return parts ? hostWithPort(parts) : '';
}
