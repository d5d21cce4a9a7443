import { DEFAULT_CONVERSION } from '../../model/page/conversion.js';
import { convertHtml } from '../convert-html.js';
import { readLiteral } from './js-literal.js';

const URL = 'https://shop.example/p/copper-kettle-48213';

const pageWith = (scripts: string, body = '<h1>Copper kettle</h1><p>A kettle for the stove, 34.90 €.</p>') =>
  `<!doctype html><html><head><title>Shop</title></head><body><main>${body}</main>${scripts}</body></html>`;

const productOf = (html: string, url = URL) =>
  convertHtml(html, { url, formats: ['product'], ...DEFAULT_CONVERSION }).product;

const script = (text: string, attributes = '') => `<script${attributes}>${text}</script>`;
const next = (pageProps: unknown) =>
  script(JSON.stringify({ props: { pageProps } }), ' id="__NEXT_DATA__" type="application/json"');
const assigned = (name: string, state: unknown) => script(`window.${name} = ${JSON.stringify(state)};`);

const KETTLE = {
  id: 48213,
  name: 'Copper kettle',
  brand: { name: 'Acme' },
  description: '<p>Boils <b>water</b>.</p>',
  price: { value: 34.9, currencyCode: 'EUR' },
  listPrice: { value: 49.9, currencyCode: 'EUR' },
  inStock: true,
  images: [{ url: '/k.jpg', alt: 'Side' }],
};
const POT = { id: 777123, name: 'Pot', price: { value: 9.9, currencyCode: 'EUR' }, url: '/p/pot-777123' };

describe('the product in the state of a framework', () => {
  it('is read from Next, with its sale, and not from related products', () => {
    expect(productOf(pageWith(next({ related: [POT], shelf: [POT], product: KETTLE })))).toEqual({
      title: 'Copper kettle',
      brand: 'Acme',
      url: URL,
      description: 'Boils water .',
      variants: [
        {
          id: '48213',
          price: { amount: 34.9, currency: 'EUR' },
          sale: { originalPrice: { amount: 49.9, currency: 'EUR' } },
          availability: { inStock: true },
          images: [{ url: 'https://shop.example/k.jpg', alt: 'Side' }],
        },
      ],
    });
  });

  it('is read from the list of Nuxt, whose values are indexes', () => {
    const list = [
      ['ShallowReactive', 1], { data: 2 }, { product: 3 }, { name: 4, price: 5, currency: 6, sku: 7, availability: 8 },
      'Copper kettle', 34.9, 'EUR', 'K-48213', 'OutOfStock',
    ]; // prettier-ignore
    const html = pageWith(script(JSON.stringify(list), ' id="__NUXT_DATA__" type="application/json"'));

    expect(productOf(html)?.variants).toEqual([
      {
        sku: 'K-48213',
        price: { amount: 34.9, currency: 'EUR' },
        availability: { inStock: false, text: 'OutOfStock' },
      },
    ]);
  });

  it('is read from normalized objects of Apollo', () => {
    const state = {
      ROOT_QUERY: { 'product({"slug":"copper-kettle-48213"})': { __ref: 'Product:1' } },
      'Product:2': { __typename: 'Product', name: 'Pot', slug: 'pot', 'price({"currency":"EUR"})': 9.9 },
      'Product:1': {
        __typename: 'Product',
        name: 'Kettle of copper',
        slug: 'copper-kettle-48213',
        variants: { edges: [{ node: { __ref: 'Variant:1' } }, { node: { __ref: 'Variant:2' } }] },
      },
      'Variant:1': {
        sku: 'S',
        price: { __ref: 'Money:1' },
        availableForSale: false,
        selectedOptions: [{ name: 'Size', value: 'small' }],
      },
      'Variant:2': { sku: 'L', price: { amount: '44.90', currencyCode: 'EUR' }, availableForSale: true },
      'Money:1': { amount: '34.90', currencyCode: 'EUR' },
    };

    expect(productOf(pageWith(assigned('__APOLLO_STATE__', state)))).toMatchObject({
      title: 'Kettle of copper',
      variants: [
        {
          sku: 'S',
          values: { Size: 'small' },
          price: { amount: 34.9, currency: 'EUR' },
          availability: { inStock: false },
        },
        { sku: 'L', price: { amount: 44.9 } },
      ],
    });
  });

  it('is read from an assignment that further statements follow', () => {
    const html = pageWith(
      script(
        `window.__NUXT__ = {data: [{product: {name: 'Copper kettle', price: "34,90 €", at: new Date(1, 2)}}]}; go()`,
      ),
    );

    expect(productOf(html)?.variants[0]?.price).toEqual({ amount: 34.9, formatted: '34,90 €' });
  });

  it.each([
    ['cents that the text shows as a price', { price: 3490 }, { amount: 34.9 }],
    ['cents by their name', { priceInCents: 12345 }, { amount: 123.45 }],
    ['cents of a money object', { price: { centAmount: 3490, fractionDigits: 2, currencyCode: 'eur' } }, { amount: 34.9, currency: 'EUR' }],
    ['whole units', { price: 120 }, { amount: 120 }],
    ['the plain price, if the text shows that the sale is over', { price: 34.9, specialPrice: 19.9 }, { amount: 34.9 }],
    ['the sale price', { price: 50, specialPrice: 34.9 }, { amount: 34.9 }],
  ])('has the price of %s', (_, stated, price) => {
    const html = pageWith(next({ product: { name: 'Copper kettle', ...stated } }));

    expect(productOf(html)?.variants[0]?.price).toEqual(price);
  }); // prettier-ignore

  it.each([
    ['has another name and address', { products: [POT], shelf: POT }],
    ['has the name and another address', { shelf: { ...KETTLE, url: '/p/other' } }],
    ['is in a list of related products', { relatedProducts: [KETTLE], alsoBought: [KETTLE] }],
    ['is stated with two prices', { a: KETTLE, b: { ...KETTLE, price: { value: 12 } } }],
    ['lists products', { category: { ...KETTLE, products: [POT, POT] } }],
    ['has no price', { product: { name: 'Copper kettle', price: 0, listPrice: 'from 12 months' } }],
  ])('is absent if it %s', (_, props) => {
    expect(productOf(pageWith(next(props)))).toBeUndefined();
  });

  it('comes after JSON-LD and before the data layer and OpenGraph', () => {
    const og = '<meta property="product:price:amount" content="1">';
    const layer = script(
      `dataLayer.push({event: 'view_item', ecommerce: {items: [{item_name: 'Copper kettle', price: 2}]}})`,
    );
    const state = next({ product: { name: 'Copper kettle', price: 3 } });
    const ld = (offers: object) =>
      script(
        JSON.stringify({
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: 'Copper kettle',
          offers,
        }),
        ' type="application/ld+json"',
      );
    const amountOf = (...parts: string[]) =>
      productOf(pageWith(parts.join('')).replace('</head>', `${og}</head>`))?.variants[0]?.price?.amount;

    expect([amountOf(), amountOf(layer), amountOf(layer, state)]).toEqual([1, 2, 3]);
    expect(amountOf(layer, state, ld({ price: 4 }))).toBe(4);
    expect(amountOf(layer, state, ld({ availability: 'InStock' }))).toBe(3);
  });

  it('is found in linear time in large and nested states', () => {
    const large = {
      items: Array.from({ length: 30_000 }, (_, at) => ({ name: 'Copper kettle', price: at, id: at })),
    };
    const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const startedAt = performance.now();

    productOf(pageWith(next(large)));
    productOf(pageWith(script(`window.__NUXT__ = ${nested}; x`)));
    productOf(pageWith(script(`dataLayer.push({`.repeat(10_000))));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

describe('the product in a data layer', () => {
  const view = (items: string, event = 'view_item') =>
    script(`window.dataLayer = window.dataLayer || [];
      dataLayer.push({ ecommerce: null });
      dataLayer.push({
        event: "${event}", // GA4
        ecommerce: { currency: 'EUR', value: parseFloat("34.90"), items: [${items}], },
      });`);
  const kettle = `{ item_id: 'K-1', item_name: 'Copper kettle', item_brand: 'Acme', price: 34.9, discount: 15, quantity: 1 }`;
  const pot = `{ item_id: 'P-1', item_name: 'Pot', price: 9.9 }`;

  it('is the viewed item with the name of the page', () => {
    expect(productOf(pageWith(view(`${pot}, ${kettle}`)))).toEqual({
      title: 'Copper kettle',
      brand: 'Acme',
      url: URL,
      variants: [
        {
          sku: 'K-1',
          price: { amount: 34.9, currency: 'EUR' },
          sale: { originalPrice: { amount: 49.9, currency: 'EUR' } },
          availability: { inStock: true },
        },
      ],
    });
  });

  it.each([
    ['gtag', `gtag('event', 'view_item', {currency: 'EUR', items: [{item_name: 'Copper kettle', price: '34.90'}]})`],
    ['Universal Analytics', `dataLayer = [{ecommerce: {currencyCode: 'EUR', detail: {products: [{name: 'Copper kettle', price: '34.90'}]}}}]`],
  ])('is read from %s', (_, text) => {
    expect(productOf(pageWith(script(text)))?.variants[0]?.price).toEqual({ amount: 34.9, currency: 'EUR' });
  }); // prettier-ignore

  it.each([
    ['items of a list', view(kettle, 'view_item_list')],
    ['other products', view(pot)],
    ['two prices of one name', view(`${kettle}, {item_name: 'Copper kettle', price: 12}`)],
  ])('is absent for %s', (_, html) => {
    expect(productOf(pageWith(html))).toBeUndefined();
  });
});

describe('a literal of JavaScript', () => {
  it.each([
    [
      `{a: 'x\\'y', "b": [1, -2.5e3,], c: true, /* d */ e: null}`,
      { a: `x'y`, b: [1, -2500], c: true, e: null },
    ],
    [`{a: f(1, "})"), b: x ? 1 : 2, c: 'a' + 'b', d: 3}`, { a: null, b: null, c: null, d: 3 }],
    [`{__proto__: {x: 1}, a: '\\u0041\\x42'}`, { ['__proto__']: { x: 1 }, a: 'AB' }],
  ])('is read without executing it: %s', (source, value) => {
    expect(JSON.parse(JSON.stringify(readLiteral(`${source}; rest`)?.value))).toEqual(
      JSON.parse(JSON.stringify(value)),
    );
  });

  it.each(['{a: 1', 'f()', '{[x]: 1}', `{a: 'x`, '['.repeat(100), `[${'/*,'.repeat(500_000)}`])(
    'is absent in %s',
    (source) => {
      expect(readLiteral(source)).toBeNull();
    },
  );
});
