import { InvalidRequestError } from '../../model/errors.js';
import {
  checkInput,
  MAX_INPUT_BYTES,
  MAX_STATE_BYTES,
  newState,
  stateText,
  type ExtractorState,
} from './extractor-state.js';

const stateOf = (fields: Partial<ExtractorState> = {}) =>
  newState({
    schema: {},
    prompt: null,
    heal: 'off',
    webhook: null,
    page: {},
    needsKey: false,
    ...fields,
  } as ExtractorState);
const problem = (n: number) => ({ path: `/${'p'.repeat(200)}${n}`, reason: 'not-on-page', source: 'values' }) as const; // prettier-ignore
const page = (n: number) => ({
  url: `https://shop.test/${n}`,
  template: 't1',
  sources: [],
  problems: Array.from({ length: 20 }, (_, k) => problem(k)),
});
const pages = (count: number) => Array.from({ length: count }, (_, n) => page(n));
const read = (state: ExtractorState) => JSON.parse(stateText(state)) as ExtractorState;

describe('the stored state of an extractor', () => {
  it('has the reports of the learning pages while there is room', () => {
    expect(read(stateOf({ learning: { pages: pages(30) } })).learning.pages).toHaveLength(30);
    const long = read(stateOf({ learning: { pages: pages(80) }, version: 3 }));
    expect([long.learning.pages, long.version]).toEqual([[], 3]);
    expect(long.warnings).toEqual(['The reports of the learning pages are too long to be stored']);
  });

  it('has no details of templates where they are too long', () => {
    const missing = Array.from({ length: 900 }, (_, n) => ({ path: `/${'x'.repeat(300)}${n}`, reason: 'constant' }) as const); // prettier-ignore
    const { templates } = read(stateOf({ templates: [{ id: 't1', pages: 4, fields: [], missing }] }));
    expect(templates).toEqual([{ id: 't1', pages: 4, fields: [], missing: [] }]);
  });

  it('has only the newest messages where the others have no room, and says so', () => {
    const schema = { description: 'x'.repeat(MAX_STATE_BYTES - 40_000) };
    const waiting = [1, 2, 3].map((position) => ({ position, body: { text: 'x'.repeat(15_000) } }));
    const { messages, warnings } = read(
      stateOf({ schema, messages: { next: 4, tries: 2, dueAt: 9, waiting } }),
    );
    expect(messages).toEqual({ next: 4, tries: 0, dueAt: 0, waiting: waiting.slice(1) });
    expect(warnings).toContainEqual(expect.stringContaining('Messages that the webhook did not take'));
  });

  it('always has room for what happens beside the largest input', () => {
    const path = `/${'p'.repeat(1_500)}`;
    const field = { path, missing: 1, pages: 2, expected: 0 };
    const since = new Date(0).toISOString();
    const drift = ['t1', 't2'].map((template) => ({ template, since, fields: Array(100).fill(field) }));
    const refused = Array(100).fill({ path, reason: 'ambiguous' });
    const state = stateOf({
      schema: { description: 'x'.repeat(MAX_INPUT_BYTES - 100) },
      lastHeal: { at: since, from: 1, to: 2, healed: [], refused },
      error: { code: 'UNKNOWN_ERROR', message: '\u0001'.repeat(500) },
      versions: Array.from({ length: 10 }, (_, n) => ({ version: n, cause: 'extended', createdAt: since })),
      warnings: Array(20).fill('\u0001'.repeat(300)),
    });
    checkInput(state);
    const healed = read(state);
    expect([healed.lastHeal, healed.versions.length, healed.error!.code]).toEqual([
      null,
      10,
      'UNKNOWN_ERROR',
    ]);
    const drifted = read({ ...state, drift });
    expect(drifted.drift.map(({ template, fields }) => [template, fields.length])).toEqual([['t1', 10], ['t2', 10]]); // prettier-ignore
    expect([drifted.versions.length, drifted.error!.code]).toEqual([10, 'UNKNOWN_ERROR']);
  });

  it('is refused where its owner gave too much', () => {
    const most = (count: number) => stateOf({ schema: { description: 'x'.repeat(count) } });
    expect(() => checkInput(most(MAX_INPUT_BYTES))).toThrow(InvalidRequestError);

    const letters = (count: number) => stateOf({ schema: { description: '漢'.repeat(count) } });
    expect(() => stateText(letters(MAX_STATE_BYTES / 2))).toThrow(InvalidRequestError);
    expect(Buffer.byteLength(stateText(letters(MAX_STATE_BYTES / 4)))).toBeLessThan(MAX_STATE_BYTES);
  });
});
