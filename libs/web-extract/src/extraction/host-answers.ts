import { ExtractionFailedError } from '../model/errors.js';
import type {
  ExtractionProgress,
  ExtractionResult,
  Heard,
  OpenQuestion,
} from '../ports/extraction-compute.port.js';
import type { LanguageModel, ModelQuestion } from '../ports/language-model.port.js';
import { estimateTokens } from './asking/estimate-tokens.js';
import type { SettleTokens, TokenBudget } from './token-budget.js';
import type { OwnCheck } from './output-schema.js';

/** Added to the time limit of the model in milliseconds, so that the abort signal ends the work first. */
const GRACE_MS = 100;

interface AnswersContext {
  readonly owner?: string;
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly ownCheck?: OwnCheck;
  /** Shared by all extractions of a job. */
  readonly tokens?: TokenBudget;
}

/** Sends the questions of an extraction to the model and to the host's own check, and keeps the answers. */
export class HostAnswers {
  readonly heard = new Map<string, Heard>();
  private readonly asked = new Map<string, Promise<void>>();
  /**
   * Values returned by the own check, which stay on the host because class instances cannot be transferred to a thread.
   */
  private readonly accepted = new Map<string, unknown>();
  private readonly stop = new AbortController();
  private readonly endsAt: number;
  private fail: () => void = () => undefined;
  private readonly giveUp = () => this.stop.abort(this.context.signal.reason);

  constructor(
    private readonly model: LanguageModel | null,
    private readonly context: AnswersContext,
  ) {
    this.endsAt = performance.now() + context.budgetMs + GRACE_MS;
    context.signal.addEventListener('abort', this.giveUp, { once: true });
    if (context.signal.aborted) this.giveUp();
  }

  /** Sends new questions. @returns false if no question is pending */
  takeOn(questions: readonly OpenQuestion[]): boolean {
    for (const question of questions) {
      if (!this.asked.has(question.key)) this.asked.set(question.key, this.answer(question));
    }
    return questions.some(({ key }) => !this.heard.has(key));
  }

  /**
   * Waits for all answers, or for a failure that makes them unnecessary. @throws errors other than a missing answer of
   * the model
   */
  async hear(): Promise<void> {
    const failure = new Promise<void>((resolve) => (this.fail = resolve));
    await Promise.race([Promise.all(this.asked.values()), failure]);
  }

  complete({ result, acceptedBy }: Extract<ExtractionProgress, { kind: 'done' }>): ExtractionResult {
    if (acceptedBy === null) return result;
    return { ...result, extraction: { ...result.extraction, data: this.accepted.get(acceptedBy) } };
  }

  /** Aborts pending questions. */
  end(): void {
    this.context.signal.removeEventListener('abort', this.giveUp);
    this.stop.abort(new ExtractionFailedError('the answer is not needed any more'));
    for (const question of this.asked.values()) question.catch(() => undefined);
  }

  private async answer(question: OpenQuestion): Promise<void> {
    const heard = question.kind === 'model' ? await this.ask(question) : await this.check(question);
    this.heard.set(question.key, heard);
    // Shorter questions may be answered where a long one fails; any other failure ends the extraction.
    if (heard.kind === 'no-answer' && !heard.isTooLong) this.fail();
  }

  private async ask({ question }: Extract<OpenQuestion, { kind: 'model' }>): Promise<Heard> {
    try {
      const budgetMs = this.endsAt - performance.now();
      if (budgetMs <= 0) throw new ExtractionFailedError('there was no time left to ask the model');
      const { owner } = this.context;
      const owned = owner === undefined ? question : { ...question, owner };
      const settle = this.reserve(question);
      const answer = await this.model!.ask(owned, budgetMs, this.stop.signal);
      const { promptTokens, completionTokens } = answer.usage;
      if (promptTokens > 0) settle?.(promptTokens + completionTokens); // endpoints may omit the usage
      return { kind: 'answer', answer };
    } catch (error) {
      if (!(error instanceof ExtractionFailedError)) throw error;
      return { kind: 'no-answer', message: error.message, isTooLong: error.isTooLong };
    }
  }

  private reserve({ messages }: ModelQuestion): SettleTokens | undefined {
    const { tokens } = this.context;
    return tokens?.reserve(messages.reduce((sum, { content }) => sum + estimateTokens(content), 0));
  }

  private async check({ key, value }: Extract<OpenQuestion, { kind: 'own-check' }>): Promise<Heard> {
    try {
      const accepted = await this.context.ownCheck!(value);
      this.accepted.set(key, accepted);
      return { kind: 'accepted', value: plain(accepted) };
    } catch (error) {
      return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** A transferable copy of the value: its properties without methods. */
function plain(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return JSON.parse(JSON.stringify(value) ?? 'null') as unknown;
  }
}
