import { EXTRACTOR_BOUNDS, type ScalarFieldProgram } from '../../model/extractor/extractor-program.js';
import {
  itemOf,
  learningPage,
  learnShop,
  runOn,
  SHOP_SCHEMA,
  shopPage,
  type Item,
} from './extractor-pages.fixture.js';
import { learnTemplates } from './learn/learn-templates.js';

const { program } = learnShop();
const fieldOf = (path: string, from = program) =>
  from.templates[0]?.fields.find((field) => field.path === path);
const reasonOf = (path: string, result: ReturnType<typeof runOn>) =>
  result.missing.find((one) => one.path === path)?.reason;

describe('learning from examples', () => {
  it('reads all fields of a page that it has not seen', () => {
    const item = itemOf(31);
    expect(runOn(program, shopPage(item))).toMatchObject({
      template: 't1',
      valid: true,
      data: item,
      missing: [],
    });
  });

  it('gives a problem for a value that is not on the page, and does not learn it', () => {
    const report = learnShop(4, { data: (own) => ({ ...own, sku: 'Zanzibar 4711' }) });
    expect(report.pages.map(({ problems }) => problems)).toEqual(
      Array.from({ length: 4 }, () => [{ path: '/sku', reason: 'not-on-page', source: 'values' }]),
    );
    expect(fieldOf('/sku', report.program)).toBeUndefined();
  });

  it('needs two pages', () => {
    expect(learnShop(1).program.templates).toEqual([]);
    const once = learnShop(4, { item: (n) => itemOf(n, n === 0 ? {} : { sku: undefined }) });
    expect(once.program.templates[0]!.missing).toContainEqual({ path: '/sku', reason: 'too-few-pages' });
  });

  it('learns a list of one page where the others prove that it is none of theirs', () => {
    const listOf = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `Part ${n}`, value: `${n} cm` })); // prettier-ignore
    const itemWith = (count: number) => (n: number) =>
      itemOf(n, { parts: n === 2 ? listOf(count) : undefined });
    expect(runOn(learnShop(5, { item: itemWith(3) }).program, shopPage(itemOf(9))).data).toEqual(itemOf(9));
    expect(fieldOf('/parts', learnShop(5, { item: itemWith(2) }).program)).toBeUndefined();
    const other = '<section><h2>Details</h2><dl class="p-parts"><dt>Size</dt><dd>1 cm</dd></dl></section>';
    const page = (own: Item) => shopPage(own, own.parts ? {} : { main: other });
    expect(fieldOf('/parts', learnShop(5, { item: itemWith(3), page }).program)).toBeUndefined();
  });

  it('keeps locators only that give nothing where there is no value', () => {
    const page = (item: Item) => shopPage(item, { main: `<b>${item.sku ?? 'on request'}</b>` });
    const { program: own } = learnShop(6, { page, item: (n) => itemOf(n, n % 2 ? { sku: undefined } : {}) });
    const result = runOn(own, page(itemOf(40, { sku: undefined })));
    expect(result.data).not.toHaveProperty('sku');
    expect(result.missing).toContainEqual({ path: '/sku', reason: 'not-found', optional: true });
  });

  it('learns a constant by its label only', () => {
    const item = (n: number) => itemOf(n, { sku: 'K1' });
    expect(
      (fieldOf('/sku', learnShop(4, { item }).program) as ScalarFieldProgram).locators.map(
        ({ kind }) => kind,
      ),
    ).toEqual(['label']);
    const bare = (own: Item) => shopPage({ ...own, sku: undefined }, { main: '<div class="x">K1</div>' });
    expect(learnShop(4, { item, page: bare }).program.templates[0]!.missing).toContainEqual({
      path: '/sku',
      reason: 'constant',
    });
  });

  it('drops one example that four others contradict, and says so', () => {
    const items = Array.from({ length: 6 }, (_, n) => itemOf(n));
    const pages = items.map((item, n) => {
      const html = shopPage(item, { main: `<i>${items[(n + 1) % 6]!.sku!}</i>` });
      return learningPage(n, html, n === 2 ? { ...item, sku: items[3]!.sku } : item);
    });
    const report = learnTemplates({ schema: SHOP_SCHEMA, pages });
    expect(report.pages[2]!.problems).toContainEqual({
      path: '/sku',
      reason: 'examples-disagree',
      source: 'values',
    });
    expect(runOn(report.program, shopPage(itemOf(50))).data['sku']).toBe(itemOf(50).sku);
  });

  it('does not learn a field whose examples disagree on few pages', () => {
    const items = Array.from({ length: 3 }, (_, n) => itemOf(n));
    const pages = items.map((item, n) =>
      learningPage(
        n,
        shopPage(item, { main: `<i>${items[(n + 1) % 3]!.sku!}</i>` }),
        n === 0 ? { ...item, sku: items[1]!.sku } : item,
      ),
    );
    const { program: own } = learnTemplates({ schema: SHOP_SCHEMA, pages });
    expect(fieldOf('/sku', own)).toBeUndefined();
  });

  it('refuses examples against the schema', () => {
    const { pages } = learnShop(4, { data: (own) => ({ ...own, price: 'cheap' }) });
    expect(pages[0]!.problems).toContainEqual({ path: '/price', reason: 'against-schema', source: 'values' });
  });

  it('makes a template of each layout, and adds those of further pages', () => {
    const other = (item: Item) =>
      `<html><body><nav><ol><li>Start<li>News</ol></nav><article><h2>${item.name}</h2><p>Now only <em>${item.price.toFixed(2)} EUR</em></p><blockquote>Great value</blockquote><aside>See also</aside></article></body></html>`;
    const pages = [0, 1, 2, 3].map((n) =>
      learningPage(n + 60, other(itemOf(n)), { name: itemOf(n).name, price: itemOf(n).price }),
    );
    expect(runOn(program, other(itemOf(8)))).toMatchObject({ template: null, data: {}, valid: false });
    const more = learnTemplates({ schema: SHOP_SCHEMA, pages, program });
    expect(more.program).toMatchObject({ version: 2, templates: [{ id: 't1' }, { id: 't2' }] });
    expect(runOn(more.program, other(itemOf(8))).data).toEqual({
      name: itemOf(8).name,
      price: itemOf(8).price,
    });
    expect(runOn(more.program, shopPage(itemOf(8))).data).toEqual(itemOf(8));
  });

  it('holds no values of the learning pages', () => {
    const text = JSON.stringify(program);
    for (let n = 0; n < 5; n++)
      for (const value of [itemOf(n).name, itemOf(n).sku!]) expect(text).not.toContain(value);
    expect(text).toContain('available today');
    expect(text.length).toBeLessThan(EXTRACTOR_BOUNDS.programChars);
  });
});

describe('a run', () => {
  it('gives nothing for a page of another kind, with the reason', () => {
    const result = runOn(
      program,
      '<html><body><h1>All entries</h1><ul><li><a href="/a">Oak Lamp</a></ul></body></html>',
    );
    expect(result).toMatchObject({ template: null, data: {}, valid: false, evidence: [] });
    expect(result.missing).toContainEqual({ path: '/name', reason: 'unknown-template' });
  });

  it('gives no value where locators disagree: stated data that lags behind', () => {
    const page = (item: Item, price = item.price) =>
      shopPage(item, { stated: { name: item.name, offers: { price } } });
    const { program: own } = learnShop(5, { page: (item) => page(item) });
    const result = runOn(own, page(itemOf(9), 1));
    expect(result.data).not.toHaveProperty('price');
    expect(result).toMatchObject({ valid: false, observed: { '/price': 'disagreeing', '/name': 'present' } });
    expect(reasonOf('/price', result)).toBe('locators-disagree');
  });

  it('gives no value where there are several', () => {
    const html = shopPage(itemOf(9)).replace('</span>', '</span><span class="p-price">€ 5.00</span>');
    expect(reasonOf('/price', runOn(program, html))).toBe('not-unique');
  });

  it('gives no value that cannot be converted, or is far outside of the examples', () => {
    expect(reasonOf('/price', runOn(program, shopPage(itemOf(9)).replace(/€ [\d.]+/, 'Ask us')))).toBe(
      'invalid-value',
    );
    const long = runOn(
      program,
      shopPage(itemOf(9, { sku: 'A very long text that is no item number '.repeat(5) })),
    );
    expect(reasonOf('/sku', long)).toBe('invalid-value');
    expect(reasonOf('/price', runOn(program, shopPage(itemOf(9, { price: 9e9 }))))).toBe('invalid-value');
  });

  it('gives no value for a text of an enum that was never seen', () => {
    const result = runOn(program, shopPage(itemOf(9)).replace('Sold out', 'Coming soon'));
    expect(reasonOf('/stock', result)).toBe('unseen-text');
    expect(result.observed['/stock']).toBe('unseen-text');
  });

  it('reads a value although a block around it has got another amount', () => {
    const item = itemOf(9);
    const html = shopPage(item).replace(
      '<div class="p-box">',
      '<div class="p-box"><small>was € 99.00</small>',
    );
    const nested: ScalarFieldProgram = {
      ...(fieldOf('/price') as ScalarFieldProgram),
      locators: ['span.p-price', 'div.p-box'].map((selector) => ({ kind: 'selector', selector })),
    };
    const [template] = program.templates;
    const fields = template!.fields.map((field) => (field.path === '/price' ? nested : field));
    const own = { ...program, templates: [{ ...template!, fields }] };
    expect(runOn(own, html).data['price']).toBe(item.price);
    expect(reasonOf('/price', runOn(own, html.replace('p-price', 'x')))).toBe('invalid-value');
  });

  it('takes no text of another row for the value of a label', () => {
    const page = ({ sku, ...item }: Item) =>
      shopPage(item, {
        main: `<p>Article <span>${sku ?? ''}</span></p><div><div>Ships ${item.price} K</div></div>`,
      });
    const { program: own } = learnShop(5, { page });
    expect(runOn(own, page(itemOf(9))).data['sku']).toBe(itemOf(9).sku);
    expect(runOn(own, page(itemOf(9, { sku: undefined }))).data).not.toHaveProperty('sku');
  });

  it('takes no label of another field for a value', () => {
    const [template] = program.templates;
    const by = (path: string, text: string): ScalarFieldProgram => ({
      ...(fieldOf('/name') as ScalarFieldProgram),
      path,
      locators: [{ kind: 'label', texts: [text], side: 'before', take: 'run', row: '', cell: '' }],
    });
    const own = {
      ...program,
      templates: [{ ...template!, fields: [by('/name', 'made by'), by('/sku', 'article')] }],
    };
    const page = (sku: string) =>
      shopPage(itemOf(9, { sku: undefined }), {
        main: `<div><b>Article</b> ${sku} <b>Made by</b> <b>Acme Ltd 9</b></div>`,
      });
    expect(runOn(own, page('<b>No 12</b>')).data).toEqual({ name: 'Acme Ltd 9', sku: 'No 12' });
    expect(runOn(own, page('')).data).toEqual({ name: 'Acme Ltd 9' });
  });

  it('takes no amount of another field for the one that a block had', () => {
    const [template] = program.templates;
    const by = (path: string, selector: string): ScalarFieldProgram => ({
      ...(fieldOf('/price') as ScalarFieldProgram),
      path,
      locators: [{ kind: 'selector', selector }],
    });
    const own = {
      ...program,
      schema: { ...SHOP_SCHEMA, properties: { ...SHOP_SCHEMA.properties, old: { type: 'number' } } },
      templates: [{ ...template!, fields: [by('/price', 'div.p-box'), by('/old', 'del')] }],
    };
    const html = shopPage(itemOf(9)).replace(
      /<span class="p-price">.*?<.span>/,
      '<p>Was <del>€ 99.00</del></p>',
    );
    const result = runOn(own, html);
    expect(result.data).toEqual({ old: 99 });
    expect(result).toMatchObject({ valid: false, observed: { '/price': 'disagreeing', '/old': 'present' } });
    expect(result.evidence.map(({ path }) => path)).toEqual(['/old']);
    expect(reasonOf('/price', result)).toBe('locators-disagree');
  });

  it('drops items without a required field', () => {
    const html = shopPage(itemOf(9)).replace('</dl>', '<dt>Advertisement</dt></dl>');
    expect(runOn(program, html).data['parts']).toEqual(itemOf(9).parts);
  });

  it('gives a reason for each field without a value', () => {
    const result = runOn(program, shopPage({ name: 'Bare', price: 5 }));
    expect(result.missing.map(({ path }) => path).sort()).toEqual(['/parts', '/sku', '/stock']);
  });

  it('gives evidence for each value, and its quotes are on the page', () => {
    const html = shopPage(itemOf(9));
    const { evidence } = runOn(program, html);
    expect(evidence.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/name', '/price', '/sku', '/stock', '/parts/0/label', '/parts/1/value']),
    );
    for (const { quote } of evidence) expect(html).toContain(quote);
  });

  it('gives the same result twice', () => {
    const html = shopPage(itemOf(9));
    expect(runOn(program, html)).toEqual(runOn(program, html));
  });

  it('survives blocks that move, wrappers and white space', () => {
    const html = shopPage(itemOf(9))
      .replace('<h1>', '<div>\n<!-- x --><h1>')
      .replace('</h1>', '</h1></div>')
      .replace(/<span class="p-price">[^<]*<\/span>/, '<div><span>$&</span></div>')
      .replace('<main>', '<main><div class="promo"><b>Today only</b><p>Offer ends soon</p></div>');
    expect(runOn(program, html).data).toEqual(itemOf(9));
  });

  it('reads what it finds on a hostile page, or gives a reason', () => {
    const html = shopPage(itemOf(9)).replace('</main>', `${'<div><dl><dt>'.repeat(20_000)}</main>`);
    const { data, missing } = runOn(program, html);
    const paths = [...Object.keys(data).map((name) => `/${name}`), ...missing.map(({ path }) => path)];
    expect(new Set(paths)).toEqual(new Set(['/name', '/price', '/sku', '/stock', '/parts']));
  });
});
