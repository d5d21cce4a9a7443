import Ajv from 'ajv';
import { ExtractionFailedError, WebExtractError } from '../model/errors.js';
import type { ScopeQuestion, ScopeVerdict } from '../model/crawl/crawl-scope.js';
import type { JsonSchema } from '../model/extraction/extraction.js';
import { LanguageModel, type ModelAnswer, type ModelQuestion } from '../ports/language-model.port.js';
import { somePage } from '../testing/some-page.js';
import {
  ExtractionCompute,
  type ExtractionProgress,
  type ExtractionSource,
  type ExtractionState,
  type MergingResult,
  type MergingState,
  type PageWords,
  type WordsState,
} from '../ports/extraction-compute.port.js';
import { explainUrl } from '../web/scope/explain-url.js';
import { RemoteExtractor } from './remote-extractor.js';
import { takeMergingStep, takeStep, takeWordsStep } from './take-step.js';

const USAGE = { calls: 1, promptTokens: 10, completionTokens: 5 };

/** Runs in process instead of in a thread, with copied values as in a thread. */
class InProcessExtractionCompute extends ExtractionCompute {
  async compare(): Promise<never> {
    throw new Error('nothing is compared here');
  }

  async split(): Promise<never> {
    throw new Error('nothing is split here');
  }

  learnExtractor = () => Promise.reject(new Error('nothing is learned here'));
  runExtractor = () => Promise.reject(new Error('no program runs here'));
  healExtractor = () => Promise.reject(new Error('nothing is healed here'));
  checkSchema = () => Promise.resolve();
  extract = async (state: ExtractionState): Promise<ExtractionProgress> =>
    structuredClone(await takeStep(structuredClone(state)));
  mergeResults = async (state: MergingState): Promise<ExtractionProgress<MergingResult>> =>
    structuredClone(await takeMergingStep(structuredClone(state)));
  say = async (state: WordsState): Promise<ExtractionProgress<PageWords>> =>
    structuredClone(await takeWordsStep(structuredClone(state)));
  explain = async (question: ScopeQuestion): Promise<ScopeVerdict> => explainUrl(structuredClone(question));
}

const Extractor = RemoteExtractor.bind(null, new InProcessExtractionCompute());

/** Returns the given answers in order. */
class ToldModel extends LanguageModel {
  readonly asked: ModelQuestion[] = [];

  constructor(private readonly answers: readonly unknown[]) {
    super();
  }

  async ask(question: ModelQuestion): Promise<ModelAnswer> {
    const answer = this.answers[Math.min(this.asked.length, this.answers.length - 1)];
    this.asked.push(question);
    if (answer instanceof Error) throw answer;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return { text, isTruncated: false, model: 'told', usage: USAGE };
  }
}

const source = (text: string, jsonLd: readonly Record<string, unknown>[] = []): ExtractionSource => ({
  text,
  url: 'https://a.example/',
  metadata: somePage().metadata,
  structured: JSON.stringify({
    items: jsonLd.map((value) => ({ syntax: 'JSON-LD', value })),
    tables: [],
    pairs: [],
    heading: null,
  }),
});
const context = () => ({ budgetMs: 10_000, signal: new AbortController().signal });
const options = { dataFirst: true, maxInputTokens: 16_000 };

describe('Extractor', () => {
  const PRODUCT = { '@type': 'Product', name: 'Lamp', sku: 'L1', offers: { price: '5' } };
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' }, mood: { type: 'string' } },
    required: ['name', 'price'],
  };

  it('gives what the page states when the model cannot add to it, and says so', async () => {
    const model = new ToldModel([new ExtractionFailedError('the model is down')]);
    const extractor = new Extractor(model, options);
    const { extraction, warnings } = await extractor.extract(
      source('Lamp 5', [PRODUCT]),
      { schema },
      context(),
    );
    expect(extraction).toMatchObject({ data: { name: 'Lamp', price: 5 }, model: null, usage: { calls: 0 } });
    expect(warnings).toEqual([
      'LLM extraction failed: the model is down',
      "Not stated in the page's structured data: mood",
    ]);
  });

  it('fails where the page does not state all that is required', async () => {
    const model = new ToldModel([new ExtractionFailedError('the model is down')]);
    const needy = { ...schema, required: ['mood'] };
    const extracting = new Extractor(model, options).extract(
      source('Lamp', [PRODUCT]),
      { schema: needy },
      context(),
    );
    await expect(extracting).rejects.toThrow('the model is down');
  });

  it('does not choose between two things of a kind', async () => {
    const two = [PRODUCT, { ...PRODUCT, name: 'Other lamp', offers: { price: '7' } }];
    const model = new ToldModel([{ name: 'Lamp', price: 5, mood: 'calm' }]);
    const { extraction } = await new Extractor(model, options).extract(
      source('Lamp 5 calm', two),
      { schema },
      context(),
    );
    expect([extraction.usage.calls, extraction.data]).toEqual([1, { name: 'Lamp', price: 5, mood: 'calm' }]);
    expect(model.asked[0]!.schema).toMatchObject({ properties: { name: {}, price: {}, mood: {} } });
  });

  it('takes any object for a prompt, but the empty one', async () => {
    const extract = (answer: unknown) =>
      new Extractor(new ToldModel([answer]), options).extract(source('text'), { prompt: 'p' }, context());
    expect((await extract({ any: 'text' })).extraction.data).toEqual({ any: 'text' });
    expect((await extract(['text'])).extraction.data).toEqual({ items: ['text'] });
    await expect(extract({})).rejects.toBeInstanceOf(ExtractionFailedError);
  });

  it('gives only what satisfies the schema, or a typed error, whatever a model answers', async () => {
    const random = seeded(7);
    const outcomes = { fine: 0, failed: 0 };
    const judge = new Ajv({ strict: false, logger: false, meta: false, validateSchema: false });
    for (let round = 0; round < 100; round++) {
      const schema = randomSchema(random, 3);
      const answers = [randomAnswer(random, schema), randomAnswer(random, schema)];
      const extractor = new Extractor(new ToldModel(answers), options);
      try {
        const { extraction } = await extractor.extract(source('some text'), { schema }, context());
        const isValid = judge.validate(schema, extraction.data);
        expect({ schema, data: extraction.data, isValid }).toMatchObject({ isValid: true });
        outcomes.fine++;
      } catch (error) {
        if (!(error instanceof WebExtractError)) throw error;
        expect(error.code).toBe('LLM_EXTRACTION_FAILED');
        outcomes.failed++;
      }
    }
    expect(outcomes.fine).toBeGreaterThan(12);
    expect(outcomes.failed).toBeGreaterThan(12);
  });
});

type Random = () => number;

function seeded(seed: number): Random {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

function randomSchema(random: Random, depth: number): JsonSchema {
  const properties = Object.fromEntries(
    ['alpha', 'beta', 'gamma']
      .slice(0, 1 + Math.floor(random() * 3))
      .map((name) => [name, randomPart(random, depth)]),
  );
  const required = Object.keys(properties).filter(() => random() < 0.5);
  return { type: 'object', properties, required, ...(random() < 0.3 ? { additionalProperties: false } : {}) };
}

function randomPart(random: Random, depth: number): JsonSchema {
  const kind = pick(random, [
    'string',
    'number',
    'integer',
    'boolean',
    'enum',
    'nullable',
    'any',
    'array',
    'object',
  ]);
  if (kind === 'enum') return { enum: ['red', 'blue'] };
  if (kind === 'nullable') return { type: ['string', 'null'], maxLength: 8 };
  if (kind === 'any') return { anyOf: [{ type: 'string' }, { type: 'number', minimum: 3 }] };
  if (kind === 'array' && depth > 0)
    return { type: 'array', items: randomPart(random, depth - 1), maxItems: 3 };
  if (kind === 'object' && depth > 0) return randomSchema(random, depth - 1);
  return { type: kind === 'array' || kind === 'object' ? 'string' : kind };
}

/** Mostly valid answers, with all kinds of errors. */
function randomAnswer(random: Random, schema: JsonSchema): unknown {
  const text = JSON.stringify(randomValue(random, schema));
  return pick(random, [
    text,
    text,
    text,
    `\`\`\`json\n${text}\n\`\`\``,
    `Here: ${text}!`,
    text.slice(0, -3),
    'none',
    '[]',
    '{}',
    'null',
  ]);
}

function randomValue(random: Random, schema: JsonSchema): unknown {
  if (random() < 0.06)
    return pick<unknown>(random, [null, 'word', '12', 3.5, [], {}, [1, 'a'], { z: 1 }, true, 'RED']);
  const {
    type,
    properties,
    items,
    enum: values,
  } = schema as {
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    enum?: unknown[];
  };
  if (values) return pick(random, values);
  if (properties) {
    const entries = Object.entries(properties).filter(() => random() < 0.95);
    return Object.fromEntries(entries.map(([name, part]) => [name, randomValue(random, part)]));
  }
  if (items) return Array.from({ length: Math.floor(random() * 4) }, () => randomValue(random, items));
  const samples: Record<string, unknown> = { number: 2.5, integer: 4, boolean: false, string: 'text' };
  return samples[typeof type === 'string' ? type : 'string'] ?? 'text';
}
