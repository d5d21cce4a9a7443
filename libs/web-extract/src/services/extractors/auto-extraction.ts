import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ExtractorExistsError, WebExtractError } from '../../model/errors.js';
import type { ExtractionRequest, ModelUsage } from '../../model/extraction/extraction.js';
import type { LearningPage } from '../../model/extractor/extractor-learning.js';
import type { ExtractorResult } from '../../model/extractor/extractor-run.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { ResolvedOptions } from '../../model/options.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { ExtractionCompute, type ExtractionResult } from '../../ports/extraction-compute.port.js';
import type { LanguageModel } from '../../ports/language-model.port.js';
import { MeteredLanguageModel } from '../usage/metered-ports.js';
import { autoName, hostOf } from './auto-name.js';
import { AutoSites, Site } from './auto-sites.js';
import { ExtractorLeases } from './extractor-leases.js';
import { ExtractorRecords } from './extractor-records.js';
import {
  errorOf,
  ExtractorRuns,
  extractionOf,
  type AskModel,
  type ExtractedReading,
} from './extractor-runs.js';
import { newState, type ExtractorRecord } from './extractor-state.js';

/** Pages that a model reads before something is learned from them. */
const ROUND = 4;
/** Pages of a template that a model reads while fields lack examples. */
const MOST_PAGES = 8;
/** Fields that a page must lack before a model reads it as well: one may be absent, and drift detection counts it. */
const SUSPECT_FIELDS = 2;
/** Longest wait of a page for what others teach. */
const WAIT_MS = 20_000;
/** Rounds in a row that a page waits for. */
const MOST_ROUNDS = 6;
/** Rounds without a new template after which pages do not wait any more. */
const FUTILE_ROUNDS = 3;
/** Pages that a model has read after which a round ends, also while it reads others. */
const MOST_ANSWERS = 2 * MOST_PAGES;

interface AutoTime {
  readonly askModel: AskModel;
  readonly signal: AbortSignal;
  readonly jobId?: string;
}

/** A page of a request, with what identifies its extractor. */
interface AutoPage {
  readonly owner: string;
  readonly name: string;
  readonly reading: ExtractedReading;
  readonly request: PageRequest;
  readonly extraction: ExtractionRequest;
  readonly time: AutoTime;
}

/**
 * Learns extractors of sites: a model reads the first pages of each template, the program the others. Pages wait for a round of
 * others in progress, so that a job of many parallel pages needs no more calls than a sequential one.
 */
@Injectable()
export class AutoExtraction {
  private readonly logger = new Logger('WebExtract');
  private readonly sites = new AutoSites();

  constructor(
    private readonly records: ExtractorRecords,
    private readonly leases: ExtractorLeases,
    private readonly runs: ExtractorRuns,
    private readonly compute: ExtractionCompute,
    private readonly options: ResolvedOptions,
    // null where the host configured none
    @Inject(MeteredLanguageModel) private readonly model: LanguageModel | null,
  ) {}

  /** Data of a page. @throws what `askModel` throws, unless a program has read the page */
  async read(
    reading: ExtractedReading,
    request: PageRequest,
    extraction: ExtractionRequest,
    time: AutoTime,
  ): Promise<ExtractionResult> {
    const owner = request.owner ?? HOST_OWNER;
    const name = autoName(request.url, extraction.schema ?? {});
    const page: AutoPage = { owner, name, reading, request, extraction, time };
    const record = await this.records.recent(owner, name);
    const known = record?.state.auto ? record : null;
    const isUnreadable = errorOf(reading.page, undefined) !== 'the page is not HTML';
    if (known && isUnreadable)
      return this.runs.unread(known, known.state.version, errorOf(reading.page, undefined)!);
    const result = known && reading.extracted;
    if (known && result && this.isEnough(page, known, result)) return this.withProgram(page, known, result);
    if (known) this.restartAfterDrift(page, known);
    if (extraction.fallback === 'none')
      return known && result ? this.withProgram(page, known, result) : NOTHING;
    const html = reading.page.rawHtml;
    if (isUnreadable || html === null || request.zeroDataRetention === true)
      return this.withModel(page, known, result ?? null);
    return this.taught(page, html, result ?? null);
  }

  /** Reads a page with a model, or with the program that others of its site teach meanwhile. */
  private async taught(
    page: AutoPage,
    html: string,
    first: ExtractorResult | null,
  ): Promise<ExtractionResult> {
    const site = this.siteOf(page);
    let result = first;
    let record = await this.records.recent(page.owner, page.name);
    const until = Date.now() + WAIT_MS;
    for (let round = 0; round < MOST_ROUNDS && site.futile < FUTILE_ROUNDS; round++) {
      if (site.asked < ROUND && site.asking < ROUND) break;
      const left = until - Date.now();
      if (left <= 0) break;
      const stop = new AbortController();
      await Promise.race([
        site.round,
        sleep(left, undefined, { signal: AbortSignal.any([page.time.signal, stop.signal]) }).catch(() => {}),
      ]);
      stop.abort();
      page.time.signal.throwIfAborted();
      const next = await this.records.recent(page.owner, page.name);
      if (!next?.state.auto || next.state.version === record?.state.version) continue;
      record = next;
      result = await this.run(page, record, html);
      if (this.isEnough(page, record, result)) return this.withProgram(page, record, result);
    }
    return this.teach(page, site, html, record?.state.auto ? record : null, result);
  }

  /** True if a page needs no model. A few pages without fields that their template always had are read by the model as well. */
  private isEnough(page: AutoPage, record: ExtractorRecord, result: ExtractorResult): boolean {
    if (!isEnough(record, result)) return false;
    return lostFields(result).length < SUSPECT_FIELDS || this.siteOf(page).suspects >= MOST_PAGES;
  }

  /** Pages from before a drift teach nothing about those after it. */
  private restartAfterDrift(page: AutoPage, { state }: ExtractorRecord): void {
    const since = state.drift.find(({ template }) => template !== null)?.since;
    const site = this.siteOf(page);
    if (since === undefined || site.driftedSince === since || site.isEnding) return;
    site.restart();
    Object.assign(site, { futile: 0, driftedSince: since });
  }

  private async teach(
    page: AutoPage,
    site: Site,
    html: string,
    record: ExtractorRecord | null,
    result: ExtractorResult | null,
  ): Promise<ExtractionResult> {
    site.asking++;
    site.asked++;
    try {
      const answer = await this.withModel(page, record, result);
      const { data, usage, extractor } = answer.extraction;
      if (extractor?.usedModel && isObject(data)) {
        const learning: LearningPage = {
          url: page.reading.page.url,
          html,
          examples: [{ source: 'model', data: withoutNulls(data) }],
        };
        if (site.futile < FUTILE_ROUNDS) this.sites.add(site, learning);
        noteChange(site, result, data);
        site.usage = sum(site.usage, usage);
        site.modelPages += usage.calls > 0 ? 1 : 0;
      }
      return answer;
    } finally {
      site.asking--;
      site.answered++;
      // Pages of a busy job overlap: there is always one that a model is reading.
      const isOver = site.asking === 0 || site.answered >= MOST_ANSWERS;
      if (isOver && !site.isEnding) await this.endRound(page, site);
    }
  }

  private async endRound(page: AutoPage, site: Site): Promise<void> {
    site.isEnding = true;
    try {
      if (site.pages.length >= 2 && site.futile < FUTILE_ROUNDS) await this.learn(page, site);
    } catch (error) {
      site.futile++;
      if (!(error instanceof WebExtractError)) this.logger.error(String((error as Error).stack ?? error));
    } finally {
      site.isEnding = false;
      const { endRound } = site;
      site.beginRound();
      endRound();
    }
  }

  private async learn({ owner, name, extraction, time }: AutoPage, site: Site): Promise<void> {
    const ends = [await this.leases.tryTake(`auto:${owner}:${name}`)];
    try {
      if (!ends[0]) return; // another process learns from its pages
      const record = await this.records.find(owner, name);
      if (record) ends.push(await this.leases.tryTake(record.stored.id));
      if (ends.includes(null)) return; // its versions are being changed
      const { schema } = extraction;
      const stored = record && (await this.records.program(owner, record.stored.id, record.state.version));
      const changed = [...site.changed].filter(([, pages]) => pages >= 2).map(([template]) => template);
      if (changed.length > 0) {
        site.restart({ keepsFresh: true });
      }
      const drifted = new Set([...changed, ...(record?.state.drift ?? []).map(({ template }) => template)]);
      // templates of the pages that are still here are learned again from all of them
      const before = stored && {
        ...stored,
        templates: stored.templates.filter(({ id }) => !site.own.has(id) && !drifted.has(id)),
      };
      const { usage, modelPages } = site;
      const report = await this.compute.learnExtractor(
        { schema: schema!, pages: [...site.pages], ...(before ? { program: before } : {}) },
        { owner, priority: 'crawl', signal: time.signal },
      );
      const known = new Set(stored?.templates.map(({ id }) => id));
      const learned = report.program.templates.filter(({ fields }) => fields.length > 0);
      if (learned.length === 0) {
        site.futile++;
        return;
      }
      site.changed.clear();
      site.suspects = changed.length > 0 ? 0 : site.suspects;
      site.own = new Set(report.pages.flatMap(({ template }) => template ?? []));
      site.futile = learned.some(({ id, pages }) => !known.has(id) || pages < MOST_PAGES)
        ? 0
        : site.futile + 1;
      const target = record ?? (await this.create(owner, name, extraction));
      await this.records.addVersion(
        owner,
        target.stored.id,
        report.program,
        record ? 'extended' : 'learned',
        (current) => ({
          status: 'ready',
          learning: { pages: report.pages },
          usage: sum(current.state.usage, usage),
          modelPages: current.state.modelPages + modelPages,
          health: 'ok',
          drift: [],
        }),
      );
      Object.assign(site, { usage: NO_USAGE, modelPages: 0 });
    } finally {
      await Promise.allSettled(ends.map((end) => end?.()));
    }
  }

  private async create(
    owner: string,
    name: string,
    { schema, prompt }: ExtractionRequest,
  ): Promise<ExtractorRecord> {
    const state = newState({
      schema: schema!,
      prompt: prompt ?? null,
      heal: 'off',
      webhook: null,
      page: {},
      needsKey: false,
      auto: { host: name.split(':').slice(1, -1).join(':') },
    });
    try {
      return await this.records.create(owner, name, state);
    } catch (error) {
      if (error instanceof ExtractorExistsError) return this.records.get(owner, name);
      throw error;
    }
  }

  private run(
    page: AutoPage,
    { owner, stored, state }: ExtractorRecord,
    html: string,
  ): Promise<ExtractorResult> {
    return this.records
      .programText(owner, stored.id, state.version)
      .then((program) =>
        this.compute.runExtractor(
          program!,
          { url: page.reading.page.url, html },
          { owner, priority: 'crawl', signal: page.time.signal },
        ),
      );
  }

  private async withProgram(
    page: AutoPage,
    record: ExtractorRecord,
    result: ExtractorResult,
  ): Promise<ExtractionResult> {
    const { reading, request, extraction, time } = page;
    const found = extractionOf(record, record.state.version, result, extraction);
    const sample = this.isSample(page) ? await this.sample(page, result) : null;
    await this.runs.note(record, reading.page, sample?.result ?? result, request, extraction, time.jobId);
    this.runs.publish(record, record.state.version, result, false);
    const usage = sample?.usage ?? NO_USAGE;
    const answer = { ...found.extraction, usage };
    this.runs.count(time.jobId, answer, record);
    return { extraction: answer, warnings: await this.runs.warningsOf(record) };
  }

  private isSample({ request: { url } }: AutoPage): boolean {
    const { sampleEvery } = this.options.extractors;
    if (sampleEvery === 0) return false;
    return createHash('sha256').update(url).digest().readUInt32BE(0) % sampleEvery === 0;
  }

  /** Has a model read the page as well: a field with another value counts as one whose locators disagree. */
  private async sample(
    { extraction, time }: AutoPage,
    result: ExtractorResult,
  ): Promise<{ readonly result: ExtractorResult; readonly usage: ModelUsage } | null> {
    const answer = await time.askModel(this.questionOf(extraction)).catch(() => null); // a model that is down has nothing to compare
    time.signal.throwIfAborted();
    if (!answer) return null;
    const { data, usage } = answer.extraction;
    const differing = Object.entries(isObject(data) ? data : {})
      .filter(
        ([name, value]) =>
          value !== null && name in result.data && !isDeepStrictEqual(value, result.data[name]),
      )
      .map(([name]) => [`/${name}`, 'disagreeing' as const]);
    return {
      result: { ...result, observed: { ...result.observed, ...Object.fromEntries(differing) } },
      usage,
    };
  }

  /** Asks a model; a page that a program has read is not lost with the model. */
  private async withModel(
    page: AutoPage,
    record: ExtractorRecord | null,
    result: ExtractorResult | null,
  ): Promise<ExtractionResult> {
    const { extraction, time } = page;
    const answer = await time.askModel(this.questionOf(extraction)).catch((error: unknown) => {
      if (time.signal.aborted || !record || !result || result.template === null) throw error;
      return null;
    });
    if (answer === null) return this.withProgram(page, record!, result!);
    const found = {
      ...answer.extraction,
      extractor: {
        id: record?.stored.id ?? null,
        version: record?.state.version ?? null,
        template: null,
        usedModel: true,
        valid: true,
        missing: [],
      },
    };
    if (record && result) this.runs.publish(record, record.state.version, result, true);
    this.runs.count(time.jobId, found, record);
    return { extraction: found, warnings: answer.warnings };
  }

  /** A model reads the whole page: what the page states is an example of its own. */
  private questionOf(extraction: ExtractionRequest): ExtractionRequest {
    return this.model ? { ...extraction, ignoresStated: true } : extraction;
  }

  private siteOf({ owner, name, request }: AutoPage): Site {
    return hostOf(request.url) === '' ? new Site(owner) : this.sites.of(owner, name);
  }
}

const NO_USAGE: ModelUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };

const NOTHING: ExtractionResult = {
  extraction: {
    data: {},
    evidence: [],
    model: null,
    usage: NO_USAGE,
    extractor: { id: null, version: null, template: null, usedModel: false, valid: false, missing: [] },
  },
  warnings: ['Nothing was extracted: no extractor is learned yet'],
};

/** True if a page needs no model: its template is known from enough pages. */
function isEnough({ state }: ExtractorRecord, { template, valid }: ExtractorResult): boolean {
  if (template === null || !valid || state.drift.some((one) => one.template === template)) return false;
  const view = state.templates.find(({ id }) => id === template);
  if (!view) return false;
  return view.pages >= MOST_PAGES || (view.pages >= ROUND && view.missing.length === 0);
}

/** Fields of the page without a value, which all learning pages of its template have. */
function lostFields({ missing }: ExtractorResult): readonly string[] {
  const lost = missing.filter(
    ({ path, reason, optional = false }) => !optional && reason !== 'not-learned' && !/\/\d/.test(path),
  );
  return [...new Set(lost.map(({ path }) => path.split('/')[1]!))];
}

/** A model that finds a lost field says that the template has changed. */
function noteChange(
  site: Site,
  result: ExtractorResult | null,
  data: Readonly<Record<string, unknown>>,
): void {
  const template = result?.template ?? null;
  if (!result || template === null) return;
  const lost = lostFields(result);
  if (lost.length === 0) return;
  site.suspects++;
  const isThere = lost.some((name) => !isEmpty(data[name]));
  if (isThere) site.changed.set(template, (site.changed.get(template) ?? 0) + 1);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A model answers null for what a page does not have. */
function withoutNulls(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== ''));
}

const sum = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  calls: a.calls + b.calls,
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
});
