import { createHash, randomUUID } from 'node:crypto';
import { ExtractionFailedError, InvalidRequestError } from '../model/errors.js';
import type { ExtractionRequest, JsonSchema } from '../model/extraction/extraction.js';
import type { ConversionTurn } from '../ports/converter.port.js';
import type {
  ExtractionCompute,
  ExtractionOptions,
  ExtractionProgress,
  ExtractionResult,
  ExtractionSource,
  MergingResult,
  PagePart,
  PageText,
  PageWords,
  AnswerRequest,
} from '../ports/extraction-compute.port.js';
import type { LanguageModel } from '../ports/language-model.port.js';
import { HostAnswers } from './host-answers.js';
import type { TokenBudget } from './token-budget.js';
import { noModel } from './no-model.js';
import { foreignSchema } from './schema/foreign-schema.js';
import { boundSchema } from './schema/bound-schema.js';
import type { OwnCheck } from './output-schema.js';

type ExtractorOptions = Pick<ExtractionOptions, 'dataFirst' | 'maxInputTokens'>;

export interface ExtractionContext extends ConversionTurn {
  /** Time limit for all questions to the model together, in milliseconds. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly ownCheck?: OwnCheck;
  /** Token budget of the model, shared by all extractions of a job. */
  readonly tokens?: TokenBudget;
}

const MAX_KNOWN = 1_000;

const SCHEMA_PATH = ['extraction', 'schema'];

/**
 * Extracts structured data from pages. Extraction runs in the `ExtractionCompute`; this class sends questions to the model and
 * to the host's own check.
 */
export class RemoteExtractor {
  /** Digests of validated schemas, because most requests repeat a schema. */
  private readonly known = new Set<string>();

  constructor(
    private readonly compute: ExtractionCompute,
    private readonly model: LanguageModel | null,
    private readonly options: ExtractorOptions,
  ) {}

  /**
   * @throws NotConfiguredError without a model, if structured data is disabled, or if there is no schema and a failure
   * fails the request
   */
  admit({ schema, onFailure }: ExtractionRequest): void {
    if (this.model || (this.options.dataFirst && (schema || onFailure !== 'fail'))) return;
    throw noModel();
  }

  /** @throws InvalidRequestError for an invalid schema or one that exceeds the limits; UnavailableError */
  async checkSchema({ schema }: ExtractionRequest, turn: ConversionTurn = {}): Promise<void> {
    if (!schema) return;
    const foreign = foreignSchema(schema);
    if (foreign !== null) throw InvalidRequestError.at(SCHEMA_PATH, { code: 'schema', reason: foreign });
    boundSchema(schema, SCHEMA_PATH);
    const text = JSON.stringify(schema);
    const digest = createHash('sha256').update(text).digest('base64');
    if (this.known.has(digest)) return;
    await this.compute.checkSchema(JSON.parse(text) as JsonSchema, SCHEMA_PATH, turn);
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.add(digest);
  }

  /**
   * @throws NotConfiguredError if the structured data of the page is insufficient and no model is configured;
   * ExtractionFailedError if the model returns no valid answer or a limit is exceeded; InvalidRequestError for an
   * invalid schema; UnavailableError; the reason of the signal
   */
  async extract(
    source: ExtractionSource,
    request: ExtractionRequest,
    context: ExtractionContext,
  ): Promise<ExtractionResult> {
    const { schema, ...rest } = request;
    if (schema) boundSchema(schema, SCHEMA_PATH); // a stored schema may have been accepted with other limits
    const answers = new HostAnswers(this.model, context);
    const state = {
      source,
      request: schema ? { ...rest, schema: asJson(schema) } : rest,
      options: {
        ...this.options,
        hasModel: this.model !== null,
        hasOwnCheck: context.ownCheck !== undefined,
      },
      mark: newMark(),
      heard: answers.heard,
    };
    return answers.complete(await untilDone(answers, () => this.compute.extract(state, context)));
  }

  /**
   * Merges the data of several pages.
   * @throws ExtractionFailedError if the merged data does not satisfy the schema; UnavailableError; the reason of the
   * signal
   */
  async mergeResults(
    parts: readonly PagePart[],
    request: ExtractionRequest,
    context: ExtractionContext,
  ): Promise<MergingResult> {
    if (request.schema) boundSchema(request.schema, SCHEMA_PATH);
    const answers = new HostAnswers(this.model, context);
    const state = { parts, request, options: { hasModel: this.model !== null }, heard: answers.heard };
    return (await untilDone(answers, () => this.compute.mergeResults(state, context))).result;
  }

  /** @throws NotConfiguredError if no model is configured and model failures fail the request */
  validateWords(onModelFailure: 'fail' | 'warn' = 'warn'): void {
    if (!this.model && onModelFailure === 'fail') throw noModel();
  }

  /**
   * Generates text about a page with the model.
   * @throws NotConfiguredError, ExtractionFailedError, UnavailableError; the reason of the signal
   */
  async say(page: PageText, wish: AnswerRequest, context: ExtractionContext): Promise<PageWords> {
    if (!this.model) throw noModel();
    const answers = new HostAnswers(this.model, context);
    const { maxInputTokens } = this.options;
    const state = { page, wish, options: { maxInputTokens }, mark: newMark(), heard: answers.heard };
    return (await untilDone(answers, () => this.compute.say(state, context))).result;
  }
}

const newMark = (): string => randomUUID().replaceAll('-', '');

type Done<Result> = Extract<ExtractionProgress<Result>, { kind: 'done' }>;

/** Answers questions until the extraction is complete. */
async function untilDone<Result>(
  answers: HostAnswers,
  step: () => Promise<ExtractionProgress<Result>>,
): Promise<Done<Result>> {
  try {
    for (;;) {
      const progress = await step();
      if (progress.kind === 'done') return progress;
      if (!answers.takeOn(progress.questions)) throw new ExtractionFailedError('it did not end');
      await answers.hear();
    }
  } finally {
    answers.end();
  }
}

/** Removes the non-JSON parts of library schemas, which cannot be transferred to a thread. */
function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
