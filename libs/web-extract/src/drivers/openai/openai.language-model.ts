import { ExtractionFailedError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { LanguageModel, type ModelAnswer, type ModelQuestion } from '../../ports/language-model.port.js';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { untilAborted } from '../../concurrency/until-aborted.js';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { answerFormats, type AnswerFormat } from './answer-formats.js';
import { connect, type ChatEndpoint } from './chat-endpoint.js';
import { NoConnection } from './no-connection.js';
import { ModelRefusal } from './model-refusal.js';
import { readCompletion } from './read-completion.js';
import { withRetries } from './with-retries.js';

interface OpenAiOptions {
  readonly model: string;
  readonly baseURL: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest time for one request in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of concurrent requests. */
  readonly maxConcurrent: number;
}

/**
 * Supports any endpoint with OpenAI's chat completions API: OpenAI, Azure, Ollama, vLLM, LM Studio, LiteLLM and
 * others.
 */
export class OpenAiLanguageModel extends LanguageModel {
  private readonly places: FairSemaphore;
  private endpoint: Promise<ChatEndpoint> | null = null;
  /** Formats that the endpoint has rejected. They are not tried again. */
  private readonly refused = new Set<AnswerFormat['name']>();
  private takesTemperature = true;

  constructor(private readonly options: OpenAiOptions) {
    super();
    this.places = new FairSemaphore(options.maxConcurrent);
  }

  ask(question: ModelQuestion, budgetMs: number, signal: AbortSignal): Promise<ModelAnswer> {
    const endsAt = performance.now() + budgetMs;
    const { owner = HOST_OWNER } = question;
    const onTimeout = () =>
      new ExtractionFailedError(`the model did not answer within ${Math.round(budgetMs)} ms`);
    return withDeadline(budgetMs, signal, onTimeout, async (under) => {
      await this.takePlace(owner, under);
      try {
        return await this.climbDown(question, endsAt, under);
      } finally {
        this.places.release(owner);
      }
    });
  }

  private takePlace(owner: string, signal: AbortSignal): Promise<void> {
    if (this.places.tryTake(owner)) return Promise.resolve();
    return untilAborted<void>(signal, (resolve) => this.places.wait(owner, resolve));
  }

  /** Starts with the strictest accepted format; each rejection leads to the next looser one and is remembered. */
  private async climbDown(
    question: ModelQuestion,
    endsAt: number,
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    const formats = answerFormats(question.schema).filter(({ name }) => !this.refused.has(name));
    const passed: AnswerFormat['name'][] = [];
    for (const [at, format] of formats.entries()) {
      try {
        const answer = await this.send(question, format, endsAt, signal);
        passed.forEach((name) => this.refused.add(name)); // not before: an invalid request fails in every format
        return answer;
      } catch (error) {
        const isLast = at === formats.length - 1;
        if (isLast || !(error instanceof ModelRefusal) || !error.mayBeFormat) throw failureOf(error);
        if (!error.isAboutSchema) passed.push(format.name);
      }
    }
    throw new ExtractionFailedError('the model takes no format of answers');
  }

  private async send(
    question: ModelQuestion,
    format: AnswerFormat,
    endsAt: number,
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    this.endpoint ??= connect(this.options);
    const endpoint = await this.endpoint;
    const { temperature } = question;
    const request = { model: this.options.model, messages: question.messages, ...format.parameters };
    const post = (body: object) =>
      withRetries(endsAt, signal, (remainingMs) =>
        endpoint.post(body, Math.min(remainingMs, this.options.timeoutMs), signal),
      );
    const hasTemperature = this.takesTemperature || temperature !== undefined;
    try {
      const body = hasTemperature ? { ...request, temperature: temperature ?? 0 } : request;
      return readCompletion(await post(body), this.options.model);
    } catch (error) {
      // Some models reject any temperature but their own, and the caller has not set one.
      if (!(error instanceof ModelRefusal) || !error.isAboutTemperature || !hasTemperature) throw error;
      if (temperature !== undefined) throw error;
      this.takesTemperature = false;
      return readCompletion(await post(request), this.options.model);
    }
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof NoConnection) return new ExtractionFailedError(error.message, { cause: error });
  if (!(error instanceof ModelRefusal)) return error;
  return new ExtractionFailedError(error.message, { isTooLong: error.isTooLong, cause: error });
}
