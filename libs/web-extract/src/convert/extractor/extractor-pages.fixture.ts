import type { LearnReport, LearningPage, PageExample } from '../../model/extractor/extractor-learning.js';
import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import type { ExtractorResult } from '../../model/extractor/extractor-run.js';
import { learnTemplates } from './learn/learn-templates.js';
import { runExtractor } from './run-extractor.js';

/** A product of a shop for tests. */
export interface Item {
  readonly name: string;
  readonly price: number;
  readonly sku?: string;
  readonly stock?: 'in_stock' | 'out_of_stock';
  readonly parts?: readonly { readonly label: string; readonly value: string }[];
}

export const SHOP_SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    sku: { type: 'string' },
    stock: { type: 'string', enum: ['in_stock', 'out_of_stock'] },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { label: { type: 'string' }, value: { type: 'string' } },
        required: ['label', 'value'],
      },
    },
  },
  required: ['name', 'price'],
};

const NAMES = [
  'Oak Lamp',
  'Red Kettle',
  'Steel Drill',
  'Blue Tent',
  'Old Mirror',
  'Grey Sofa',
  'New Watch',
  'Tall Shelf',
];

/** Different items by number. */
export function itemOf(n: number, changes: Partial<Item> = {}): Item {
  return {
    name: `${NAMES[n % NAMES.length]!} ${n + 10}`,
    price: 20 + n * 7.25,
    sku: `K${1000 + n * 37}`,
    stock: n % 3 === 0 ? 'out_of_stock' : 'in_stock',
    parts: [
      { label: 'Height', value: `${30 + n * 3} cm` },
      { label: 'Weight', value: `${4 + n} kg` },
    ],
    ...changes,
  };
}

const money = (value: number) => `€ ${value.toFixed(2)}`;
const STOCK = { in_stock: 'Available today', out_of_stock: 'Sold out' } as const;

export interface Layout {
  readonly prefix?: string;
  readonly skuLabel?: string;
  readonly main?: string;
  readonly stated?: Readonly<Record<string, unknown>>;
}

/** Words that all pages of the shop have. */
const FRAME = ['Home', 'Catalogue', 'Guides', 'Contact', 'Account', 'Imprint'];

/** A page of the shop. Its classes begin with a prefix, which a new release changes. */
export function shopPage(
  item: Item,
  { prefix = 'p', skuLabel = 'Item number', main = '', stated }: Layout = {},
): string {
  const parts = (item.parts ?? []).map(({ label, value }) => `<dt>${label}</dt><dd>${value}</dd>`).join('');
  return `<!doctype html><html lang="en"><head><title>${item.name} | Shop</title>${
    stated
      ? `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', ...stated })}</script>`
      : ''
  }</head><body><header><ul>${FRAME.map((word) => `<li><a href="/${word}">${word}</a></li>`).join('')}</ul></header>
<main><h1>${item.name}</h1><div class="${prefix}-box"><span class="${prefix}-price">${money(item.price)}</span></div>
${item.sku === undefined ? '' : `<table><tr><th>${skuLabel}</th><td>${item.sku}</td></tr></table>`}
${item.stock ? `<p class="${prefix}-stock">${STOCK[item.stock]}</p>` : ''}${main}
${parts === '' ? '' : `<section><h2>Details</h2><dl class="${prefix}-parts">${parts}</dl></section>`}</main>
<footer><p>All rights reserved</p><form><label>Newsletter</label><button>Send</button></form></footer></body></html>`;
}

export const urlOf = (n: number): string => `https://shop.example/item/${n}`;

export function learningPage(
  n: number,
  html: string,
  data: object,
  source: PageExample['source'] = 'values',
): LearningPage {
  return { url: urlOf(n), html, examples: [{ source, data: data as Record<string, unknown> }] };
}

/** Learns from pages of items, each with its own data unless another is given. */
export function learnShop(
  count = 5,
  { page = shopPage, item = itemOf, data = (own: Item): object => own, schema = SHOP_SCHEMA as object } = {},
): LearnReport {
  const pages = Array.from({ length: count }, (_, n) => {
    const own = item(n);
    return learningPage(n, page(own), data(own));
  });
  return learnTemplates({ schema: schema as Record<string, unknown>, pages });
}

export function runOn(program: ExtractorProgram, html: string, n = 99): ExtractorResult {
  return runExtractor(JSON.stringify(program), { url: urlOf(n), html });
}
