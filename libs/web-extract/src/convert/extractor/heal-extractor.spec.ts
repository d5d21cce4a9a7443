import {
  itemOf,
  learnShop,
  runOn,
  SHOP_SCHEMA,
  shopPage,
  urlOf,
  type Item,
} from './extractor-pages.fixture.js';
import { healExtractor } from './heal-extractor.js';

const { program } = learnShop();
const items = Array.from({ length: 8 }, (_, n) => itemOf(n + 20));
const released = (item: Item) => shopPage(item, { prefix: 'q' });
const heal = (page: (item: Item) => string, from: readonly Item[] = items, own = program) =>
  healExtractor({
    program: own,
    pages: from.map((item, n) => ({ url: urlOf(n), html: page(item), last: { ...item } })),
  });

describe('healing from the last good values', () => {
  it('finds the places again after a release that renames all classes', () => {
    expect(runOn(program, released(itemOf(40))).data).not.toHaveProperty('price');
    const { program: healed, refused } = heal(released);
    expect(healed!.version).toBe(program.version + 1);
    expect(runOn(healed!, released(itemOf(40))).data).toEqual(itemOf(40));
    expect(refused).toEqual([]);
  });

  it('still reads pages of the old layout', () => {
    expect(runOn(heal(released).program!, shopPage(itemOf(41))).data).toEqual(itemOf(41));
  });

  it('gives values of pages that have changed in the meantime', () => {
    const page = (item: Item) => released(item.name === items[1]!.name ? { ...item, price: 3.5 } : item);
    const { program: healed } = heal(page);
    expect(runOn(healed!, released(itemOf(40))).data['price']).toBe(itemOf(40).price);
  });

  it('refuses from fewer than three pages', () => {
    expect(heal(released, items.slice(0, 2))).toMatchObject({
      program: null,
      healed: [],
      refused: expect.arrayContaining([{ path: '/price', reason: 'too-few-pages' }]) as unknown,
    });
  });

  it('refuses a field with one value on all pages', () => {
    const same = items.map((item) => ({ ...item, price: 20 }));
    expect(heal(released, same).refused).toContainEqual({ path: '/price', reason: 'too-few-pages' });
  });

  it('refuses what is not on the pages any more', () => {
    const { program: healed, refused } = heal((item) =>
      released({ ...item, price: item.price * 1.07 + 0.13 }),
    );
    expect(refused).toContainEqual({ path: '/price', reason: 'not-on-page' });
    expect(runOn(healed ?? program, released(itemOf(40))).data).not.toHaveProperty('price');
  });

  it('never takes the list price of a sale for the price, labelled or struck through', () => {
    for (const before of ['<small>Instead of <u>$</u></small>', '<del>$</del>']) {
      const page = (item: Item) => {
        const old = before.replace('$', `€ ${item.price.toFixed(2)}`);
        return shopPage({ ...item, price: item.price * 0.8 }, { prefix: 'q' }).replace(
          '<div class="q-box">',
          `<div class="q-box">${old}`,
        );
      };
      expect(heal(page).refused).toContainEqual({ path: '/price', reason: 'ambiguous' });
    }
  });

  it('never takes a sale on some pages for the price', () => {
    const page = (item: Item) => {
      const n = items.indexOf(item);
      const price = n % 2 ? item.price * 0.8 : item.price;
      const old = n % 2 ? `<u class="q-old">€ ${item.price.toFixed(2)}</u>` : '';
      return shopPage({ ...item, price }, { prefix: 'q' }).replace(
        '<div class="q-box">',
        `<div class="q-box">${old}`,
      );
    };
    const healed = heal(page).program ?? program;
    const sale = page(items[1]!);
    expect([undefined, items[1]!.price * 0.8]).toContain(runOn(healed, sale).data['price']);
  });

  it('never drops one side of a disagreement: stated data that lags behind', () => {
    const page = (item: Item, now = item.price) =>
      shopPage({ ...item, price: now }, { stated: { name: item.name, offers: { price: item.price } } });
    const { program: own } = learnShop(5, { page: (item) => page(item) });
    const result = heal((item) => page(item, item.price + 11), items, own);
    expect(result).toMatchObject({
      program: null,
      healed: [],
      refused: [{ path: '/price', reason: 'values-changed' }],
    });
  });

  it('never takes the place of another field', () => {
    const page = (item: Item) => shopPage({ ...item, name: item.sku! }, { prefix: 'p' });
    const { refused, healed } = heal((item) => page({ ...item, sku: undefined }), items);
    expect(healed).not.toContain('/sku');
    expect(refused.map(({ path }) => path)).toContain('/sku');
  });

  it('never takes a place that agrees by chance: small numbers coincide', () => {
    const page = (item: Item, shown: number) => shopPage({ ...item, price: shown }, { prefix: 'q' });
    const many = Array.from({ length: 12 }, (_, n) => itemOf(n + 20, { price: [10, 20, 30][n % 3]! }));
    // The place has the last values of five pages; those of the others are on no page.
    const shown = (item: Item) => (many.indexOf(item) < 5 ? item.price : item.price === 10 ? 20 : 10);
    const { healed, refused } = heal((item) => page(item, shown(item)), many);
    expect(healed).not.toContain('/price');
    expect(refused.map(({ path }) => path)).toContain('/price');
  });

  it('never takes a place that another field has by one of its locators', () => {
    const schema = { ...SHOP_SCHEMA, properties: { ...SHOP_SCHEMA.properties, deposit: { type: 'number' } } };
    const stated = ({ name, price }: Item) => ({ name, offers: { price } });
    const page = (item: Item, main = `<p>Deposit <q>€ ${(item.price + 1).toFixed(2)}</q></p>`) =>
      shopPage(item, { main, stated: stated(item) });
    const { program: own } = learnShop(5, {
      schema,
      page: (item) => page(item),
      data: (item) => ({ ...item, deposit: item.price + 1 }),
    });
    const report = healExtractor({
      program: own,
      pages: items.map((item, n) => ({
        url: urlOf(n),
        html: page(item, ''),
        last: { ...item, deposit: item.price },
      })),
    });
    expect(report.healed).not.toContain('/deposit');
    expect(report.refused).toContainEqual({ path: '/deposit', reason: 'ambiguous' });
  });

  it('heals fields separately', () => {
    const { program: healed, refused } = heal((item) => released({ ...item, sku: undefined }));
    expect(refused.map(({ path }) => path)).toEqual(['/sku']);
    expect(runOn(healed!, released(itemOf(40, { sku: undefined }))).data['price']).toBe(itemOf(40).price);
  });

  it('adds a template for a redesign, and keeps the old one', () => {
    const page = (item: Item) =>
      `<html><body><nav><ol><li>Start<li>News<li>Help</ol></nav><article><h2>${item.name}</h2><p>Only <em>${item.price.toFixed(2)} EUR</em> today</p><p>Ref <code>${item.sku!}</code></p><blockquote>Great value</blockquote><aside>See also</aside></article></body></html>`;
    const { program: healed } = heal(page);
    expect(healed!.templates.map(({ id }) => id)).toEqual(['t1', 't2']);
    const { name, price, sku } = itemOf(44);
    expect(runOn(healed!, page(itemOf(44))).data).toEqual({ name, price, sku });
    expect(runOn(healed!, shopPage(itemOf(44))).data).toEqual(itemOf(44));
  });
});

describe('healing by a model', () => {
  const dearer = (item: Item): Item => ({ ...item, price: item.price * 1.07 + 0.13 });
  const asked = [0, 2, 4, 6];
  const relearn = (page: (item: Item) => string, answerOf: (item: Item) => object, own = program) =>
    healExtractor({
      program: own,
      pages: items.map((item, n) => ({
        url: urlOf(n),
        html: page(item),
        last: { ...item },
        ...(asked.includes(n) ? { answer: { ...answerOf(item) } } : {}),
      })),
      relearn: ['/price'],
    });

  it('names pages to ask for the fields that the last values do not heal', () => {
    const { ask, refused } = heal((item) => released(dearer(item)));
    expect(refused).toEqual([{ path: '/price', reason: 'not-on-page' }]);
    expect(ask).toEqual(asked);
    expect(heal(released).ask).toEqual([]);
  });

  it('learns a field again whose values have all changed', () => {
    const { program: healed, healed: paths } = relearn((item) => released(dearer(item)), dearer);
    expect(paths).toEqual(['/price']);
    expect(runOn(healed!, released(itemOf(40))).data['price']).toBe(itemOf(40).price);
    expect(runOn(healed!, shopPage(itemOf(40))).data).toEqual(itemOf(40));
  });

  it('refuses a field that contradicts a last value that is still on a page', () => {
    const page = (item: Item) =>
      released(dearer(item)).replace('</h1>', `</h1><p>before € ${item.price.toFixed(2)}</p>`);
    expect(relearn(page, dearer)).toMatchObject({
      program: null,
      refused: [{ path: '/price', reason: 'values-changed' }],
    });
  });

  it('refuses a field of which an old locator still finds other values', () => {
    const page = (item: Item, now = item) =>
      shopPage(now, { stated: { name: item.name, offers: { price: item.price + 3 } } });
    const { program: own } = learnShop(5, {
      page: (item) => shopPage(item, { stated: { name: item.name, offers: { price: item.price } } }),
    });
    expect(relearn((item) => page(item, dearer(item)), dearer, own)).toMatchObject({
      program: null,
      refused: [{ path: '/price', reason: 'values-changed' }],
    });
  });

  it('refuses a field whose answers are not on the pages', () => {
    expect(
      relearn(
        (item) => released(dearer(item)),
        () => ({ price: 4_711 }),
      ),
    ).toMatchObject({
      program: null,
      refused: [{ path: '/price', reason: 'not-on-page' }],
    });
  });
});
