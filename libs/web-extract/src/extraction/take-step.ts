import { createHash } from 'node:crypto';
import { ExtractionFailedError } from '../model/errors.js';
import type {
  ExtractionProgress,
  ExtractionState,
  MergingResult,
  MergingState,
  Heard,
  OpenQuestion,
  PageWords,
  WordsState,
} from '../ports/extraction-compute.port.js';
import { LanguageModel, type ModelAnswer, type ModelQuestion } from '../ports/language-model.port.js';
import { answerQuestion } from './answers/answer-question.js';
import { extract } from './extractor.js';
import { mergeResults } from './merging/merge-results.js';
import type { OwnCheck } from './output-schema.js';

/**
 * Advances an extraction with the answers available so far: to its result, or to the next questions for the host. It
 * keeps no state, so the extraction can continue in another thread if this one ends.
 *
 * @throws NotConfiguredError, ExtractionFailedError, InvalidRequestError
 */
export async function takeStep(state: ExtractionState): Promise<ExtractionProgress> {
  const { source, request, options, mark } = state;
  const asking = new Asking(state.heard);
  const tools = {
    model: options.hasModel ? asking.model : null,
    ownCheck: options.hasOwnCheck ? asking.ownCheck : null,
    mark,
  };
  const result = await Promise.race([extract(source, request, options, tools), allWaiting()]);
  if (result === WAITING) return { kind: 'asking', questions: asking.open };
  return { kind: 'done', result, acceptedBy: asking.acceptedBy(result.extraction.data) };
}

/**
 * Advances the merging of data from several pages.
 * @throws ExtractionFailedError, InvalidRequestError
 */
export async function takeMergingStep(state: MergingState): Promise<ExtractionProgress<MergingResult>> {
  const { parts, request, options, heard } = state;
  const asking = new Asking(heard);
  const model = options.hasModel ? asking.model : null;
  const result = await Promise.race([mergeResults(parts, request, model), allWaiting()]);
  return result === WAITING
    ? { kind: 'asking', questions: asking.open }
    : { kind: 'done', result, acceptedBy: null };
}

const WAITING = Symbol('waiting');

/** Advances the generation of text about a page. @throws ExtractionFailedError */
export async function takeWordsStep(state: WordsState): Promise<ExtractionProgress<PageWords>> {
  const { page, wish, options, mark, heard } = state;
  const asking = new Asking(heard);
  const tools = { model: asking.model, mark, maxInputTokens: options.maxInputTokens };
  const result = await Promise.race([answerQuestion(page, wish, tools), allWaiting()]);
  return result === WAITING
    ? { kind: 'asking', questions: asking.open }
    : { kind: 'done', result, acceptedBy: null };
}

/**
 * Resolves when only answers are pending: an extraction waits for nothing else, so all other promises are settled by
 * then.
 */
function allWaiting(): Promise<typeof WAITING> {
  return new Promise((resolve) => setImmediate(() => resolve(WAITING)));
}

/** Replaces the model and the host's own check. Questions without an answer stay pending. */
class Asking {
  readonly open: OpenQuestion[] = [];
  readonly model: LanguageModel;
  private readonly accepted = new Map<unknown, string>();

  constructor(private readonly heard: ReadonlyMap<string, Heard>) {
    this.model = new HeardModel((question) => this.ask(question));
  }

  readonly ownCheck: OwnCheck = (value) => {
    const key = keyOf(['own-check', JSON.stringify(value) ?? '']);
    const heard = this.heard.get(key);
    if (heard?.kind === 'refused') throw new Error(heard.message);
    if (heard?.kind !== 'accepted') return this.wait({ kind: 'own-check', key, value });
    this.accepted.set(heard.value, key);
    return heard.value;
  };

  /** Key of the own check that returned this value. */
  acceptedBy(value: unknown): string | null {
    return this.accepted.get(value) ?? null;
  }

  private ask(question: ModelQuestion): Promise<ModelAnswer> {
    const key = keyOf(['model', ...question.messages.flatMap(({ role, content }) => [role, content])]);
    const heard = this.heard.get(key);
    if (heard?.kind === 'answer') return Promise.resolve(heard.answer);
    if (heard?.kind !== 'no-answer') return this.wait({ kind: 'model', key, question });
    const failure = new ExtractionFailedError('', { isTooLong: heard.isTooLong });
    failure.message = heard.message;
    return Promise.reject(failure);
  }

  private wait(question: OpenQuestion): Promise<never> {
    this.open.push(question);
    return new Promise(() => undefined);
  }
}

class HeardModel extends LanguageModel {
  constructor(readonly ask: (question: ModelQuestion) => Promise<ModelAnswer>) {
    super();
  }
}

/** Stable key of a question. */
function keyOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest('base64');
}
