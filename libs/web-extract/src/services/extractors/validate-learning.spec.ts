import { InvalidRequestError } from '../../model/errors.js';
import { validateFields, validatePages, validateSchema } from './validate-learning.js';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: ['number', 'null'] },
    status: { enum: ['new', 'old'] },
    rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
  },
};
const problemsOf = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (error) {
    return (error as InvalidRequestError).problems.map(({ path }) => path.join('.'));
  }
};
const pages = (data: unknown) =>
  problemsOf(() => validatePages([{ url: 'https://a.test/1', data }, { url: 'https://a.test/2' }], SCHEMA, { most: 50 }, () => {})); // prettier-ignore

describe('requests that learn', () => {
  it.each([
    [{ name: '' }, ['name']],
    [{ name: 'auto:x' }, ['name']],
    [{ heal: 'always', waitMs: 1.5 }, ['heal', 'waitMs']],
    [{ sources: ['values', 'magic'] }, ['sources']],
    [{ webhook: { url: 'ftp://a.test', events: ['drifted'] } }, ['webhook.url']],
    [{ webhook: { url: 'https://a.test', events: ['page'] } }, ['webhook.events']],
    [{ webhook: { url: 'https://a.test', headers: { ['x'.repeat(20_000)]: '1' } } }, ['webhook.headers']],
    [{ webhook: { url: 'https://a.test', headers: { a: 'x'.repeat(9_000), b: 'x'.repeat(9_000) } } }, ['webhook.headers']], // prettier-ignore
    [{ webhook: { url: 'https://a.test', headers: { a: 'x'.repeat(8_000), b: 'x' } } }, []],
    [{ name: 'shop', heal: 'off', sources: ['stated'], waitMs: 0, webhook: null }, []],
  ])('name the wrong fields of %j', (fields, paths) => {
    expect(problemsOf(() => validateFields(fields))).toEqual(paths);
  });

  it.each([
    [{ name: 'Lamp', price: 1, status: 'new', rows: [{ n: 1 }] }, []],
    [{ price: null }, []],
    [{ price: 'many', other: 1 }, ['pages.0.data.price', 'pages.0.data.other']],
    [{ status: 'used' }, ['pages.0.data.status']],
    [{ rows: [{ n: 1 }, { n: 1.5 }] }, ['pages.0.data.rows.1.n']],
    [{ toString: 1 }, ['pages.0.data.toString']],
    [[1], ['pages.0.data']],
  ])('compare %j with the schema', (data, paths) => {
    expect(pages(data)).toEqual(paths);
  });

  it('compare many values with a long enum without searching it for each', () => {
    let reads = 0;
    const values = Array.from({ length: 1_000 }, (_, n) => `v${n}`);
    const counted = new Proxy(values, {
      get: (target, name) => (reads++, Reflect.get(target, name) as unknown),
    });
    const schema = { type: 'object', properties: { all: { type: 'array', items: { enum: counted } } } };
    const list = [{ url: 'https://a.test/1', data: { all: values } }, { url: 'https://a.test/2' }];
    expect(problemsOf(() => validatePages(list, schema, { most: 3 }, () => {}))).toEqual([]);
    expect(reads).toBeLessThan(10_000);
  });

  it('need pages with http(s) URLs', () => {
    const check = (list: unknown) => problemsOf(() => validatePages(list, SCHEMA, { most: 3 }, () => {}));
    expect(check([{ url: 'https://a.test' }])).toEqual(['pages']);
    expect(check(Array.from({ length: 4 }, () => ({ url: 'https://a.test' })))).toEqual(['pages']);
    expect(check([{ url: 'file:///etc/passwd' }, 'x', { url: 'https://a.test', html: 1 }])).toEqual([
      'pages.0.url',
      'pages.1',
      'pages.2.html',
    ]);
  });

  it('take schemas of objects within bounds', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 8; level++) deep = { type: 'object', properties: { a: deep } };
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, {}])),
    };
    let lists: object = { type: 'string' };
    for (let level = 0; level < 8; level++) lists = { type: 'array', items: lists };
    lists = { type: 'object', properties: { a: lists } };
    for (const schema of [
      lists,
      null,
      [],
      'x',
      { type: 'string' },
      { type: 'object', properties: {} },
      deep,
      wide,
    ])
      expect(problemsOf(() => validateSchema(schema))).toEqual(['schema']);
    expect(problemsOf(() => validateSchema(SCHEMA))).toEqual([]);
  });
});
