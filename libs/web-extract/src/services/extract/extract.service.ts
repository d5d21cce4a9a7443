import { Injectable } from '@nestjs/common';
import { PageReader } from '../../engine/page-reader.js';
import { ExtractionFailedError } from '../../model/errors.js';
import type { ExtractionRequest, JsonSchema, ModelUsage, ValueEvidence } from '../../model/extraction.js';
import type { Page } from '../../model/page.js';
import type { PageRequest } from '../../model/page-request.js';
import { ClassReader, type DataClass } from '../../ports/class-reader.port.js';
import { RunningWork } from '../running-work.js';
import { validatePageRequest } from '../validate-page-request.js';
import { PageExtraction } from './page-extraction.js';

/** A schema with its own check, as schema libraries give them. */
export interface CheckedShape<T> {
  readonly jsonSchema: JsonSchema;
  /** Returns the value to hand out, or throws. The message of the error goes to the model, once. */
  readonly validate: (data: unknown) => T | Promise<T>;
  readonly prompt?: string;
  readonly systemPrompt?: string;
  readonly temperature?: number;
}

/** What is wanted of a page: a schema, a prompt or both; a schema with its own check; or a class, of which an instance is made. */
export type Wanted<T> =
  Omit<ExtractionRequest, 'onFailure'> | CheckedShape<T> | (T extends object ? DataClass<T> : never);

export interface ExtractedPage<T> {
  readonly data: T;
  /** Where each value comes from, by JSON Pointer. */
  readonly evidence: readonly ValueEvidence[];
  /** The model that was asked; null when the page's own structured data was enough. */
  readonly model: string | null;
  readonly usage: ModelUsage;
  /** The page that was read; its `markdown` is the text that evidence points into. */
  readonly page: Page;
  readonly warnings: readonly string[];
}

/** Reading and asking together, when the request states no time. */
const TIMEOUT_MS = 60_000;

/** Makes structured data of single pages. */
@Injectable()
export class ExtractService {
  constructor(
    private readonly reader: PageReader,
    private readonly work: RunningWork,
    private readonly extraction: PageExtraction,
    private readonly classes: ClassReader,
  ) {}

  /**
   * Reads a page and extracts what is wanted, within the request's `timeoutMs` (60_000 when it states none).
   *
   * @param signal ends the work at once; the promise rejects with its reason
   * @throws InvalidRequestError, BlockedAddressError; NotConfiguredError when the page states too little and there is no model;
   * ExtractionFailedError when the model gives no answer that satisfies the schema, or the site answers 4xx or 5xx;
   * FetchTimeoutError and the other errors of the road
   */
  async extract<T = unknown>(
    source: string | PageRequest,
    wanted: Wanted<T>,
    signal?: AbortSignal,
  ): Promise<ExtractedPage<T>> {
    const { ownCheck, ...extraction } = await this.wish(wanted);
    const asked = typeof source === 'string' ? { url: source } : source;
    const request: PageRequest = {
      timeoutMs: TIMEOUT_MS,
      ...asked,
      extraction: { ...extraction, onFailure: 'fail' },
    };
    validatePageRequest(request);
    await this.extraction.validate(request.extraction, request.owner);
    this.reader.admit(request.url);
    this.extraction.admit(request.extraction);
    const startedAt = performance.now();
    const page = await this.work.run(async (under) => {
      const reading = await this.reader.read(request, { signal: under });
      return this.extraction.add(reading, request, {
        startedAt,
        signal: under,
        ...(ownCheck ? { ownCheck } : {}),
      });
    }, signal);
    if (!page.extraction) throw new ExtractionFailedError(page.warnings.at(-1) ?? 'there is no answer');
    const { data, evidence, model, usage } = page.extraction;
    return { data: data as T, evidence, model, usage, page, warnings: page.warnings };
  }

  private async wish<T>(
    wanted: Wanted<T>,
  ): Promise<ExtractionRequest & { ownCheck?: (data: unknown) => unknown }> {
    if (typeof wanted === 'function') {
      const { jsonSchema, toInstance } = await this.classes.read(wanted as DataClass<object>);
      return { schema: jsonSchema, ownCheck: toInstance };
    }
    if (!('jsonSchema' in wanted)) return wanted;
    const { jsonSchema, validate, ...rest } = wanted;
    return { ...rest, schema: jsonSchema, ownCheck: validate };
  }
}
