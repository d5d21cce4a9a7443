import { ExtractionFailedError } from '../../model/errors.js';
import type { ExtractionRequest, ValueEvidence } from '../../model/extraction/extraction.js';
import type { PagePart } from '../../ports/extraction-compute.port.js';
import { LanguageModel, type ModelAnswer, type ModelQuestion } from '../../ports/language-model.port.js';
import { mergeResults } from './merge-results.js';

class ToldModel extends LanguageModel {
  readonly asked: ModelQuestion[] = [];

  constructor(private readonly answer: unknown) {
    super();
  }

  async ask(question: ModelQuestion): Promise<ModelAnswer> {
    this.asked.push(question);
    if (this.answer instanceof Error) throw this.answer;
    const usage = { calls: 1, promptTokens: 7, completionTokens: 3 };
    return { text: JSON.stringify(this.answer), isTruncated: false, model: 'told', usage };
  }
}

type Found = ValueEvidence['found'] | 'stated';

const evidenceOf = (path: string, found: Found): ValueEvidence => ({
  path,
  origin: found === 'stated' ? 'structured-data' : 'model',
  statedIn: null,
  found: found === 'stated' ? 'yes' : found,
  quote: null,
  start: null,
  end: null,
});

/** A page and the evidence of its values; values not listed were not checked. */
const part = (name: string, data: unknown, found: Readonly<Record<string, Found>> = {}): PagePart => ({
  url: `http://site.test/${name}`,
  data,
  evidence: Object.entries(found).map(([path, how]) => evidenceOf(path, how)),
});

const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const dataOf = async (parts: readonly PagePart[], request: ExtractionRequest = { prompt: 'x' }) =>
  (await mergeResults(parts, request, null)).data;

describe('mergeResults', () => {
  it.each<[string, PagePart[], unknown]>([
    [
      'what is found before what may be invented',
      [part('a', { n: 'A' }, { '/n': 'no' }), part('b', { n: 'B' }, { '/n': 'yes' })],
      'B',
    ],
    [
      'what is stated for programs before what was read',
      [part('a', { n: 'A' }, { '/n': 'yes' }), part('b', { n: 'B' }, { '/n': 'stated' })],
      'B',
    ],
    ['what most pages state', [part('a', { n: 'A' }), part('b', { n: 'B' }), part('c', { n: ' b ' })], 'B'],
    ['else what the first page states', [part('a', { n: 'A' }), part('b', { n: 'B' })], 'A'],
    ['what is stated at all', [part('a', { n: null }), part('b', { n: 'B' })], 'B'],
  ])('takes of scalars %s', async (_what, parts, value) => {
    expect(await dataOf(parts)).toEqual({ n: value });
  });

  it('joins lists, each thing once', async () => {
    const parts = [
      part('a', { l: [{ sku: 1, name: 'Lamp', price: 5 }, { name: 'Wick' }], tags: ['x', 'Y'] }),
      part('b', {
        l: [
          { sku: 1, name: 'Storm lamp' },
          { name: 'wick', price: 2 },
        ],
        tags: ['y ', 'z'],
      }),
    ];
    expect(await dataOf(parts)).toEqual({
      l: [
        { sku: 1, name: 'Lamp', price: 5 },
        { name: 'Wick', price: 2 },
      ],
      tags: ['x', 'Y', 'z'],
    });
  });

  it('tells for each value who states it, and of each property at the root', async () => {
    const parts = [
      part('a', { name: 'Lamp', parts: ['wick'] }, { '/name': 'yes', '/parts/0': 'yes' }),
      part('b', { name: 'lamp', parts: ['oil'] }, { '/name': 'yes', '/parts/0': 'yes' }),
      part('c', { name: 'Other', parts: [] }, { '/name': 'no' }),
    ];
    const { evidence, sources } = await mergeResults(parts, { prompt: 'x' }, null);
    expect(sources).toEqual({ name: [parts[0]!.url, parts[1]!.url], parts: [parts[0]!.url, parts[1]!.url] });
    expect(evidence.map(({ path, url }) => `${path} ${url.at(-1)}`)).toEqual([
      '/name a',
      '/name b',
      '/parts/0 a',
      '/parts/1 b',
    ]);
  });

  it('is held to the schema, and fails without what it requires', async () => {
    const parts = [part('a', {}), part('b', { name: 'Lamp', other: null })];
    expect(await dataOf(parts, { schema: NAME })).toEqual({ name: 'Lamp' });
    await expect(mergeResults([parts[0]!], { schema: NAME }, null)).rejects.toThrow(ExtractionFailedError);
    await expect(mergeResults([], { schema: NAME }, null)).rejects.toThrow("required property 'name'");
  });

  it('has a model put right what does not follow the schema', async () => {
    const model = new ToldModel({ name: 'Lamp' });
    const result = await mergeResults([part('a', { title: 'Lamp' })], { schema: NAME }, model);
    expect([result.data, result.usage.calls]).toEqual([{ name: 'Lamp' }, 1]);
    await expect(mergeResults([part('a', {})], { schema: NAME }, new ToldModel({}))).rejects.toThrow(
      'together',
    );
  });

  it('has a model join structures that have nothing in common', async () => {
    const parts = [part('a', { company: 'Nordlys' }), part('b', { firm: 'Nordlys' })];
    const model = new ToldModel({ company: 'Nordlys' });
    expect((await mergeResults(parts, { prompt: 'The company' }, model)).data).toEqual({
      company: 'Nordlys',
    });
    const down = await mergeResults(parts, { prompt: 'x' }, new ToldModel(new ExtractionFailedError('down')));
    expect(down).toMatchObject({
      data: { company: 'Nordlys', firm: 'Nordlys' },
      warnings: [expect.any(String)],
    });
    const alike = new ToldModel({});
    await mergeResults([part('a', { a: 1 }), part('b', { a: 2, c: 3 })], { prompt: 'x' }, alike);
    expect(alike.asked).toEqual([]);
  });

  it('takes lists at the root, and names of anything that objects inherit', async () => {
    const schema = { type: 'array', items: { type: 'string' } };
    const list = await mergeResults(
      [part('a', ['x'], { '/0': 'yes' }), part('b', ['x', 'y'])],
      { schema },
      null,
    );
    expect([list.data, list.sources]).toEqual([
      ['x', 'y'],
      { items: ['http://site.test/a', 'http://site.test/b'] },
    ]);
    const odd = JSON.parse('{"toString": "a", "__proto__": {"x": 1}}') as object;
    expect(await dataOf([part('a', odd), part('b', { toString: 'b' })])).toEqual(odd);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
