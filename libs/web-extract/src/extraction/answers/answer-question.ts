import { ExtractionFailedError } from '../../model/errors.js';
import type { JsonSchema, ModelUsage } from '../../model/extraction/extraction.js';
import type { PageQuestion } from '../../model/page/page-request.js';
import type { PageText, PageWords, AnswerRequest } from '../../ports/extraction-compute.port.js';
import type { LanguageModel } from '../../ports/language-model.port.js';
import { estimateTokens } from '../asking/estimate-tokens.js';
import { splitText } from '../asking/split-text.js';
import { ValueFinder } from '../evidence/find-value.js';
import { passagesFor } from '../../convert/highlights/highlights.js';
import { readList, readText } from './parse-answer.js';
import { answerPrompt } from './answer-prompt.js';

interface WordsTools {
  readonly model: LanguageModel;
  /** Random delimiter of the page in the prompt. */
  readonly mark: string;
  /** Maximum number of page tokens in one question. */
  readonly maxInputTokens: number;
}

/** Maximum number of parts of a long page that are summarized; the rest is not read. */
const MAX_PARTS = 12;
const MAX_SENTENCES = 5;
/** Maximum size of a passage selected from a page that is too long to be read as a whole. */
const PASSAGE_TOKENS = 256;
/** Minimum number of characters per token, in any script. */
const CHARS_PER_TOKEN = 1;

/**
 * Generates text about a page with a model: a summary, the answer to a question.
 *
 * @throws ExtractionFailedError if the answer is empty
 */
export async function answerQuestion(
  page: PageText,
  wish: AnswerRequest,
  tools: WordsTools,
): Promise<PageWords> {
  if (page.text.trim() === '') throw new ExtractionFailedError('the page has no text');
  const words = new Words(page, tools);
  const [summary, answer] = await Promise.all([
    wish.summary ? words.summary() : null,
    wish.question ? words.answer(wish.question) : null,
  ]);
  return { summary, answer, usage: words.usage, warnings: words.warnings };
}

class Words {
  usage: ModelUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };
  readonly warnings: string[] = [];

  constructor(
    private readonly page: PageText,
    private readonly tools: WordsTools,
  ) {}

  async summary(): Promise<string> {
    const parts = splitText(this.page.text, this.tools.maxInputTokens);
    if (parts.length > MAX_PARTS)
      this.warnings.push('The page is too long for the model; its end was not summed up');
    const read = parts.slice(0, MAX_PARTS);
    const told = await Promise.all(read.map(({ text }) => this.sumUp(text)));
    return firstSentences(told.length === 1 ? told[0]! : await this.sumUp(told.join('\n\n')));
  }

  async answer({ text: question, mode = 'freeform' }: PageQuestion): Promise<string> {
    const text = this.textFor(question);
    if (mode === 'directQuote') return this.quote(question, text);
    return readText(await this.ask(`Answer this question: ${question}`, text, ANSWER), 'answer');
  }

  /** Answers with verbatim quotes of the page only. */
  private async quote(question: string, text: string): Promise<string> {
    const task = `Answer this question with passages of the page, each copied word by word: ${question}`;
    const quotes = readList(await this.ask(task, text, QUOTES), 'quotes');
    const finder = new ValueFinder(this.page.text, this.page.metadata.language);
    const places = quotes.map((one) => finder.find(one)).filter((place) => place !== null);
    const found = [...new Set(places.map(({ start, end }) => this.page.text.slice(start, end)))];
    if (places.length < quotes.length) this.warnings.push('Passages that are not on the page were omitted');
    if (found.length === 0) throw new ExtractionFailedError('no passage of the page answers the question');
    return found.join('\n\n');
  }

  private async sumUp(text: string): Promise<string> {
    return readText(
      await this.ask(`Sum the page up in at most ${MAX_SENTENCES} sentences.`, text, SUMMARY),
      'summary',
    );
  }

  /** The whole page if it is short enough; otherwise the passages most relevant to the question, in page order. */
  private textFor(question: string): string {
    const { maxInputTokens } = this.tools;
    const { text, url, metadata } = this.page;
    if (estimateTokens(text) <= maxInputTokens) return text;
    const bounds = { maxTokens: PASSAGE_TOKENS, maxChars: maxInputTokens * CHARS_PER_TOKEN };
    const { title, language } = metadata;
    const passages = passagesFor({ url, markdown: text, title, language }, question, bounds);
    this.warnings.push(
      'The page is too long for the model; passages that share words with the question were read',
    );
    if (passages.length === 0) return splitText(text, maxInputTokens)[0]!.text;
    return [...passages]
      .sort((a, b) => a.start - b.start)
      .map((one) => one.text)
      .join('\n\n…\n\n');
  }

  private async ask(task: string, text: string, schema: JsonSchema): Promise<string> {
    const messages = answerPrompt({ task, page: this.page, text, mark: this.tools.mark, schema });
    const answer = await this.tools.model.ask({ messages, schema }, Infinity, NEVER);
    const { calls, promptTokens, completionTokens } = answer.usage;
    this.usage = {
      calls: this.usage.calls + calls,
      promptTokens: this.usage.promptTokens + promptTokens,
      completionTokens: this.usage.completionTokens + completionTokens,
    };
    return answer.text;
  }
}

const answerOf = (name: string, type: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: type },
  required: [name],
  additionalProperties: false,
});
const SUMMARY = answerOf('summary', { type: 'string' });
const ANSWER = answerOf('answer', { type: 'string' });
const QUOTES = answerOf('quotes', { type: 'array', items: { type: 'string' } });

/** the host enforces the timeout of the question */
const NEVER = new AbortController().signal;

function firstSentences(text: string): string {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)];
  return sentences
    .slice(0, MAX_SENTENCES)
    .map(({ segment }) => segment)
    .join('')
    .trim();
}
