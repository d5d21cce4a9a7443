import type { IncomingMessage, ServerResponse } from 'node:http';
import { startSite, type Site } from './site.js';

/** A product of the shop, as its page shows it. */
export interface Product {
  readonly name: string;
  readonly price: number;
  readonly sku: string;
  readonly color?: string;
}

/** Designs of the pages. `raised`: the second one, with prices {@link RAISE} higher. `lost`: the price is not shown any more. `wall`: a check for robots. */
export type ShopDesign = 'first' | 'second' | 'raised' | 'lost' | 'wall';

/** Difference of the prices of the design `raised`. */
export const RAISE = 7.35;

export interface ShopSite extends Site {
  design: ShopDesign;
  /** HTML at the end of each page. */
  more: string;
  /** Products by path: `/p/0` to `/p/39`. */
  readonly products: readonly Product[];
  urls(from: number, to: number): string[];
  urlOf(n: number): string;
}

const NOUNS = ['Lamp', 'Chair', 'Kettle', 'Clock', 'Basket', 'Mirror', 'Bench'];
const WORDS = ['Silent', 'Copper', 'Narrow', 'Bright', 'Folding'];
const COLORS = ['red', 'green', 'black'];

/** A shop whose pages change their design at once. */
export async function startShop(count = 40): Promise<ShopSite> {
  const products = Array.from({ length: count }, (_, n): Product => ({
    name: `${WORDS[n % WORDS.length]} ${NOUNS[(n * 3) % NOUNS.length]} ${(n * 37) % 89}`,
    price: Math.round((19 + ((n * 7919) % 4_700)) * 100 + ((n * 31) % 100)) / 100,
    sku: `AB-${1_000 + n * 13}`,
    ...(n % 4 === 3 ? {} : { color: COLORS[n % COLORS.length]! }),
  }));
  const state = { design: 'first' as ShopDesign, more: '' };
  const answer = (_: IncomingMessage, response: ServerResponse, n: number) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(products[n]!, state.design).replace('</main>', `${state.more}</main>`));
  };
  const routes = Object.fromEntries(
    products.map((__, n) => [`/p/${n}`, (request: IncomingMessage, response: ServerResponse) => answer(request, response, n)]),
  );
  const index = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Shop</title><h1>All products</h1><ul>${products.map(({ name }, n) => `<li><a href="/p/${n}">${name}</a></li>`).join('')}</ul>`);
  };
  const site = await startSite({ '/': index, ...routes });
  const urlOf = (n: number) => `${site.url}/p/${n}`;
  const urls = (from: number, to: number) => products.slice(from, to).map((_, n) => urlOf(from + n));
  return Object.assign(state, site, { products, urlOf, urls }) as unknown as ShopSite;
}

function pageOf({ name, price, sku, color }: Product, design: ShopDesign): string {
  if (design === 'wall')
    return '<title>Just a moment...</title><h1>Verify you are human</h1><p>Complete the security check to continue.</p>';
  const head = `<!doctype html><html lang="en"><head><title>${name} | Shop</title></head>`;
  const amount = `$${(design === 'raised' ? price + RAISE : price).toFixed(2)}`;
  if (design === 'second' || design === 'raised')
    return `${head}<body><nav class="n2"><a href="/">Home</a> <a href="/help">Help</a></nav><section class="card"><div class="hd"><h2 class="ttl">${name}</h2></div>
<div class="facts"><div class="f"><b>Cost</b> <i>${amount}</i></div><div class="f"><b>Article no.</b> <i>${sku}</i></div>${color ? `<div class="f"><b>Colour</b> <i>${color}</i></div>` : ''}</div></section><footer class="ft2">All prices include tax.</footer></body></html>`;
  return `${head}<body><header><a href="/">Shop</a> <a href="/cart">Cart</a></header><main><h1 class="name">${name}</h1>
<dl>${design === 'lost' ? '' : `<dt>Price</dt><dd class="price">${amount}</dd>`}<dt>Item number</dt><dd class="sku">${sku}</dd>${color ? `<dt>Color</dt><dd class="color">${color}</dd>` : ''}</dl>
<p>Delivered within a week. Returns are free for thirty days.</p></main><footer>Shop, 12 Market Street</footer></body></html>`;
}

/** Schema of the products. */
export const PRODUCT_SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    sku: { type: 'string' },
    color: { type: 'string' },
  },
  required: ['name'],
} as const;
