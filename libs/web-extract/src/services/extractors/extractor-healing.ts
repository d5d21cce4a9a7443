import { Injectable, Logger } from '@nestjs/common';
import { InvalidRequestError, NotFoundError, UnavailableError, WebExtractError } from '../../model/errors.js';
import type { HealingPage, HealReport, HealRequest } from '../../model/extractor/extractor-learning.js';
import type { JsonSchema, ModelUsage } from '../../model/extraction/extraction.js';
import { kept } from '../../model/kept.js';
import { ResolvedOptions } from '../../model/options.js';
import { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { ExtractorStore, type RecordedValues } from '../../ports/stores/extractor-store.port.js';
import { historyUrl } from '../../web/url/history-url.js';
import { EventStream } from '../events/event-stream.js';
import { KeyService } from '../keys/key.service.js';
import { RunningWork } from '../running-work.js';
import { ScrapeService } from '../scrape.service.js';
import { NO_RUNS, type RunsState } from './drift-state.js';
import { eachOf } from './each-of.js';
import { busy, ExtractorLeases } from './extractor-leases.js';
import { isObject, openedPage, sum, within, withoutNulls } from './extractor-learning.js';
import { ExtractorMessages } from './extractor-messages.js';
import { ExtractorRecorder } from './extractor-recorder.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import { errorOf, propertiesOf } from './extractor-runs.js';
import { isStale, NO_USAGE, type ExtractorRecord, type ExtractorState } from './extractor-state.js';
import { JobPages } from './job-pages.js';
import { JobPlaces } from './job-places.js';
import { withMessage } from './waiting-messages.js';

const AT_ONCE = 4;
/** Extractors of an owner that this process heals at once. */
const MAX_RUNNING = 4;

/** Heals extractors from the values that they read last. */
@Injectable()
export class ExtractorHealing {
  private readonly logger = new Logger('WebExtract');
  private readonly underway = kept('extractorWork', new Map<string, Promise<void>>());
  /** Those that drift has started. */
  private readonly automatic = kept('extractorWork', new Set<string>());
  private readonly places = new JobPlaces(MAX_RUNNING);

  constructor(
    private readonly store: ExtractorStore,
    private readonly records: ExtractorRecords,
    private readonly leases: ExtractorLeases,
    private readonly scrapes: ScrapeService,
    private readonly compute: ExtractionCompute,
    private readonly messages: ExtractorMessages,
    private readonly events: EventStream,
    private readonly options: ResolvedOptions,
    private readonly keys: KeyService,
    recorder: ExtractorRecorder,
    work: RunningWork,
  ) {
    recorder.onDrift((record, kind) => {
      this.automatic.add(record.stored.id);
      this.start(record, kind === 'heal' ? (signal) => this.heal(record, signal) : () => this.undo(record));
    });
    work.endWith(() => this.end());
  }

  private async end(): Promise<void> {
    this.places.end(new UnavailableError('shutting down'));
    await Promise.allSettled(this.underway.values());
  }

  /** Heals now; a repair that drift has started meanwhile is waited for in place of another one. @throws ConflictError while the extractor is learned or healed; InvalidRequestError for an extractor without a program */
  async begin(record: ExtractorRecord, urls?: readonly string[]): Promise<void> {
    const { owner, stored, state } = record;
    if (urls === undefined && this.automatic.has(stored.id)) return;
    if (this.underway.has(stored.id) || state.status === 'learning') throw busy();
    if (state.version === 0)
      throw InvalidRequestError.at(['id'], { code: 'contradiction', reason: 'is of an extractor that was not learned' }); // prettier-ignore
    const release = await this.leases.take(stored.id);
    try {
      const { status } = (await this.records.get(owner, stored.id)).state;
      if (status === 'learning') throw busy(); // it began meanwhile
      const updated = await this.records.update(owner, stored.id, () => ({ health: 'healing' }), UNBOUNDED);
      this.start(updated, (signal) => this.heal(updated, signal, urls), release);
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Waits until an extractor is not being healed any more in this process, at most for `waitMs`. */
  async wait(id: string, waitMs: number, signal?: AbortSignal): Promise<void> {
    const work = this.underway.get(id);
    if (work && waitMs > 0) await within(work, waitMs, signal);
  }

  /** The health of an extractor whose process ended while it healed is that of its fields. */
  isStale({ state, stored }: ExtractorRecord): boolean {
    return state.health === 'healing' && isStale(state) && !this.underway.has(stored.id);
  }

  /** @param release ends the lease of the extractor, which is taken otherwise; it is held while the work waits for its place */
  private start(
    record: ExtractorRecord,
    heal: (signal: AbortSignal) => Promise<void>,
    release?: () => Promise<void>,
  ): void {
    const { owner } = record;
    const { id } = record.stored;
    const previous = this.underway.get(id) ?? Promise.resolve();
    const inPlace = () => this.places.during(owner, heal);
    const work = previous
      .then(() => (release ? inPlace() : this.leases.during(id, inPlace)))
      .finally(release)
      .catch((error: unknown) => this.fail(record, error))
      .catch((error: unknown) => this.report(error))
      .finally(() => {
        if (this.underway.get(id) !== work) return;
        this.underway.delete(id);
        this.automatic.delete(id);
      });
    this.underway.set(id, work);
  }

  private async fail({ owner, stored }: ExtractorRecord, error: unknown): Promise<void> {
    this.report(error);
    if (error instanceof NotFoundError) return;
    const change = ({ state }: ExtractorRecord) => ({
      health: state.drift.length > 0 ? ('drifted' as const) : ('ok' as const),
    });
    await this.records.update(owner, stored.id, change, UNBOUNDED);
  }

  private async heal(
    { owner, stored, state }: ExtractorRecord,
    signal: AbortSignal,
    urls?: readonly string[],
  ): Promise<void> {
    const { id } = stored;
    if (state.needsKey && !(await this.keys.hasValidKey(owner)))
      throw new UnavailableError('its owner has no valid API key');
    const from = state.version;
    const program = await this.records.program(owner, id, from);
    const known = await this.lastValues(owner, id, urls);
    const room = new JobPages();
    const read = await eachOf(known, AT_ONCE, async (values) => {
      const page = await this.readPage(owner, state.page, values, signal);
      return page !== null && room.admit(page.html) ? page : null; // fewer pages prove less
    });
    const pages = read.flatMap((page) => page ?? []);
    const found = await this.compute.healExtractor({ program, pages }, { owner, signal: this.places.ended });
    const report = state.heal === 'model' ? await this.relearn({ owner, stored, state }, { program, pages }, found) : found; // prettier-ignore
    await this.messages.expect({ owner, stored, state });
    const healed = await this.storeHealed({ owner, id, from }, report);
    await this.messages.expect(healed); // the mark may be gone: there was no message then
    await this.clearRuns(owner, id);
    this.tell(healed, report);
  }

  /** Has a model read some pages, and learns the refused fields from its answers. */
  private async relearn(
    record: ExtractorRecord,
    { program, pages }: HealRequest,
    found: HealReport,
  ): Promise<HealReport> {
    const relearn = found.refused.map(({ path }) => path);
    if (relearn.length === 0) return found;
    const asked = await eachOf(found.ask, AT_ONCE, async (n) => ({ n, ...(await this.askModel(record, pages[n]!, relearn)) })); // prettier-ignore
    const usage = asked.reduce((all, one) => sum(all, one.usage), NO_USAGE);
    await this.records.update(record.owner, record.stored.id, ({ state }) => ({
      usage: sum(state.usage, usage),
      modelPages: state.modelPages + asked.filter((one) => one.usage.calls > 0).length,
    }));
    const answers = new Map(asked.flatMap(({ n, answer }) => (answer ? [[n, answer]] : [])));
    const answered = pages.map((page, n) => {
      const answer = answers.get(n);
      return answer ? { ...page, answer } : page;
    });
    const { owner } = record;
    const learned = await this.compute.healExtractor({ program: found.program ?? program, pages: answered, relearn }, { owner, signal: this.places.ended }); // prettier-ignore
    return {
      ...learned,
      program: learned.program ?? found.program,
      healed: [...found.healed, ...learned.healed],
      refused: found.refused.filter(({ path }) => !learned.healed.includes(path)),
    };
  }

  private async askModel(
    { owner, state }: ExtractorRecord,
    { url, html }: HealingPage,
    paths: readonly string[],
  ): Promise<{ readonly answer: HealingPage['answer'] | null; readonly usage: ModelUsage }> {
    const extraction = {
      schema: partOf(state.schema, paths),
      ...(state.prompt === null ? {} : { prompt: state.prompt }),
      isPart: true,
      ignoresStated: true,
      onFailure: 'warn' as const,
    };
    try {
      const request = { ...state.page, owner, formats: [] as const, extraction };
      const { extraction: read } = await this.scrapes.scrapePage(
        openedPage(url, html),
        request,
        this.places.ended,
      );
      const answer = isObject(read?.data) ? withoutNulls(read.data) : null;
      return { answer, usage: read?.usage ?? NO_USAGE };
    } catch (error) {
      if (this.places.ended.aborted || !(error instanceof WebExtractError)) throw error;
      return { answer: null, usage: NO_USAGE }; // without an answer the fields stay absent
    }
  }

  private async storeHealed(
    { owner, id, from }: { readonly owner: string; readonly id: string; readonly from: number },
    { program, healed, refused }: HealReport,
  ): Promise<ExtractorRecord> {
    const changed = (to: number) => (record: ExtractorRecord) => {
      const isHealed = (path: string) => healed.some((one) => path === one || path.startsWith(`${one}/`));
      const remaining = record.state.drift
        .map((one) => ({ ...one, fields: one.fields.filter(({ path }) => !isHealed(path)) }))
        .filter(({ template, fields }) => fields.length > 0 && (template !== null || program === null));
      const lost = refused.filter(
        ({ path }) => !remaining.some(({ fields }) => fields.some((field) => field.path === path)),
      );
      const drift =
        lost.length === 0 || program === null
          ? remaining
          : [
              ...remaining,
              {
                template: null,
                since: record.state.drift[0]?.since ?? new Date().toISOString(),
                fields: lost.map(({ path }) => ({ path, missing: 0, pages: 0, expected: 0 })),
              },
            ];
      const { messages } = healMessages({ ...record.state, version: to }, id, { from, healed, refused });
      return {
        messages,
        health: drift.length > 0 ? ('drifted' as const) : ('ok' as const),
        drift,
        lastHeal: { at: new Date().toISOString(), from, to, healed, refused },
        trial: program === null ? null : { version: to, from },
      };
    };
    if (program === null) return this.records.update(owner, id, changed(from), UNBOUNDED);
    return this.records.addVersion(owner, id, program, 'healed', (record) =>
      changed((record.state.versions.at(-1)?.version ?? 0) + 1)(record),
    );
  }

  private tell({ owner, stored, state }: ExtractorRecord, { program, healed, refused }: HealReport): void {
    const facts = { owner, id: stored.id, name: stored.name, version: state.version, at: Date.now() };
    if (program !== null) this.events.publish({ type: 'extractor-healed', ...facts, fields: healed });
    if (refused.length === 0) return;
    const reasons = Object.fromEntries(refused.map(({ path, reason }) => [path, reason]));
    const fields = refused.map(({ path }) => path);
    this.events.publish({ type: 'extractor-heal-refused', ...facts, fields, reasons });
  }

  /** A repair that drifts at once was none: the version before it becomes the newest. */
  private async undo({ owner, stored, state }: ExtractorRecord): Promise<void> {
    const { id } = stored;
    const { trial } = state;
    const program = trial && (await this.records.program(owner, id, trial.from).catch(() => null));
    if (!program) {
      await this.records.update(owner, id, () => ({ health: 'drifted', trial: null }), UNBOUNDED);
      return;
    }
    await this.records.addVersion(owner, id, program, 'rolled-back', () => ({
      health: 'drifted',
      trial: null,
    }));
    await this.clearRuns(owner, id);
  }

  private async clearRuns(owner: string, id: string): Promise<void> {
    for (;;) {
      const row = await this.store.runs(owner, id);
      if (!row) return;
      const { saved } = JSON.parse(row.runs) as RunsState;
      const { version } = (await this.records.get(owner, id)).state;
      const empty: RunsState = { ...NO_RUNS, saved, version };
      const texts = { runs: JSON.stringify(empty), saved: JSON.stringify(saved) };
      const result = await this.store.putRuns(owner, id, texts, row.revision, this.records.bounds);
      if (result !== 'raced') return;
    }
  }

  /** Values of the pages of the window and of further recorded pages. */
  private async lastValues(
    owner: string,
    id: string,
    urls?: readonly string[],
  ): Promise<readonly RecordedValues[]> {
    const { healPages } = this.options.extractors;
    if (urls) return this.store.recordedOf(owner, id, urls);
    const row = await this.store.runs(owner, id);
    const window = row ? (JSON.parse(row.runs) as RunsState).window : [];
    const recent = [...new Set(window.map(({ url }) => historyUrl(url)).reverse())].slice(0, 2 * healPages);
    const ofWindow = await this.store.recordedOf(owner, id, recent);
    const others = await this.store.recorded(owner, id, healPages + recent.length);
    const further = others.filter(({ url }) => !recent.includes(historyUrl(url))).slice(0, healPages);
    return [...ofWindow, ...further];
  }

  private async readPage(
    owner: string,
    page: ExtractorRecord['state']['page'],
    { url, values }: RecordedValues,
    signal: AbortSignal,
  ): Promise<HealingPage | null> {
    try {
      const read = await this.scrapes.scrape({ ...page, url, owner, formats: ['rawHtml'] }, signal);
      const error = errorOf(read, undefined);
      if (read.rawHtml === null || (error !== null && error !== 'the page is not HTML')) return null;
      return { url: read.url, html: read.rawHtml, last: JSON.parse(values) as HealingPage['last'] };
    } catch (error) {
      if (this.places.ended.aborted || !(error instanceof WebExtractError)) throw error;
      return null; // a page that cannot be read proves nothing
    }
  }

  private report(error: unknown): void {
    if (error instanceof WebExtractError) return;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Adds the messages about a repair. */
function healMessages(
  state: ExtractorState,
  id: string,
  { from, healed, refused }: Pick<HealReport, 'healed' | 'refused'> & { readonly from: number },
): ExtractorState {
  const fields = healed.map((path) => ({ path }));
  const told = healed.length === 0 ? state : withMessage(state, id, 'healed', { template: null, fields, from, urls: [] }); // prettier-ignore
  return refused.length === 0 ? told : withMessage(told, id, 'heal-refused', { template: null, fields: refused, urls: [] }); // prettier-ignore
}

/** The properties of a schema that contain fields, none of them required. */
function partOf({ required: _, ...schema }: JsonSchema, paths: readonly string[]): JsonSchema {
  const names = new Set(paths.map((path) => unescapeKey(path.split('/')[1]!)));
  const properties = schema['properties'] as Readonly<Record<string, unknown>>;
  return {
    ...schema,
    properties: Object.fromEntries(
      propertiesOf(schema)
        .filter((name) => names.has(name))
        .map((name) => [name, properties[name]]),
    ),
  };
}

const unescapeKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
