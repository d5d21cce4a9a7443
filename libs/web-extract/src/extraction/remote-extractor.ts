import { createHash, randomUUID } from 'node:crypto';
import { ExtractionFailedError, InvalidRequestError } from '../model/errors.js';
import type { ExtractionRequest, JsonSchema } from '../model/extraction/extraction.js';
import type { ConversionTurn } from '../ports/converter.port.js';
import type {
  Examiner,
  ExtractionOptions,
  ExtractionProgress,
  ExtractionResult,
  ExtractionSource,
  GatheringResult,
  PagePart,
  PageText,
  PageWords,
  WordsWish,
} from '../ports/examiner.port.js';
import type { LanguageModel } from '../ports/language-model.port.js';
import { HostAnswers } from './host-answers.js';
import type { TokenBudget } from './token-budget.js';
import { noModel } from './no-model.js';
import { foreignSchema } from './schema/foreign-schema.js';
import { boundSchema } from './schema/bound-schema.js';
import type { OwnCheck } from './wanted-shape.js';

type ExtractorOptions = Pick<ExtractionOptions, 'dataFirst' | 'maxInputTokens'>;

export interface ExtractionContext extends ConversionTurn {
  /** Longest time for all questions to the model together, in milliseconds. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly ownCheck?: OwnCheck;
  /** Of the model, shared with the other extractions of a job. */
  readonly tokens?: TokenBudget;
}

const MAX_KNOWN = 1_000;

const SCHEMA_PATH = ['extraction', 'schema'];

/** Makes structured data of pages. All work is the examiner's; from here the model and the host's own check are asked. */
export class RemoteExtractor {
  /** Schemas that were found to be some: most of them come with every request. */
  private readonly known = new Set<string>();

  constructor(
    private readonly examiner: Examiner,
    private readonly model: LanguageModel | null,
    private readonly options: ExtractorOptions,
  ) {}

  /** @throws NotConfiguredError when no page could answer, and that fails the request or the host wants no other way */
  admit({ schema, onFailure }: ExtractionRequest): void {
    if (this.model || (this.options.dataFirst && (schema || onFailure !== 'fail'))) return;
    throw noModel();
  }

  /** @throws InvalidRequestError for a schema that is none, or is out of bounds; UnavailableError */
  async checkSchema({ schema }: ExtractionRequest, turn: ConversionTurn = {}): Promise<void> {
    if (!schema) return;
    const foreign = foreignSchema(schema);
    if (foreign !== null) throw InvalidRequestError.at(SCHEMA_PATH, { code: 'schema', reason: foreign });
    boundSchema(schema, SCHEMA_PATH);
    const text = JSON.stringify(schema);
    const digest = createHash('sha256').update(text).digest('base64');
    if (this.known.has(digest)) return;
    await this.examiner.checkSchema(JSON.parse(text) as JsonSchema, SCHEMA_PATH, turn);
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.add(digest);
  }

  /**
   * @throws NotConfiguredError when the page states too little and there is no model to ask; ExtractionFailedError when the
   * model gives no answer that satisfies the schema, or the work took too much; InvalidRequestError for a schema that is none;
   * UnavailableError; the reason of the signal
   */
  async extract(
    source: ExtractionSource,
    request: ExtractionRequest,
    context: ExtractionContext,
  ): Promise<ExtractionResult> {
    const { schema, ...rest } = request;
    if (schema) boundSchema(schema, SCHEMA_PATH); // one that was stored may have been taken under other rules
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
    return answers.complete(await untilDone(answers, () => this.examiner.extract(state, context)));
  }

  /**
   * Makes one of what several pages state.
   * @throws ExtractionFailedError when together they do not satisfy the schema; UnavailableError; the reason of the signal
   */
  async gather(
    parts: readonly PagePart[],
    request: ExtractionRequest,
    context: ExtractionContext,
  ): Promise<GatheringResult> {
    if (request.schema) boundSchema(request.schema, SCHEMA_PATH);
    const answers = new HostAnswers(this.model, context);
    const state = { parts, request, options: { hasModel: this.model !== null }, heard: answers.heard };
    return (await untilDone(answers, () => this.examiner.gather(state, context))).result;
  }

  /** @throws NotConfiguredError when there is no model, and that fails the request */
  validateWords(onModelFailure: 'fail' | 'warn' = 'warn'): void {
    if (!this.model && onModelFailure === 'fail') throw noModel();
  }

  /**
   * Has the model say something of a page in words.
   * @throws NotConfiguredError, ExtractionFailedError, UnavailableError; the reason of the signal
   */
  async say(page: PageText, wish: WordsWish, context: ExtractionContext): Promise<PageWords> {
    if (!this.model) throw noModel();
    const answers = new HostAnswers(this.model, context);
    const { maxInputTokens } = this.options;
    const state = { page, wish, options: { maxInputTokens }, mark: newMark(), heard: answers.heard };
    return (await untilDone(answers, () => this.examiner.say(state, context))).result;
  }
}

const newMark = (): string => randomUUID().replaceAll('-', '');

type Done<Result> = Extract<ExtractionProgress<Result>, { kind: 'done' }>;

/** Asks what is wanted to be known, until nothing is open any more. */
async function untilDone<Result>(
  answers: HostAnswers,
  step: () => Promise<ExtractionProgress<Result>>,
): Promise<Done<Result>> {
  try {
    for (;;) {
      const progress = await step();
      if (progress.kind === 'done') return progress;
      if (!answers.takeOn(progress.questions)) throw new ExtractionFailedError('it came to no end');
      await answers.hear();
    }
  } finally {
    answers.end();
  }
}

/** What the schemas of libraries carry besides JSON does not cross a thread. */
function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
