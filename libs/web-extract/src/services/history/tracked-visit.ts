import { EMPTY_FINGERPRINT, fingerprintOf, nameOf } from '../../convert/changes/fingerprint.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { CACHED_BYTES, type BodyRoom, type BodyShare } from '../../pipeline/body-room.js';
import { pageShape } from '../../pipeline/freshness/history-options.js';
import { judgeVisit } from '../../pipeline/freshness/judge-visit.js';
import { isNewer } from '../../pipeline/freshness/sitemap-date.js';
import { readValidators, updateValidators } from '../../pipeline/freshness/validators.js';
import type { KnownPage, PageReading, UnchangedPage } from '../../pipeline/page-reader.js';
import { hostWithPort, splitUrl } from '../../web/scope/split-url.js';
import { FetchTimeoutError, UnavailableError } from '../../model/errors.js';
import { jsonBuffer } from '../../model/json-in-steps.js';
import type { Page } from '../../model/page/page.js';
import type { PageChange } from '../../model/page/page-change.js';
import type { KindDecision } from '../../model/page/page-kind.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { FeedWrite } from '../../model/change-log.js';
import type {
  HistoryKey,
  HostFacts,
  SnapshotHead,
  SnapshotText,
  VisitVerdict,
} from '../../model/snapshot.js';
import type { HistoryEntry, HistoryFinding, SnapshotUpdate } from '../../ports/page-history.port.js';
import { weigh } from '../memory/weigh.js';
import { FeedVisit, type SeenPage } from '../changes/feed-visit.js';
import type { NotListed } from '../changes/page-feeds.js';
import { VisitAnswer, warned } from './visit-answer.js';
import { changeSince, VisitComparison } from './visit-comparison.js';
import type {
  FinishedReading,
  TrackedPage,
  TrackerTools,
  VisitPlan,
  VisitSteps,
  VisitSubject,
} from './visit-plan.js';

/** Visits of one page that may be recorded at the same time. */
const MAX_RACES = 32;

/** One visit of a tracked page: loads its history, reads as little as possible and records the result. */
export class TrackedVisit {
  /** Time before the request; later records are newer. */
  private readonly startedAt = Date.now();
  private readonly shape: string;
  private readonly fieldsName: string | null;
  private readonly answers: VisitAnswer;
  private readonly comparison: VisitComparison;
  /** A 304 was answered, and the page was requested once more without conditions. */
  private isDoubted = false;
  /** The sitemap says for certain that the page changed. */
  private isDated = false;
  private isVerified = false;
  private readonly feed: FeedVisit | null;

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
    const { request, plan } = of;
    const { track = {} } = request;
    this.feed = feed instanceof FeedVisit ? feed : null;
    this.answers = new VisitAnswer(of, tools.report, feed && 'warning' in feed ? [feed.warning] : []);
    this.comparison = new VisitComparison(tools, of);
    this.shape = pageShape(request, plan.followsDocumentLinks);
    this.fieldsName = track.fields
      ? nameOf([track.fields.schema ?? null, track.fields.prompt ?? null])
      : null;
    const { entry } = finding;
    const canVerify = entry !== null && this.isReusable(entry) && entry.head.validators !== null;
    this.isVerified =
      plan.visitId !== null && canVerify && tools.verification.takes(of.host, entry.head.wireBytes);
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

  /** The page without a request, where its sitemap is trusted and says that it has not changed. */
  async unrequested(): Promise<TrackedPage | null> {
    const { entry } = this.finding;
    if (!this.tools.trustSitemap || !entry?.text || !this.isReusable(entry)) return null;
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
    if (!entry || this.finding.verdict || !this.isReusable(entry)) return NOTHING_KNOWN;
    if (this.feed?.isBehind(entry)) return NOTHING_KNOWN;
    const { validators, bodyHash } = entry.head;
    const isTrusted = !this.isVerified && this.tools.hosts.trustsValidators(this.facts);
    return { validators: isTrusted ? validators : null, bodyHash };
  }

  /** True if the sitemap contradicts a 304. The page is then requested again with {@link knownInDoubt}. */
  async doubts(reading: UnchangedPage): Promise<boolean> {
    const { entry } = this.finding;
    if (reading.by !== '304' || !entry || !this.tools.hosts.trustsDates(this.facts)) return false;
    const date = await this.of.plan.sitemapDate?.();
    const newer = date ? isNewer(date, entry.head.visitedAt) : 'no';
    if (newer === 'no') return false;
    this.answers.count(reading);
    this.isDoubted = true;
    this.isDated = newer === 'yes';
    return true;
  }

  get knownInDoubt(): KnownPage {
    return { validators: null, bodyHash: this.finding.entry?.head.bodyHash ?? null };
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
    return this.feed ? { ...finished, page: this.feed.takeChunks(finished.page, this.of.request) } : finished;
  }

  private async concludeUnchanged(reading: UnchangedPage, steps: VisitSteps): Promise<TrackedPage> {
    const { entry } = this.finding;
    if (!entry?.text) return this.conclude(await steps.reread(), steps);
    this.answers.count(reading);
    if (reading.by === '304') {
      this.answers.save(entry.head.wireBytes);
      this.tools.verification.add(this.of.host, entry.head.wireBytes);
    }
    if (this.isDated && reading.by === 'body')
      await this.note(() => this.tools.hosts.noteWrongDate(this.of.key, this.of.host));
    const validators =
      reading.by === '304'
        ? updateValidators(entry.head.validators, reading.headers)
        : readValidators(reading.headers);
    return this.unchanged(entry, validators);
  }

  private async unchanged(entry: HistoryEntry, validators: SnapshotHead['validators']): Promise<TrackedPage> {
    const change = changeSince(this.of.plan, 'same', entry);
    const head = { ...entry.head, validators, visitedAt: this.startedAt, hops: this.hopsOf(entry) };
    // recorded by another visit at the same time: it saw the page too
    await this.note(() => this.record(entry, { head }));
    return this.answers.stored(entry.text!, change);
  }

  private async attempt(reading: PageReading, finished: FinishedReading): Promise<TrackedPage | 'raced'> {
    const { page } = finished;
    const { entry, verdict } = this.finding;
    const facts = factsOf(reading);
    const wasRendered = entry?.text
      ? entry.text.page.fetchedBy === 'browser'
      : (entry?.head.isRendered ?? false);
    const judgement = judgeVisit(
      {
        statusCode: page.statusCode,
        flags: page.quality.flags,
        text: page.markdown ?? '',
        isTruncated: facts.isTruncated,
        isUnrendered: wasRendered
          ? ['worse', 'failed', 'missing'].includes(facts.rendering)
          : facts.rendering === 'failed',
      },
      entry && { hasText: entry.head.fingerprint !== EMPTY_FINGERPRINT },
    );
    if (judgement.kind === 'unseen') return this.answers.untracked(page, reading, judgement.reason);
    if (verdict) return this.answers.fresh(page, reading, verdict.change); // the visit is repeated
    return judgement.kind === 'gone' ? this.recordGone(page, reading) : this.recordSeen(reading, finished);
  }

  private async recordGone(page: Page, reading: PageReading): Promise<TrackedPage | 'raced'> {
    const { entry } = this.finding;
    if (!entry) return this.answers.untracked(page, reading, `there is no page (${page.statusCode})`);
    const { goneVisits } = entry.head;
    const change = changeSince(this.of.plan, goneVisits === null ? 'removed' : 'same', entry);
    const head = {
      ...entry.head,
      visitedAt: this.startedAt,
      goneVisits: (goneVisits ?? 0) + 1,
      validators: null,
    };
    const feed = this.feed?.gone(head.goneVisits) ?? [];
    return this.recorded(entry, { head, feed }, change, { page, reading });
  }

  private async recordSeen(reading: PageReading, finished: FinishedReading): Promise<TrackedPage | 'raced'> {
    const { entry } = this.finding;
    const text: SnapshotText = {
      page: withoutVisit(finished.page),
      anchors: reading.anchors ?? [],
      decision: finished.decision,
      fields: this.fieldsName === null ? null : { of: this.fieldsName, values: finished.fields ?? null },
    };
    const isBack = entry !== null && entry.head.goneVisits !== null;
    const fingerprint = await fingerprintOf(finished.page.markdown ?? '');
    const head = this.headOf(reading, finished.page, { fingerprint, entry: isBack ? null : entry });
    const seen = {
      page: finished.page,
      fingerprint,
      isPermanentRedirect: factsOf(reading).isMovedPermanently,
    };
    if (!entry || isBack)
      return this.recorded(entry, { head, text, feed: await this.feedOf(seen, null) }, changeSince(this.of.plan, 'new', entry), { page: finished.page, reading, decision: finished.decision }); // prettier-ignore
    const { change, version, warnings } = await this.comparison.compare(entry, text, head);
    await this.noteTrust(reading, change);
    const isSameText = entry.head.fingerprint === fingerprint;
    const isStored = isSameText && entry.text !== null && (await isSameJson(entry.text, text));
    const settled =
      change.status === 'changed' || isSameText ? head : { ...head, changedAt: entry.head.changedAt };
    const update = {
      head: settled,
      ...(isStored ? {} : { text }),
      ...(version ? { version } : {}),
      ...(isSameText && !isStored ? { isSameText: true } : {}),
      feed: await this.feedOf(seen, change.noise ? entry.head.fingerprint : null),
    };
    const page = warned(finished.page, warnings);
    return this.recorded(entry, update, change, { page, reading });
  }

  private async feedOf(seen: Omit<SeenPage, 'noiseSince'>, noiseSince: string | null): Promise<FeedWrite[]> {
    return (await this.feed?.seen({ ...seen, noiseSince })) ?? [];
  }

  /** Records incorrect validators or an incorrect sitemap date of the host. */
  private async noteTrust({ facts }: PageReading, { status, noise }: PageChange): Promise<void> {
    const { key, host } = this.of;
    const { entry } = this.finding;
    const isChanged = status === 'changed' || noise === true;
    if (this.isDated && !isChanged) await this.note(() => this.tools.hosts.noteWrongDate(key, host));
    const { validators } = entry!.head;
    const sameOnes = validators && readValidators(facts?.headers ?? {});
    const isSame = sameOnes?.etag === validators?.etag && sameOnes?.lastModified === validators?.lastModified;
    const isLying = isChanged && (this.isDoubted || (this.isVerified && validators !== null && isSame));
    if (isLying) await this.note(() => this.tools.hosts.noteWrongValidators(key, host));
  }

  private async recorded(
    entry: HistoryEntry | null,
    update: Pick<SnapshotUpdate, 'head' | 'text' | 'version' | 'isSameText' | 'feed'>,
    change: PageChange,
    { page, reading, decision }: { page: Page; reading: PageReading; decision?: KindDecision | null },
  ): Promise<TrackedPage | 'raced'> {
    const { visitId } = this.of.plan;
    const isTold = change.status !== 'same' && visitId !== null;
    const verdict: VisitVerdict = { fingerprint: update.head.fingerprint, change };
    const result = await this.orNothing(() =>
      this.record(entry, { ...update, ...(isTold ? { visit: { id: visitId, verdict } } : {}) }),
    );
    if (result === null) return this.answers.untracked(page, reading, 'the history cannot be written now');
    if (result.kind === 'raced') return 'raced';
    if (result.kind === 'repeated') return this.answers.fresh(page, reading, result.verdict.change);
    if (result.kind === 'full') {
      const { owner } = this.of.key;
      this.tools.report({
        type: 'history-full',
        kind: this.of.plan.kind,
        crawlId: this.of.plan.crawlId,
        owner,
        at: Date.now(),
      });
      return this.answers.untracked(page, reading, 'HISTORY_FULL, there is no room for another page');
    }
    if (decision) await this.note(() => this.tools.hosts.noteDecision(this.of.key, this.of.host, decision));
    const removes = update.feed?.some(({ kind }) => kind === 'gone' || kind === 'moved') === true;
    if (removes && this.of.plan.crawlId === null) await this.note(() => this.tools.settleScrape(this.of.key));
    const lacking = [
      ...(result.lacks === 'text'
        ? ['The text is not stored for want of room: its next change has no diff']
        : []),
      ...(result.lacksEntry ? ['The page is not in the change feed: HISTORY_FULL'] : []),
    ];
    return this.answers.fresh(warned(page, lacking), reading, change);
  }

  private record(entry: HistoryEntry | null, update: Omit<SnapshotUpdate, 'maxVersions'>) {
    const { history, maxVersions } = this.tools;
    return history.record(this.of.key, { ...update, maxVersions }, entry?.revision ?? 0);
  }

  private async findAgain(): Promise<void> {
    const { key, plan } = this.of;
    this.finding = await this.tools.history.find(key, plan.visitId ?? undefined);
  }

  private headOf(
    reading: PageReading,
    page: Page,
    { fingerprint, entry }: { readonly fingerprint: string; readonly entry: HistoryEntry | null },
  ): SnapshotHead {
    const facts = factsOf(reading);
    const isRendered = facts.rendering === 'done' || facts.rendering === 'worse';
    const isChanged = entry?.head.fingerprint !== fingerprint;
    const usesBody = !isRendered && facts.rendering !== 'missing';
    return {
      url: this.of.key.url,
      firstAt: entry?.head.firstAt ?? this.startedAt,
      visitedAt: this.startedAt,
      changedAt: isChanged ? this.startedAt : entry.head.changedAt,
      fingerprint,
      goneVisits: null,
      validators: usesBody && !facts.isRedirected ? readValidators(facts.headers) : null,
      bodyHash: usesBody ? facts.bodyHash : null,
      wireBytes: facts.wireBytes,
      isRendered,
      converter: this.tools.converter,
      shape: this.isComplete(page) ? this.shape : '',
      hops: this.hopsOf(entry),
    };
  }

  /** True if all requested parts are present. Other pages may not be reused by the next visit. */
  private isComplete({ extraction, summary, answer }: Page): boolean {
    const { request } = this.of;
    const lacks = (format: 'summary' | 'answer', value: unknown) =>
      request.formats?.includes(format) === true && value === undefined;
    const hasData = request.extraction === undefined || extraction !== null;
    return hasData && !lacks('summary', summary) && !lacks('answer', answer);
  }

  private hopsOf(entry: HistoryEntry | null): number | null {
    const { hops, isHidden } = this.of.plan;
    return hops === null || isHidden ? (entry?.head.hops ?? null) : hops;
  }

  /** True if the stored page can answer this request. */
  private isReusable({ head, text }: HistoryEntry): boolean {
    const isThere = head.goneVisits === null && text !== null && !head.isRendered;
    const hasFields = this.fieldsName === null || text?.fields?.of === this.fieldsName;
    return isThere && head.shape === this.shape && hasFields;
  }

  /** Stores secondary facts; the page is returned even if that fails. */
  private async note(work: () => Promise<unknown>): Promise<void> {
    await this.orNothing(work);
  }

  private async orNothing<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      const { owner } = this.of.key;
      this.tools.report({ type: 'history-failed', kind: this.of.plan.kind, crawlId: this.of.plan.crawlId, owner, reason: error.message, at: Date.now() }); // prettier-ignore
      return null;
    }
  }
}

/** The stored text and the new one. */
const TEXTS = 2;
/** Longest wait of a scrape without a timeout. */
const LONGEST_WAIT_MS = 30_000;

/** Waits for memory. Pages of jobs wait until their job ends. */
async function enterRoom(
  room: BodyRoom,
  { owner }: HistoryKey,
  { url, timeoutMs = LONGEST_WAIT_MS }: PageRequest,
  { kind, signal }: VisitPlan,
): Promise<BodyShare> {
  const waitMs = kind === 'scrape' ? timeoutMs : Infinity;
  const onTimeout = () => new FetchTimeoutError(url, 'no memory for its stored text', waitMs);
  return withDeadline(waitMs, signal, onTimeout, async (until) => {
    const share = await room.enter(owner, until);
    try {
      await share.reserve(CACHED_BYTES, until);
      until.throwIfAborted();
      return share;
    } catch (error) {
      share.release();
      throw error;
    }
  });
}

const NOTHING_KNOWN: KnownPage = { validators: null, bodyHash: null };

const factsOf = ({ facts }: PageReading) => facts!; // pages that are tracked are revisited, which states them

function hostOf(url: string): string {
  const parts = splitUrl(url);
  return parts ? hostWithPort(parts) : '';
}

/** Compares values as they are stored. Large ones are written in steps. */
async function isSameJson(one: unknown, other: unknown): Promise<boolean> {
  return (await jsonBuffer(one)).equals(await jsonBuffer(other));
}

/** Removes the fields that apply to a single visit only. */
function withoutVisit({ timings: _, renderTimings: __, change: ___, cache: ____, ...page }: Page): Page {
  return { ...page, screenshot: null, actions: null };
}
