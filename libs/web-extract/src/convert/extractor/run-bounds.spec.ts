import { EXTRACTOR_BOUNDS, type ExtractorProgram } from '../../model/extractor/extractor-program.js';
import { itemOf, learnShop, runOn, shopPage } from './extractor-pages.fixture.js';

const { program } = learnShop();
const [template] = program.templates;
const ANY = [0, 1e300] as const;
const textField = (path: string, locator: object = {}) => ({
  path,
  required: false,
  support: { pages: 5, absent: 0 },
  sources: ['values'],
  locators: [{ kind: 'text', prefix: '', suffix: '', scope: 'inside', selector: 'pre', ...locator }],
  transform: { kind: 'text' },
  shape: { chars: ANY, words: ANY, digits: ANY },
});
/** A program for pages of the shop with other fields. */
const programOf = (properties: object, fields: readonly object[]) =>
  ({ ...program, schema: { type: 'object', properties }, templates: [{ ...template, fields, missing: [] }] }) as unknown as ExtractorProgram; // prettier-ignore
const pageWith = (main: string) => shopPage(itemOf(9), { main });
const sizeOf = (value: unknown) => JSON.stringify(value).length;

describe('the bounds of a run', () => {
  it('cut long texts, and read no long attributes', () => {
    const html = pageWith(
      `<pre>${'word '.repeat(100_000)}</pre><i class="x" title="${'a'.repeat(6_000)}">i</i>`,
    );
    const fields = [
      textField('/text'),
      textField('/title', { kind: 'attribute', selector: 'i.x', attribute: 'title' }),
    ];
    const { data, missing } = runOn(programOf({ text: { type: 'string' }, title: { type: 'string' } }, fields), html); // prettier-ignore
    expect(String(data['text'])).toHaveLength(EXTRACTOR_BOUNDS.valueChars - 1); // without its last blank
    expect(missing).toEqual([{ path: '/title', reason: 'not-found' }]);
  });

  it('count the characters of the values of a page: values beyond are absent with the reason', () => {
    const names = Array.from({ length: 99 }, (_, n) => `f${n}`);
    const items = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }; // prettier-ignore
    const list = {
      path: '/rows',
      required: false,
      support: { pages: 5, absent: 0 },
      sources: ['values'],
      items: [{ item: 'section.row', span: 'element' }],
      fields: names.map((name) => textField(`/rows/*/${name}`)),
    };
    const row = `<section class="row"><pre>${'x'.repeat(5_000)}</pre></section>`;
    const own = programOf({ rows: { type: 'array', items } }, [list]);
    const result = runOn(own, pageWith(row.repeat(10)));
    expect(result.missing).toContainEqual({ path: '/rows', reason: 'limit' }); // not all items are there
    expect((result.data['rows'] as object[]).length).toBeLessThan(10);
    expect(sizeOf(result)).toBeGreaterThan(500_000);
    expect(sizeOf(result)).toBeLessThan(EXTRACTOR_BOUNDS.pageChars * 1.5);
  });

  it('are the same for each locator of a list: those that are compared have no less room', () => {
    const items = { type: 'object', properties: { a: { type: 'string' } } };
    const list = {
      path: '/rows',
      required: false,
      support: { pages: 5, absent: 0 },
      sources: ['values'],
      items: [
        { item: 'section.row', span: 'element' },
        { item: 'section.row', span: 'run' },
      ],
      fields: [textField('/rows/*/a')],
    };
    const rows = Array.from(
      { length: 150 },
      () => `<section class="row"><pre>${'x'.repeat(4_900)}</pre></section>`,
    );
    const result = runOn(programOf({ rows: { type: 'array', items } }, [list]), pageWith(rows.join('')));
    expect(result.missing).toEqual([]);
    expect(result.data['rows']).toHaveLength(150);
  });

  it('count what is absent: a page with too many reasons has no values at all', () => {
    const name = 'n'.repeat(1_000);
    const items = { type: 'object', properties: { a: { type: 'string' }, [name]: { type: 'string' } } };
    const list = {
      path: '/rows',
      required: false,
      support: { pages: 5, absent: 0 },
      sources: ['values'],
      items: [{ item: 'section.row', span: 'element' }],
      fields: [textField('/rows/*/a')],
    };
    const own = programOf({ rows: { type: 'array', items } }, [list]);
    const result = runOn(own, pageWith('<section class="row"><pre>x</pre></section>'.repeat(2_000)));
    expect(result).toMatchObject({ data: {}, valid: false, missing: [{ path: '/rows', reason: 'limit' }] });
    expect(runOn(own, pageWith('<section class="row"><pre>x</pre></section>'.repeat(20))).data).toHaveProperty('rows'); // prettier-ignore
  });
});
