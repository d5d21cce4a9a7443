import { ExtractionFailedError } from '../../model/errors.js';
import type { ExtractionRequest, JsonSchema, ModelUsage } from '../../model/extraction/extraction.js';
import type { LanguageModel, ModelAnswer, ModelMessage } from '../../ports/language-model.port.js';
import type { PageStatements } from '../mapping/stated-page.js';
import type { Checked } from '../output-schema.js';
import { estimateTokens } from './estimate-tokens.js';
import { mergeAnswers } from '../merging/merge-answers.js';
import { parseAnswer } from './parse-answer.js';
import { splitText, type TextPart } from './split-text.js';
import { writeMergedRepair, writeQuestion, writeRepair } from './write-question.js';

/** Request and page of a conversation. */
interface PromptSubject {
  readonly request: ExtractionRequest;
  /** Schema of the answer; null: the model chooses the structure. */
  readonly schema: JsonSchema | null;
  readonly facts: PageStatements;
  readonly text: string;
  /** Random delimiter of the page in the prompt. */
  readonly mark: string;
  /** Validates an answer. */
  readonly check: (answer: unknown) => Promise<Checked>;
}

/** Maximum number of page parts; further parts are not read. */
const MAX_PARTS = 40;
/** Maximum number of times a part is halved if it is too long for the model. */
const MAX_HALVINGS = 3;
const MIN_PART_TOKENS = 200;

/**
 * Conversation with a model about one page. A long page is split into several questions, and an invalid answer is
 * repaired once.
 */
export class PromptLoop {
  private counted: ModelUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };
  private named: string | null = null;

  constructor(
    private readonly model: LanguageModel,
    private readonly subject: PromptSubject,
    /** Maximum number of page tokens in one question. */
    private readonly maxInputTokens: number,
  ) {}

  get usage(): ModelUsage {
    return this.counted;
  }

  /** Name of the model that answered. */
  get modelName(): string | null {
    return this.named;
  }

  /** Number of page parts that were skipped. */
  leftOut = 0;

  /** @throws ExtractionFailedError if there is no valid answer */
  async run(): Promise<unknown> {
    const all = splitText(this.subject.text, this.maxInputTokens);
    const parts = all.slice(0, MAX_PARTS);
    this.leftOut = all.length - parts.length;
    const [only] = parts;
    return parts.length < 2 ? this.askWhole(only ?? { context: '', text: '' }) : this.askParts(parts);
  }

  private async askWhole(part: TextPart): Promise<unknown> {
    const question = this.question(part, 1, 1, this.subject.schema);
    const answer = await this.askOrNull(question, this.subject.schema);
    if (answer === null) return this.askHalves(part, 1);
    const first = await this.judge(answer);
    if (first.isFine) return first.value;
    const problems = first.problems.map(({ message }) => message);
    const again = await this.ask([...question, said(answer), writeRepair(problems)], this.subject.schema);
    const second = await this.judge(again);
    if (second.isFine) return second.value;
    throw unusable(second);
  }

  private async askParts(parts: readonly TextPart[]): Promise<unknown> {
    return this.validate(mergeAnswers(await this.askEach(parts, 0)));
  }

  private async askHalves(part: TextPart, halvings: number): Promise<unknown> {
    return this.validate(mergeAnswers(await this.askEach(halve(part), halvings)));
  }

  /** Validates merged answers and has the model repair them once. */
  private async validate(gathered: unknown): Promise<unknown> {
    const { schema, check } = this.subject;
    const first = await check(gathered);
    if (first.isFine) return first.value;
    if (schema === null) throw unusable(first);
    const problems = first.problems.map(({ message }) => message);
    const answer = await this.ask(writeMergedRepair(schema, gathered, problems), schema);
    const second = await this.judge(answer);
    if (second.isFine) return second.value;
    throw unusable(second);
  }

  /** If the model chooses the structure, the answer for the first part determines it for all parts. */
  private async askEach(parts: readonly TextPart[], halvings: number): Promise<unknown[]> {
    const { schema } = this.subject;
    const ask = (part: TextPart, at: number, example?: unknown) =>
      this.askPart(part, at + 1, parts.length, halvings, example);
    if (schema !== null) return Promise.all(parts.map((part, at) => ask(part, at)));
    const first = await ask(parts[0]!, 0);
    return [first, ...(await Promise.all(parts.slice(1).map((part, at) => ask(part, at + 1, first))))];
  }

  private async askPart(
    part: TextPart,
    at: number,
    of: number,
    halvings: number,
    example?: unknown,
  ): Promise<unknown> {
    const schema = this.subject.schema === null ? null : withoutRequired(this.subject.schema);
    const question = this.question(part, at, of, schema, example);
    const answer = await this.askOrNull(question, schema, part, halvings);
    if (answer === null) return mergeAnswers(await this.askEach(halve(part), halvings + 1));
    const value = parseAnswer(answer.text);
    if (value !== undefined) return value;
    const again = await this.ask([...question, said(answer), writeRepair([NOT_JSON])], schema);
    const second = parseAnswer(again.text);
    if (second === undefined) throw new ExtractionFailedError(`the answer ${NOT_JSON}`);
    return second;
  }

  private question(
    part: TextPart,
    at: number,
    of: number,
    schema: JsonSchema | null,
    example?: unknown,
  ): ModelMessage[] {
    const { request, facts, mark } = this.subject;
    return writeQuestion({
      request,
      mark,
      schema,
      facts,
      part,
      at,
      of,
      ...(example === undefined ? {} : { example }),
    });
  }

  /** Returns null if the question or answer was too long and the page can be split further. */
  private async askOrNull(
    question: readonly ModelMessage[],
    schema: JsonSchema | null,
    part: TextPart = { context: '', text: this.subject.text },
    halvings = 0,
  ): Promise<ModelAnswer | null> {
    const canHalve = halvings < MAX_HALVINGS && estimateTokens(part.text) > MIN_PART_TOKENS;
    try {
      const answer = await this.ask(question, schema);
      return answer.isTruncated && canHalve && parseAnswer(answer.text) === undefined ? null : answer;
    } catch (error) {
      if (canHalve && error instanceof ExtractionFailedError && error.isTooLong) return null;
      throw error;
    }
  }

  private async ask(messages: readonly ModelMessage[], schema: JsonSchema | null): Promise<ModelAnswer> {
    const { temperature } = this.subject.request;
    const question = { messages, schema, ...(temperature === undefined ? {} : { temperature }) };
    const answer = await this.model.ask(question, Infinity, NEVER);
    const { calls, promptTokens, completionTokens } = answer.usage;
    this.counted = {
      calls: this.counted.calls + calls,
      promptTokens: this.counted.promptTokens + promptTokens,
      completionTokens: this.counted.completionTokens + completionTokens,
    };
    this.named = answer.model;
    return answer;
  }

  private async judge(answer: ModelAnswer): Promise<Checked> {
    const value = parseAnswer(answer.text);
    if (value !== undefined) return this.subject.check(value);
    const message = answer.isTruncated ? 'ended before it was complete; be brief' : NOT_JSON;
    return { isFine: false, value, problems: [{ property: null, message }] };
  }
}

const NOT_JSON = 'is no JSON object';

/** the host enforces the timeout of the question */
const NEVER = new AbortController().signal;

function said({ text }: ModelAnswer): ModelMessage {
  return { role: 'assistant', content: text };
}

function halve({ context, text }: TextPart): TextPart[] {
  const parts = splitText(text, Math.ceil(estimateTokens(text) / 2));
  return parts.map((part) => ({
    ...part,
    context: [context, part.context].filter((one) => one !== '').join('\n'),
  }));
}

/** A single part of the page may not contain all required values. */
function withoutRequired({ required: _required, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function unusable(checked: Checked): ExtractionFailedError {
  const [first] = checked.isFine ? [] : checked.problems;
  return new ExtractionFailedError(
    `the answer is not valid, after one repair: ${first?.message ?? 'it is empty'}`,
  );
}
