import { ExtractionFailedError } from '../model/errors.js';
import { LanguageModel, type ModelAnswer, type ModelQuestion } from '../ports/language-model.port.js';

/**
 * Responses of a model: an object, JSON text, or an error. A list is used in order; its last item is
 * repeated.
 */
export type ModelScript = ((question: ModelQuestion) => unknown) | readonly unknown[];

const NO_TOKENS = { calls: 1, promptTokens: 0, completionTokens: 0 };

/** A model that returns the responses of a test and records its prompts. */
export class ScriptedLanguageModel extends LanguageModel {
  readonly questions: ModelQuestion[] = [];

  constructor(private readonly script: ModelScript) {
    super();
  }

  async ask(question: ModelQuestion): Promise<ModelAnswer> {
    const at = this.questions.push(question) - 1;
    const answer = await this.answerTo(question, at);
    if (answer instanceof Error) throw answer;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return { text, isTruncated: false, model: 'scripted', usage: NO_TOKENS };
  }

  private answerTo(question: ModelQuestion, at: number): unknown {
    if (typeof this.script === 'function') return this.script(question);
    const last = this.script.length - 1;
    return last < 0 ? new ExtractionFailedError('the test has no answer') : this.script[Math.min(at, last)];
  }
}
