import { Injectable } from '@nestjs/common';
import { InvalidRequestError, NotFoundError } from '../../model/errors.js';
import type {
  Extraction,
  ExtractionRequest,
  JsonSchema,
  ModelUsage,
} from '../../model/extraction/extraction.js';
import type { ExtractorResult, MissingField } from '../../model/extractor/extractor-run.js';
import type { ExtractorUse } from '../../model/extractor/extractor-use.js';
import type { ExtractorJobCounts } from '../../model/extractor/extractor-view.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { Page, QualityFlag } from '../../model/page/page.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { ExtractionResult } from '../../ports/extraction-compute.port.js';
import type { PageReading } from '../../pipeline/page-reading.js';
import { EventStream } from '../events/event-stream.js';
import { autoName } from './auto-name.js';
import { driftedPaths } from './drift-state.js';
import { ExtractorRecorder } from './extractor-recorder.js';
import { extractorNotFound, ExtractorRecords } from './extractor-records.js';
import { JobCounter } from './job-counter.js';
import { NO_USAGE, tokensOfPage, type ExtractorRecord } from './extractor-state.js';

/** Pages with these flags show something else than their content. */
const WALLS: ReadonlySet<QualityFlag> = new Set<QualityFlag>([
  'bot-check',
  'login-wall',
  'cookie-wall',
  'script-shell',
]);
const MAX_NAMED = 10;

/** A page as far as an extractor needs it. */
export type ExtractedReading = Pick<PageReading, 'page' | 'extracted'>;

/** Asks a model for the data of the page. */
export type AskModel = (extraction: ExtractionRequest) => Promise<ExtractionResult>;

/** Data of pages from the programs of extractors, which run in the conversion threads. */
@Injectable()
export class ExtractorRuns {
  constructor(
    private readonly counter: JobCounter,
    private readonly records: ExtractorRecords,
    private readonly recorder: ExtractorRecorder,
    private readonly events: EventStream,
  ) {}

  /**
   * Checks that the extractor of a request exists.
   * @throws NotFoundError if it is unknown or of another owner, or was not learned; InvalidRequestError for a version that is not stored, or a
   * schema with other properties; UnavailableError
   */
  async validate({ extractor, version, schema }: ExtractionRequest, owner = HOST_OWNER): Promise<void> {
    const record = await this.records.get(owner, extractor!);
    const { versions, schema: learned } = record.state;
    if (record.state.version === 0)
      throw new NotFoundError(
        record.state.status === 'learning'
          ? 'The extractor is still learning: try again later'
          : 'The extractor was not learned',
      );
    if (version !== undefined && !versions.some((one) => one.version === version))
      throw InvalidRequestError.at(['extraction', 'version'], { code: 'contradiction', reason: `${version} of the extractor is not stored` }); // prettier-ignore
    const unknown = schema && propertiesOf(schema).find((name) => !propertiesOf(learned).includes(name));
    if (unknown !== undefined)
      throw InvalidRequestError.at(['extraction', 'schema'], { code: 'schema', reason: `has the property ${JSON.stringify(unknown.slice(0, 100))}, which the extractor has not learned` }); // prettier-ignore
  }

  /** The program of a request as JSON; null without one. */
  async programOf({ url, extraction, owner = HOST_OWNER }: PageRequest): Promise<string | null> {
    if (extraction?.extractor === undefined) return null;
    const name =
      extraction.extractor === 'auto' ? autoName(url, extraction.schema ?? {}) : extraction.extractor;
    const record = await this.records.recent(owner, name);
    if (!record || record.state.version === 0) return null;
    return this.records.programText(owner, record.stored.id, extraction.version ?? record.state.version);
  }

  /** Data of a page. @throws NotFoundError if the extractor was removed meanwhile; what `askModel` throws */
  async read(
    { page, extracted }: ExtractedReading,
    request: PageRequest,
    extraction: ExtractionRequest,
    { askModel, jobId }: { readonly askModel: AskModel; readonly jobId?: string | undefined },
  ): Promise<ExtractionResult> {
    const owner = request.owner ?? HOST_OWNER;
    const record = await this.records.recent(owner, extraction.extractor!);
    if (!record) throw extractorNotFound(extraction.extractor!);
    const version = extraction.version ?? record.state.version;
    const error = errorOf(page, extracted);
    if (error !== null || !extracted) return this.unread(record, version, error ?? 'no-page');
    const isWhole = extracted.template !== null && extracted.valid;
    const asksModel = !isWhole && extraction.fallback === 'model';
    if (version === record.state.version)
      await this.note(record, page, extracted, request, extraction, jobId);
    const found = asksModel
      ? await this.fromModel(record, version, extraction, askModel)
      : extractionOf(record, version, extracted, extraction);
    this.publish(record, version, extracted, asksModel);
    this.count(jobId, found.extraction, record);
    return {
      extraction: found.extraction,
      warnings: [...(await this.warningsOf(record)), ...found.warnings],
    };
  }

  /** Stores the outcome of a page of the newest version. Pages of jobs do not wait for it. */
  async note(
    record: ExtractorRecord,
    { requestedUrl: url }: Pick<Page, 'requestedUrl'>,
    result: ExtractorResult,
    request: PageRequest,
    extraction: ExtractionRequest,
    jobId?: string,
  ): Promise<void> {
    // recorded values are not encrypted, and no page behind a login may leave any
    const isOpen = request.zeroDataRetention !== true && request.session === undefined;
    const isRecorded = extraction.record !== false && isOpen;
    await this.recorder.note(record, { url, result, isRecorded }, jobId !== undefined);
  }

  /** Adds a page to the counts of its job. */
  count(jobId: string | undefined, { usage, extractor }: Extraction, record: ExtractorRecord | null): void {
    if (jobId === undefined) return;
    const usesModel = extractor?.usedModel === true;
    const counts: ExtractorJobCounts = {
      pages: usesModel ? 0 : 1,
      modelPages: usesModel ? 1 : 0,
      tokens: usage.promptTokens + usage.completionTokens,
      tokensSaved: usesModel || !record ? 0 : tokensOfPage(record.state),
    };
    this.counter.add(jobId, counts);
  }

  private async fromModel(
    record: ExtractorRecord,
    version: number,
    extraction: ExtractionRequest,
    askModel: AskModel,
  ): Promise<ExtractionResult> {
    const { extraction: answer, warnings } = await askModel({
      ...extraction,
      ...instructionsOf(record, extraction),
    });
    const { id } = record.stored;
    const use: ExtractorUse = { id, version, template: null, usedModel: true, valid: true, missing: [] };
    return { extraction: { ...answer, extractor: use }, warnings };
  }

  /** The answer for a page that shows nothing to extract. */
  unread(record: ExtractorRecord, version: number, error: string): ExtractionResult {
    this.events.publish({ type: 'extractor-page', ...this.factsOf(record, version), outcome: 'error', missing: {}, tokensSaved: 0 }); // prettier-ignore
    const { id } = record.stored;
    const use: ExtractorUse = {
      id,
      version,
      template: null,
      usedModel: false,
      valid: false,
      missing: [],
      error,
    };
    return {
      extraction: { data: {}, evidence: [], model: null, usage: NO_USAGE, extractor: use },
      warnings: [`Nothing was extracted: ${error}`],
    };
  }

  /** Reports a page to listeners. */
  publish(record: ExtractorRecord, version: number, result: ExtractorResult, usesModel: boolean): void {
    if (!this.events.isHeard) return;
    const outcome = usesModel
      ? 'model'
      : result.template === null
        ? 'unknown'
        : result.valid
          ? 'read'
          : 'invalid';
    this.events.publish({
      type: 'extractor-page',
      ...this.factsOf(record, version),
      outcome,
      missing: countReasons(result.missing),
      tokensSaved: usesModel ? 0 : tokensOfPage(record.state),
    });
  }

  private factsOf({ owner, stored }: ExtractorRecord, version: number) {
    return { owner, id: stored.id, name: stored.name, version, at: Date.now() };
  }

  async warningsOf({ owner, stored }: ExtractorRecord): Promise<readonly string[]> {
    const now = await this.records.recent(owner, stored.id);
    const warning = now && driftWarning(now);
    return warning ? [warning] : [];
  }
}

/** Names the fields that have drifted; null if none has. */
export function driftWarning({ stored, state }: ExtractorRecord): string | null {
  const paths = driftedPaths(state.drift);
  if (paths.length === 0) return null;
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  const named = `${paths.slice(0, MAX_NAMED).join(', ')}${more}`;
  return `The extractor ${stored.name ?? stored.id} has drifted: pages lack values of ${named}`;
}

/** Reason why a page shows nothing to extract; null if it does. */
export function errorOf(
  page: Pick<Page, 'statusCode' | 'quality'>,
  extracted: ExtractorResult | undefined,
): string | null {
  if (page.statusCode >= 400) return `HTTP status ${page.statusCode}`;
  const wall = page.quality.flags.find((flag) => WALLS.has(flag));
  if (wall !== undefined) return wall;
  return extracted ? null : 'the page is not HTML';
}

/** Properties of a schema. */
export const propertiesOf = ({ properties }: JsonSchema): readonly string[] =>
  typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];

/** Data of a page that a program has read. */
export function extractionOf(
  record: ExtractorRecord,
  version: number,
  result: ExtractorResult,
  request: ExtractionRequest,
): ExtractionResult {
  const data = request.schema ? selected(result.data, propertiesOf(request.schema)) : result.data;
  const usage: ModelUsage = NO_USAGE;
  const use = useOf(record, version, result, request);
  return { extraction: { data, evidence: [], model: null, usage, extractor: use }, warnings: [] };
}

/** What a model is asked for in place of the extractor. */
function instructionsOf({ state }: ExtractorRecord, { schema, prompt }: ExtractionRequest) {
  const own = prompt ?? state.prompt;
  return { schema: schema ?? state.schema, ...(own === null ? {} : { prompt: own }) };
}

const selected = (data: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));

function useOf(
  { stored }: ExtractorRecord,
  version: number,
  { template, valid, missing, evidence }: ExtractorResult,
  request: ExtractionRequest,
): ExtractorUse {
  return {
    id: stored.id,
    version,
    template,
    usedModel: false,
    valid,
    missing,
    ...(request.evidence ? { evidence } : {}),
  };
}

function countReasons(missing: readonly MissingField[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of missing) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
