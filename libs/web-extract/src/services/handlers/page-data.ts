import { Injectable } from '@nestjs/common';
import { RemoteExtractor } from '../../extraction/remote-extractor.js';
import { ExtractionFailedError, InvalidRequestError, NotConfiguredError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { Page } from '../../model/page/page.js';
import type { StructuredData } from '../../model/page/structured-data.js';
import { ResolvedOptions } from '../../model/options.js';
import { ClassReader, type ClassShape, type DataClass } from '../../ports/class-reader.port.js';
import { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { readTarget } from '../extract/extraction-target.js';
import type { StandardSchema } from '../extract/standard-schema.js';
import { ExtractorRecords } from '../extractors/extractor-records.js';
import type { ExtractorRecord } from '../extractors/extractor-state.js';
import type { Handler } from './handler.js';
import { kept } from '../../model/kept.js';

/** An object created from a page, or the reasons why there is none. */
export interface PageObject {
  readonly dto: object | null;
  readonly problems: readonly string[];
}

/** Time for creating an object, without the model. */
const BUDGET_MS = 30_000;
const MODEL_BUDGET_MS = 120_000;

/** Creates objects from the structured data of stored pages. */
@Injectable()
export class PageData {
  private readonly withoutModel: RemoteExtractor;
  private readonly shapes = kept(
    'parts',
    new Map<NonNullable<Handler['dto']>, Promise<ClassShape<object>>>(),
  );

  constructor(
    private readonly classes: ClassReader,
    private readonly withModel: RemoteExtractor,
    private readonly compute: ExtractionCompute,
    private readonly extractors: ExtractorRecords,
    { llm }: ResolvedOptions,
  ) {
    this.withoutModel = new RemoteExtractor(compute, null, llm);
  }

  /** Checks that the class of a handler can be read. @throws NotConfiguredError, InvalidRequestError */
  async check({ dto }: Pick<Handler, 'dto'>): Promise<void> {
    if (dto) await this.shapeOf(dto);
  }

  /** @throws UnavailableError if the extraction cannot run now; the reason of the signal */
  async read(
    page: Page,
    { dto: type, extractor, usesModel }: Pick<Handler, 'dto' | 'extractor' | 'usesModel'>,
    signal: AbortSignal,
  ): Promise<PageObject> {
    if (extractor !== null) return this.extracted(page, extractor, type, signal);
    // prettier-ignore
    if (!type) return { dto: null, problems: [] };
    if (page.statusCode >= 400) return { dto: null, problems: [`The site answered ${page.statusCode}`] };
    const shape = await this.shapeOf(type);
    let found: unknown;
    try {
      found = await this.extract(page, shape, usesModel, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!isRefusal(error)) throw error;
      if (!(error instanceof NotConfiguredError)) return { dto: null, problems: [error.message] };
      found = error.found ?? {}; // the values that are missing are named by the class
    }
    return asInstance(shape, found);
  }

  /** Creates the object from what an extractor has read, or reads now from the page as sent. */
  private async extracted(
    page: Page,
    extractor: string,
    type: Handler['dto'],
    signal: AbortSignal,
  ): Promise<PageObject> {
    if (page.statusCode >= 400) return { dto: null, problems: [`The site answered ${page.statusCode}`] };
    const record = await this.extractors.find(HOST_OWNER, extractor);
    if (!record) return { dto: null, problems: [`There is no extractor ${JSON.stringify(extractor)}`] };
    const { id } = record.stored;
    const known = page.extraction?.extractor?.id === id ? page.extraction.data : null;
    const found = known ?? (await this.run(page, record, signal));
    if (found === null)
      return { dto: null, problems: ['The job has neither used the extractor nor the format rawHtml'] };
    return type ? asInstance(await this.shapeOf(type), found) : { dto: found as object, problems: [] };
  }

  private async run(
    { url, rawHtml }: Page,
    { stored, state }: ExtractorRecord,
    signal: AbortSignal,
  ): Promise<unknown> {
    const program = await this.extractors.programText(HOST_OWNER, stored.id, state.version);
    if (rawHtml === null || program === null) return null;
    const context = { signal, owner: HOST_OWNER, priority: 'crawl' as const };
    return (await this.compute.runExtractor(program, { url, html: rawHtml }, context)).data;
  }

  private async extract(
    page: Page,
    { jsonSchema, toInstance }: ClassShape<object>,
    usesModel: boolean,
    signal: AbortSignal,
  ): Promise<unknown> {
    const source = {
      url: page.url,
      metadata: page.metadata,
      text: page.markdown ?? '',
      structured: page.structuredData ?? statedBy(page),
    };
    const context = { signal, owner: HOST_OWNER, priority: 'crawl' as const };
    const request = { schema: jsonSchema, onFailure: 'fail' as const };
    const { extraction } = usesModel
      ? await this.withModel.extract(source, request, { ...context, budgetMs: MODEL_BUDGET_MS, ownCheck: toInstance }) // prettier-ignore
      : await this.withoutModel.extract(source, request, { ...context, budgetMs: BUDGET_MS });
    return extraction.data;
  }

  private shapeOf(type: NonNullable<Handler['dto']>): Promise<ClassShape<object>> {
    let shape = this.shapes.get(type);
    if (!shape) this.shapes.set(type, (shape = this.readShape(type)));
    return shape;
  }

  private async readShape(type: NonNullable<Handler['dto']>): Promise<ClassShape<object>> {
    if (typeof type === 'function' && !('~standard' in type))
      return this.classes.read(type as DataClass<object>);
    const { schema, ownCheck } = await readTarget<object>(type as StandardSchema<object>, this.classes);
    return { jsonSchema: schema!, toInstance: async (data) => (await ownCheck!(data)) as object };
  }
}

/** Structured data of a page that was stored without it. */
function statedBy({ schemaOrg = [], metadata }: Page): string | null {
  if (schemaOrg.length === 0) return null;
  const items = schemaOrg.map(({ type, id, ...rest }) => ({
    syntax: 'JSON-LD' as const,
    value: { '@type': type, ...(id === undefined ? {} : { '@id': id }), ...rest },
  }));
  return JSON.stringify({ items, tables: [], pairs: [], heading: metadata.title } satisfies StructuredData);
}

async function asInstance({ toInstance }: ClassShape<object>, found: unknown): Promise<PageObject> {
  try {
    return { dto: await toInstance(found), problems: [] };
  } catch (error) {
    return { dto: null, problems: [error instanceof Error ? error.message : String(error)] };
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof ExtractionFailedError ||
  error instanceof NotConfiguredError ||
  error instanceof InvalidRequestError;
