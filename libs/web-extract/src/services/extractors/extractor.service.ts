import { Inject, Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { checkProgram } from '../../convert/extractor/check-program.js';
import { RemoteExtractor } from '../../extraction/remote-extractor.js';
import { noModel } from '../../extraction/no-model.js';
import { ConflictError, InvalidRequestError, NotFoundError, WebExtractError } from '../../model/errors.js';
import type { ExampleSource, ExtractorProgram } from '../../model/extractor/extractor-program.js';
import {
  EXAMPLE_SOURCES,
  type ExamplePage,
  type ExtractorPageOptions,
  type ExtractorPageResult,
  type ExtractorVersion,
  type ExtractorView,
  type ExtractorWebhook,
  type HealMode,
} from '../../model/extractor/extractor-view.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { ResolvedOptions } from '../../model/options.js';
import type { Page } from '../../model/page/page.js';
import { ClassReader } from '../../ports/class-reader.port.js';
import { ExtractorStore, type ForgetRange } from '../../ports/stores/extractor-store.port.js';
import type { LanguageModel } from '../../ports/language-model.port.js';
import { parseAllowList, type AllowList } from '../../web/url/allow-list.js';
import { validateUrl } from '../../web/url/validate-url.js';
import { readTarget, type ExtractionTarget } from '../extract/extraction-target.js';
import { ScrapeService } from '../scrape.service.js';
import { MeteredLanguageModel } from '../usage/metered-ports.js';
import { validatePageRequest } from '../validate-page-request.js';
import { NO_RUNS, type RunsState } from './drift-state.js';
import { eachOf } from './each-of.js';
import { ExtractorHealing } from './extractor-healing.js';
import { ExtractorLeases } from './extractor-leases.js';
import { ExtractorLearning, type LearningJob } from './extractor-learning.js';
import { ExtractorMessages } from './extractor-messages.js';
import { ExtractorRecords } from './extractor-records.js';
import { driftWarning } from './extractor-runs.js';
import { checkInput, newState, type ExtractorRecord } from './extractor-state.js';
import { RUN_BOUNDS, RunResults, withoutValues } from './run-results.js';
import { validateFields, validatePages, validateSchema } from './validate-learning.js';

const WAIT_MS = 60_000;
/** Pages of one run. */
const MAX_URLS = 100;
const AT_ONCE = 4;
const LIST = { offset: 0, limit: 25 };
const MAX_LIST = 100;

/** Owner of extractors and the signal of the caller. */
export interface ExtractorOrigin {
  /** Extractors are seen by their owner only. @default 'host' */
  readonly owner?: string;
  /** Ends waiting; learning and healing continue. */
  readonly signal?: AbortSignal;
  /** True to stop healing once the owner has no valid stored key. @default false */
  readonly needsKey?: boolean;
}

/** Pages to learn from. */
export interface ExtendRequest {
  /** 2 to `extractors.maxPages` pages, with the values of some of them, or URLs. */
  readonly pages: readonly (ExamplePage | string)[];
  /** Sources of examples. @default all; without a model, `values` and `stated` */
  readonly sources?: readonly ExampleSource[];
  /** Longest wait for the result in milliseconds, 0 to 120,000. @default 60_000 */
  readonly waitMs?: number;
  /** Store neither the request nor any values. @default false */
  readonly zeroDataRetention?: boolean;
}

/** What an extractor is learned from. */
export interface LearnExtractorRequest extends ExtendRequest {
  /** Unique name of 1 to 100 characters. @default none */
  readonly name?: string;
  /** Instructions for the model. */
  readonly prompt?: string;
  /** @default 'history' */
  readonly heal?: HealMode;
  /** Page options of learning, healing, and runs without options of their own. */
  readonly page?: ExtractorPageOptions;
  readonly webhook?: ExtractorWebhook;
}

/** An extractor that was learned, or is still being learned: see its `status`. */
export interface LearnedExtractor {
  readonly extractor: ExtractorView;
  readonly warnings: readonly string[];
}

/** Options of a run. */
export interface RunOptions extends ExtractorOrigin {
  /** @default the newest */
  readonly version?: number;
  /** Record the values for healing. @default true */
  readonly record?: boolean;
  readonly zeroDataRetention?: boolean;
  /** @default the page options of the extractor */
  readonly page?: ExtractorPageOptions;
}

/** Changes of an extractor; a `version` becomes the newest one. */
export interface ExtractorChange {
  readonly name?: string;
  readonly heal?: HealMode;
  /** Null removes it. */
  readonly webhook?: ExtractorWebhook | null;
  readonly version?: number;
}

/** Part of a list. */
export interface ExtractorRange {
  /** @default 0 */
  readonly offset?: number;
  /** 1 to 100. @default 25 */
  readonly limit?: number;
}

/** Learns programs from a few pages that extract data from further pages without a model. */
@Injectable()
export class ExtractorService {
  private readonly allowed: AllowList;
  /** Bytes of results of current runs. */
  private readonly held = new FairSemaphore(RUN_BOUNDS.maxOwnerBytes);

  constructor(
    private readonly store: ExtractorStore,
    private readonly records: ExtractorRecords,
    private readonly learning: ExtractorLearning,
    private readonly healing: ExtractorHealing,
    private readonly leases: ExtractorLeases,
    private readonly messages: ExtractorMessages,
    private readonly scrapes: ScrapeService,
    private readonly schemas: RemoteExtractor,
    private readonly classes: ClassReader,
    private readonly options: ResolvedOptions,
    // null where the host configured none
    @Inject(MeteredLanguageModel) private readonly model: LanguageModel | null,
  ) {
    this.allowed = parseAllowList(options.allowPrivate);
  }

  /**
   * Learns an extractor from values, stated data, and answers of a model on these pages only.
   * @param target a class, a JSON schema, a Standard Schema, or an object with `schema` or `jsonSchema`
   * @throws InvalidRequestError, BlockedAddressError, ExtractorExistsError, ExtractorLimitError; NotConfiguredError if `sources` is `['model']`
   * or `heal` is `'model'` and no model is configured; UnavailableError
   */
  async learn<T = unknown>(
    target: ExtractionTarget<T>,
    request: LearnExtractorRequest,
    { owner = HOST_OWNER, signal, needsKey = false }: ExtractorOrigin = {},
  ): Promise<LearnedExtractor> {
    const {
      name,
      heal = 'history',
      webhook,
      page = {},
      waitMs = WAIT_MS,
      zeroDataRetention = false,
    } = request;
    validateFields(request);
    this.checkHealing(heal);
    const { schema: given, prompt: ofTarget } = await readTarget(target, this.classes);
    const schema = validateSchema(given);
    await this.checkSchema(schema, owner); // before data is compared with it
    const job = this.jobOf(request, schema);
    if (webhook) validateUrl(webhook.url, this.allowed);
    checkPageOptions(page);
    const state = newState({
      schema,
      prompt: request.prompt ?? ofTarget ?? null,
      heal,
      webhook: webhook ?? null,
      page: zeroDataRetention ? { ...page, zeroDataRetention } : page,
      needsKey,
    });
    const record = await this.records.create(owner, name ?? null, state);
    await this.learning
      .begin(record, job, { isStored: !zeroDataRetention, isNew: true })
      .catch(async (error: unknown) => {
        await this.records.remove(owner, record.stored.id);
        throw error;
      });
    return this.learned(owner, record.stored.id, waitMs, signal);
  }

  /** Learns from further pages: a new version with more pages or templates. @throws NotFoundError, ConflictError, and like {@link learn} */
  async extend(
    idOrName: string,
    request: ExtendRequest,
    { owner = HOST_OWNER, signal }: ExtractorOrigin = {},
  ): Promise<LearnedExtractor> {
    const record = await this.records.get(owner, idOrName);
    validateFields(request);
    const job = this.jobOf(request, record.state.schema);
    const { waitMs = WAIT_MS, zeroDataRetention = false } = request;
    await this.learning.begin(record, job, { isStored: !zeroDataRetention });
    return this.learned(owner, record.stored.id, waitMs, signal);
  }

  /**
   * Reads pages without a model, in order. A page that cannot be read has an `error`, as those whose results have no room in memory.
   * @param urls one URL, or 1 to 100
   * @throws NotFoundError, InvalidRequestError, UnavailableError; the reason of the signal
   */
  async run<T = unknown>(
    idOrName: string,
    urls: string,
    options?: RunOptions,
  ): Promise<ExtractorPageResult<T>>;
  async run<T = unknown>(
    idOrName: string,
    urls: readonly string[],
    options?: RunOptions,
  ): Promise<readonly ExtractorPageResult<T>[]>;
  async run<T = unknown>(
    idOrName: string,
    urls: string | readonly string[],
    options: RunOptions = {},
  ): Promise<ExtractorPageResult<T> | readonly ExtractorPageResult<T>[]> {
    const { owner = HOST_OWNER, version } = options;
    const record = await this.records.get(owner, idOrName);
    const list = typeof urls === 'string' ? [urls] : urls;
    if (!Array.isArray(list) || list.length < 1 || list.length > MAX_URLS || !list.every(isText))
      throw InvalidRequestError.at(['urls'], { code: 'list', least: 1, most: MAX_URLS, of: 'addresses' });
    if (version !== undefined && !record.state.versions.some((one) => one.version === version))
      throw InvalidRequestError.at(['version'], { code: 'contradiction', reason: 'is not stored' });
    if (record.state.version === 0) throw new ConflictError('The extractor has not been learned yet');
    checkPageOptions(options.page ?? {});
    const gathered = new RunResults(this.held, owner);
    const read = async (url: string) =>
      gathered.fullBecause === null
        ? gathered.add(await this.runOne<T>(record, url, options))
        : withoutValues(url, version ?? record.state.version, gathered.fullBecause);
    try {
      const results = await eachOf(list as readonly string[], AT_ONCE, read);
      return typeof urls === 'string' ? results[0]! : results;
    } finally {
      gathered.release();
    }
  }

  /** Lists the extractors of an owner, the newest first. @throws InvalidRequestError, UnavailableError */
  async list(range: ExtractorRange = {}, owner = HOST_OWNER): Promise<readonly ExtractorView[]> {
    const { offset, limit } = { ...LIST, ...range };
    if (!Number.isInteger(offset) || offset < 0)
      throw InvalidRequestError.at(['offset'], { code: 'not-negative' });
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIST)
      throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: 1, most: MAX_LIST });
    const records = await this.records.list(owner, { offset, limit });
    return Promise.all(records.map((record) => this.viewOf(record)));
  }

  /** @throws NotFoundError if it is unknown or of another owner; UnavailableError */
  async get(idOrName: string, owner = HOST_OWNER): Promise<ExtractorView> {
    return this.viewOf(await this.records.get(owner, idOrName));
  }

  /** Changes the given fields; a `version` becomes the newest one. @throws NotFoundError, InvalidRequestError, ExtractorExistsError, ConflictError */
  async update(idOrName: string, change: ExtractorChange, owner = HOST_OWNER): Promise<ExtractorView> {
    const { version, webhook } = change;
    const record = await this.records.get(owner, idOrName);
    validateFields(change);
    this.checkHealing(change.heal);
    if (webhook) validateUrl(webhook.url, this.allowed);
    const fields = {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.heal === undefined ? {} : { heal: change.heal }),
      ...(webhook === undefined ? {} : { webhook }),
    };
    const { id } = record.stored;
    if (version !== undefined) await this.leases.during(id, () => this.toVersion(owner, id, version));
    const updated = await this.records.update(owner, id, ({ state }) => {
      if (webhook) checkInput({ ...state, webhook });
      // the attempts at another receiver say nothing about this one
      const messages = webhook === undefined ? {} : { messages: { ...state.messages, tries: 0, dueAt: 0 } };
      return Object.keys(fields).length === 0 ? null : { ...fields, ...messages };
    });
    if (webhook !== undefined) await this.messages.redirect(updated);
    return this.viewOf(updated);
  }

  /** Makes an old version the newest one. @throws NotFoundError, InvalidRequestError, ConflictError */
  async rollback(idOrName: string, version: number, owner = HOST_OWNER): Promise<ExtractorView> {
    return this.update(idOrName, { version }, owner);
  }

  /** Removes an extractor with its versions and recorded values. @throws NotFoundError, UnavailableError */
  async remove(idOrName: string, owner = HOST_OWNER): Promise<void> {
    const { stored } = await this.records.get(owner, idOrName);
    await this.records.remove(owner, stored.id);
  }

  /**
   * Looks for lost fields in pages whose values were recorded.
   * @throws NotFoundError; ConflictError while the extractor is learned or healed
   */
  async heal(
    idOrName: string,
    { urls, waitMs = WAIT_MS }: { readonly urls?: readonly string[]; readonly waitMs?: number } = {},
    { owner = HOST_OWNER, signal }: ExtractorOrigin = {},
  ): Promise<ExtractorView> {
    const record = await this.records.get(owner, idOrName);
    validateFields({ waitMs });
    if (
      urls !== undefined &&
      (!Array.isArray(urls) || urls.length < 1 || urls.length > MAX_URLS || !urls.every(isText))
    )
      throw InvalidRequestError.at(['urls'], { code: 'list', least: 1, most: MAX_URLS, of: 'addresses' });
    for (const url of urls ?? []) validateUrl(url, this.allowed);
    await this.healing.begin(record, urls);
    await this.healing.wait(record.stored.id, waitMs, signal);
    return this.get(record.stored.id, owner);
  }

  /** The versions that are kept, the oldest first. @throws NotFoundError, UnavailableError */
  async versions(idOrName: string, owner = HOST_OWNER): Promise<readonly ExtractorVersion[]> {
    return (await this.records.get(owner, idOrName)).state.versions;
  }

  /** The program of an extractor, as it can be imported elsewhere. @throws NotFoundError, UnavailableError */
  async export(idOrName: string, version?: number, owner = HOST_OWNER): Promise<ExtractorProgram> {
    const { stored, state } = await this.records.get(owner, idOrName);
    const wanted = version ?? state.version;
    if (!state.versions.some((one) => one.version === wanted))
      throw new NotFoundError(wanted === 0 ? 'Extractor not learned' : 'Extractor version not found');
    return this.records.program(owner, stored.id, wanted);
  }

  /** Stores a program as a new extractor. Unknown fields are dropped. @throws InvalidRequestError, ExtractorExistsError, ExtractorLimitError */
  async import(
    program: unknown,
    { name, heal = 'history' }: { readonly name?: string; readonly heal?: HealMode } = {},
    { owner = HOST_OWNER, needsKey = false }: ExtractorOrigin = {},
  ): Promise<ExtractorView> {
    validateFields({ name, heal });
    this.checkHealing(heal);
    const checked = checkProgram(program);
    const schema = validateSchema(checked.schema);
    await this.checkSchema(schema, owner);
    const state = newState({
      schema,
      prompt: null,
      heal,
      webhook: null,
      page: {},
      needsKey,
      status: 'ready',
    });
    const { stored } = await this.records.create(owner, name ?? null, state);
    try {
      const record = await this.records.addVersion(owner, stored.id, checked, 'imported');
      return await this.viewOf(record);
    } catch (error) {
      await this.records.remove(owner, stored.id).catch(() => {}); // the first error counts
      throw error;
    }
  }

  /** Deletes recorded values: of an extractor, of a URL, or all of an owner. @returns their number @throws NotFoundError, UnavailableError */
  async forget({
    owner = HOST_OWNER,
    id,
    url,
  }: ForgetRange & { readonly owner?: string } = {}): Promise<number> {
    const own = id === undefined ? undefined : (await this.records.get(owner, id)).stored.id;
    const range = { ...(own === undefined ? {} : { id: own }), ...(url === undefined ? {} : { url }) };
    return this.store.forget(owner, range);
  }

  private jobOf({ pages, sources }: ExtendRequest, schema: ReturnType<typeof validateSchema>): LearningJob {
    const { maxPages } = this.options.extractors;
    const listed = Array.isArray(pages)
      ? (pages as readonly (ExamplePage | string)[]).map((page) =>
          typeof page === 'string' ? { url: page } : page,
        )
      : pages;
    const admit = (url: string) => void validateUrl(url, this.allowed);
    const read = validatePages(listed, schema, { most: maxPages }, admit);
    if (sources?.every((source) => source === 'model') && !this.model) throw noModel();
    const usable = (sources ?? EXAMPLE_SOURCES).filter((source) => source !== 'model' || this.model !== null);
    return { pages: read, sources: usable };
  }

  /** @throws NotConfiguredError if healing needs a model and there is none */
  private checkHealing(heal: HealMode | undefined): void {
    if (heal === 'model' && !this.model) throw noModel();
  }

  /** @throws InvalidRequestError naming the schema */
  private async checkSchema(schema: ReturnType<typeof validateSchema>, owner: string): Promise<void> {
    try {
      await this.schemas.checkSchema({ schema }, { owner });
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      const problems = error.problems.map(({ message }) => ({
        path: ['schema'],
        message: message.replace(/^extraction\.schema/, 'schema'),
      }));
      throw new InvalidRequestError(problems, { cause: error });
    }
  }

  private async learned(
    owner: string,
    id: string,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<LearnedExtractor> {
    await this.learning.wait(id, waitMs, signal);
    const extractor = await this.get(id, owner);
    return { extractor, warnings: extractor.warnings };
  }

  private async toVersion(owner: string, id: string, version: number): Promise<void> {
    const { stored, state } = await this.records.get(owner, id);
    if (!state.versions.some((one) => one.version === version))
      throw InvalidRequestError.at(['version'], { code: 'contradiction', reason: 'is not stored' });
    const program = await this.records.program(owner, stored.id, version);
    await this.records.addVersion(owner, stored.id, program, 'rolled-back', () => ({
      health: 'ok',
      drift: [],
      trial: null,
      status: 'ready',
    }));
  }

  private async runOne<T>(
    record: ExtractorRecord,
    url: string,
    options: RunOptions,
  ): Promise<ExtractorPageResult<T>> {
    const { owner, stored, state } = record;
    const {
      version = state.version,
      record: isRecorded,
      signal,
      page = state.page,
      zeroDataRetention,
    } = options;
    const extraction = {
      extractor: stored.id,
      evidence: true,
      onFailure: 'fail' as const,
      ...(options.version === undefined ? {} : { version }),
      ...(isRecorded === undefined ? {} : { record: isRecorded }),
    };
    const retention = zeroDataRetention === undefined ? {} : { zeroDataRetention };
    const request = { ...page, ...retention, url, owner, formats: [], extraction } as const;
    try {
      return resultOf<T>(await this.scrapes.scrape(request, signal), url, version);
    } catch (error) {
      if (signal?.aborted || !(error instanceof WebExtractError)) throw error;
      return withoutValues(url, version, error.message);
    }
  }

  private async viewOf(record: ExtractorRecord): Promise<ExtractorView> {
    const { owner, stored, state } = record;
    const { webhook: _, page: __, versions: ___, modelPages: ____, auto: _____, heals: ______, trial: _______, needsKey: ________, attempts: _________, messages: __________, ...view } = state; // prettier-ignore
    const text = await this.store.saved(owner, stored.id);
    const saved = text === null ? NO_RUNS.saved : (JSON.parse(text) as RunsState['saved']);
    const health = this.healing.isStale(record) ? (state.drift.length > 0 ? 'drifted' : 'ok') : state.health;
    const { id, name, createdAt } = stored;
    const warning = driftWarning(record);
    return {
      id,
      name,
      ...view,
      health,
      saved,
      warnings: [...state.warnings, ...(warning === null ? [] : [warning])],
      createdAt: new Date(createdAt).toISOString(),
    };
  }
}

function resultOf<T>(page: Page, url: string, version: number): ExtractorPageResult<T> {
  const use = page.extraction?.extractor;
  if (!use) return withoutValues(url, version, page.warnings.at(-1) ?? 'the page could not be read');
  const { template, valid, missing, evidence = [], error } = use;
  const warning = error === undefined ? page.warnings.join('. ') : '';
  return {
    url,
    version: use.version ?? version,
    template,
    data: page.extraction!.data as Partial<T>,
    valid,
    missing,
    evidence,
    ...(warning === '' ? {} : { warning }),
    ...(error === undefined ? {} : { error }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** @throws InvalidRequestError naming the field */
function checkPageOptions(page: ExtractorPageOptions): void {
  validatePageRequest({ ...page, url: 'http://any.example/' });
}
