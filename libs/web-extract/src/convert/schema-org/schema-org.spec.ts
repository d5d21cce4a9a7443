import { DEFAULT_CONVERSION } from '../../model/page/conversion.js';
import type { PageFormat } from '../../model/formats/page-formats.js';
import { convertHtml } from '../convert-html.js';

const URL = 'https://shop.example/p/1';

const pageOf = (data: unknown, body = '<h1>Kettle</h1><p>A kettle for the stove.</p>') =>
  `<!doctype html><title>Shop</title><script type="application/ld+json">${JSON.stringify(data)}</script><main>${body}</main>`;

const convert = (html: string, ...formats: PageFormat[]) =>
  convertHtml(html, { url: URL, formats, ...DEFAULT_CONVERSION });

const KETTLE = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Kettle',
  brand: { '@type': 'Brand', name: 'Acme' },
  category: 'Kitchen',
  description: 'Boils water.',
  sku: 'K-1',
  image: ['/k.jpg', { '@type': 'ImageObject', url: '/l.jpg', caption: 'Side' }, 'javascript:alert(1)'],
  offers: {
    '@type': 'Offer',
    price: '34.90',
    priceCurrency: 'gbp',
    availability: 'https://schema.org/OutOfStock',
  },
};

describe('the format product', () => {
  it('is the product that the page states', () => {
    expect(convert(pageOf(KETTLE), 'product').product).toEqual({
      title: 'Kettle',
      brand: 'Acme',
      category: 'Kitchen',
      url: URL,
      description: 'Boils water.',
      variants: [
        {
          sku: 'K-1',
          price: { amount: 34.9, currency: 'GBP' },
          availability: { inStock: false, text: 'OutOfStock' },
          images: [{ url: 'https://shop.example/k.jpg' }, { url: 'https://shop.example/l.jpg', alt: 'Side' }],
        },
      ],
    });
  });

  it('has a variant for each of a group, also by reference', () => {
    const variant = (id: string, color: string) => ({
      '@type': 'Product', '@id': id, name: `Kettle ${color}`, color, offers: { price: 10, priceCurrency: 'EUR' },
    }); // prettier-ignore
    const group = {
      '@type': 'ProductGroup',
      name: 'Kettle',
      hasVariant: [variant('#a', 'red'), { '@id': '#b' }],
    };
    const { product } = convert(pageOf({ '@graph': [group, variant('#b', 'blue')] }), 'product');

    expect(product?.variants.map(({ title, values, price }) => [title, values, price?.amount])).toEqual([
      ['Kettle red', { color: 'red' }, 10],
      ['Kettle blue', { color: 'blue' }, 10],
    ]);
    expect(product?.variants[0]?.availability).toEqual({ inStock: true });
  });

  it('tells a sale by the list price', () => {
    const specification = {
      '@type': 'UnitPriceSpecification',
      priceType: 'https://schema.org/ListPrice',
      price: 50,
    };
    const offers = { price: 40, priceCurrency: 'EUR', priceSpecification: specification };
    const { product } = convert(pageOf({ ...KETTLE, offers }), 'product');

    expect(product?.variants[0]).toMatchObject({
      price: { amount: 40 },
      sale: { originalPrice: { amount: 50, currency: 'EUR' } },
    });
    const full = convert(pageOf({ ...KETTLE, offers: { ...offers, price: 50 } }), 'product');
    expect(full.product?.variants[0]).not.toHaveProperty('sale');
  });

  it('is read from OpenGraph where no other data states a price', () => {
    const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`;
    const head = [meta('og:title', 'Lamp'), meta('product:price:amount', '49,90'), meta('product:price:currency', 'eur'), meta('product:sale_price:amount', '39,90'), meta('product:availability', 'in stock')]; // prettier-ignore
    const html = (more: string) =>
      `<!doctype html><html><head><title>Lamp</title>${head.join('')}${more}</head><body><main><h1>Lamp</h1><p>A lamp.</p></main></body></html>`;
    const lamp = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', offers: { price: 5 } };
    const script = `<script type="application/ld+json">${JSON.stringify(lamp)}</script>`;

    expect(convert(html(''), 'product').product?.variants).toEqual([
      {
        price: { amount: 39.9, currency: 'EUR' },
        sale: { originalPrice: { amount: 49.9, currency: 'EUR' } },
        availability: { inStock: true, text: 'in stock' },
      },
    ]);
    expect(convert(html(script), 'product').product?.variants[0]?.price).toEqual({ amount: 5 });
  });

  it('is read from microdata, too', () => {
    const html = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Pot</h1>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="12.50">£12.50</span>
      <meta itemprop="priceCurrency" content="GBP"></div></div>`;
    const { product } = convert(`<!doctype html><title>Pot</title>${html}`, 'product');

    expect([product?.title, product?.variants[0]?.price]).toEqual(['Pot', { amount: 12.5, currency: 'GBP' }]);
  });

  it.each([
    ['states none', { '@type': 'Article', headline: 'x' }],
    [
      'states several',
      [KETTLE, { ...KETTLE, name: 'Pot' }].map((one) => ({ ...one, name: `${one.name} 2` })),
    ],
    ['is broken', 'Product'],
  ])('is absent, with a warning, where the page %s', (_, data) => {
    const { product, warnings } = convert(pageOf(data), 'product');

    expect(product).toBeUndefined();
    expect(warnings).toContain('The page states no product, or several');
  });

  it.each([
    ['1,299.00', 1299],
    ['1.299,00 €', 1299],
    ["CHF 1'299.5", 1299.5],
    ['12', 12],
  ])('reads the price %s', (price, amount) => {
    const { product } = convert(pageOf({ ...KETTLE, offers: { price } }), 'product');

    expect(product?.variants[0]?.price?.amount).toBe(amount);
  });
});

describe('the format schemaOrg', () => {
  it('is what the page states, with plain names', () => {
    const event = { '@type': ['schema:Event'], '@id': '#e', location: { '@type': 'Place', name: 'Hall' } };

    expect(convert(pageOf(event), 'schemaOrg').schemaOrg).toEqual([
      { type: 'Event', id: '#e', location: { type: 'Place', name: 'Hall' } },
    ]);
  });

  it('is bounded in number, size and depth', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ '@type': 'Thing', name: `${n}` }));
    expect(convert(pageOf(many), 'schemaOrg').schemaOrg).toHaveLength(64);

    const large = { '@type': 'Thing', name: 'x'.repeat(300_000) };
    expect(convert(pageOf([large, many[0]]), 'schemaOrg').schemaOrg).toEqual([{ type: 'Thing', name: '0' }]);

    const deep = `{"@type":"Thing","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const html = `<script type="application/ld+json">${deep}</script><p>Text</p>`;
    expect(JSON.stringify(convert(html, 'schemaOrg').schemaOrg).length).toBeLessThan(100);
  });
});

describe('the main content of a product page', () => {
  const details = '<p>This kettle boils water for a large pot of tea within four minutes on any stove.</p>';
  const aside = `<aside class="sidebar"><h1>Kettle</h1><div class="widget">£34.90</div><div>£1.00</div></aside>`;
  const markdownOf = (data: unknown) =>
    convert(
      pageOf(data, `<article>${details.repeat(8)}</article>`).replace('<main>', `${aside}<main>`),
      'markdown',
    ).markdown;

  it('keeps the title and the price that structured data names', () => {
    const markdown = markdownOf(KETTLE);

    expect(markdown).toContain('# Kettle');
    expect(markdown).toContain('£34.90');
    expect(markdown).not.toContain('£1.00');
  });

  it.each([
    ['another product', { ...KETTLE, name: 'Pot' }],
    ['no product', { '@type': 'WebSite', name: 'Kettle' }],
  ])('is chosen as ever where structured data names %s', (_, data) => {
    const markdown = markdownOf(data);

    expect(markdown).toContain('This kettle boils');
    expect(markdown).not.toContain('# Kettle');
  });
});
