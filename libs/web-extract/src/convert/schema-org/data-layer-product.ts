import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageProduct, ProductPrice } from '../../model/page/schema-org.js';
import { readLiteral } from './js-literal.js';
import { onlyOwn, OwnProduct, type ProductPage } from './own-product.js';
import { amountOf } from './read-product.js';
import { firstText, listOf, type SchemaValue } from './schema-values.js';

const MAX_SCRIPT_CHARS = 200_000;
const MAX_STATEMENTS = 100;
const MAX_ITEMS = 200;

/** `dataLayer.push({…})`, `dataLayer = [{…}]` and `gtag('event', 'view_item', {…})` up to their data. */
const STATEMENT =
  /\bdataLayer\s{0,9}(?:\.\s{0,9}push\s{0,9}\(|=\s{0,9}(?:window\.dataLayer\s{0,9}\|\|\s{0,9})?(?=\[))|\bgtag\s{0,9}\(\s{0,9}["']event["']\s{0,9},\s{0,9}["']view_item["']\s{0,9},/g;
/** Events of pages of one product. */
const VIEW =
  /^(?:view_item|productdetails?|product_?detail_?views?|view_?product|product_?views?|ee_detail)$/i;

/**
 * The product that a page reports to its analytics: `view_item` of GA4 and `ecommerce.detail` of its predecessor. Null if none agrees
 * with the name or address of the page, or if several with different prices do.
 */
export function dataLayerProduct(scripts: readonly PageElement[], page: ProductPage): PageProduct | null {
  const own = new OwnProduct(page);
  const candidates = viewsIn(scripts)
    .flatMap(itemsOf)
    .slice(0, MAX_ITEMS)
    .flatMap(({ item, currency }) => {
      const [name, price] = [textIn(item, ['item_name', 'name']), priceOf(item, currency)];
      const sku = textIn(item, ['item_id', 'id', 'sku']);
      const agreement = name && own.agreement({ name, addresses: [], codes: sku ? [sku] : [] });
      if (!name || !price || !agreement) return [];
      return [{ agreement, amount: price.amount, weight: Object.keys(item).length, name, sku, price, item }];
    });
  const found = onlyOwn(candidates);
  if (!found) return null;
  const { name, sku, price, item } = found;
  const [brand, category, variant] = [
    textIn(item, ['item_brand', 'brand']),
    textIn(item, ['item_category', 'category']),
    textIn(item, ['item_variant', 'variant']),
  ];
  const discount = amountIn(item['discount']);
  return {
    title: name,
    ...(brand ? { brand } : {}),
    ...(category ? { category } : {}),
    url: page.url,
    variants: [
      {
        ...(sku ? { sku } : {}),
        ...(variant ? { values: { variant } } : {}),
        price,
        ...(discount
          ? {
              sale: {
                originalPrice: { ...price, amount: Math.round((price.amount + discount) * 100) / 100 },
              },
            }
          : {}),
        availability: { inStock: true },
      },
    ],
  };
}

/** The data of events, in document order. */
function viewsIn(scripts: readonly PageElement[]): SchemaValue[] {
  const views: SchemaValue[] = [];
  for (const script of scripts) {
    const text = script.textContent;
    if (text.length > MAX_SCRIPT_CHARS || !/dataLayer|gtag/.test(text)) continue;
    let end = 0;
    for (const statement of text.matchAll(STATEMENT)) {
      if (views.length >= MAX_STATEMENTS) return views;
      const start = statement.index + statement[0].length;
      const literal = start < end ? null : readLiteral(text, start);
      if (!literal) continue;
      end = literal.end;
      const isView = statement[0].startsWith('gtag');
      for (const value of listOf(literal.value))
        views.push(isView ? { event: 'view_item', ecommerce: value } : value);
    }
  }
  return views;
}

interface ReportedItem {
  readonly item: SchemaValue;
  readonly currency: string | null;
}

function itemsOf(view: SchemaValue): ReportedItem[] {
  const [commerce] = listOf(view['ecommerce']);
  if (!commerce) return [];
  const [detail] = listOf(commerce['detail']);
  const stated = detail
    ? detail['products']
    : VIEW.test(firstText(view['event']) ?? '')
      ? commerce['items']
      : null;
  const currency = firstText(commerce['currency']) ?? firstText(commerce['currencyCode']);
  return listOf(stated).map((item) => ({ item, currency: firstText(item['currency']) ?? currency }));
}

function priceOf(item: SchemaValue, currency: string | null): ProductPrice | null {
  const amount = amountIn(item['price']);
  if (!amount) return null;
  return {
    amount,
    ...(currency && /^[A-Z]{3}$/i.test(currency) ? { currency: currency.toUpperCase() } : {}),
  };
}

const amountIn = (stated: unknown): number | null =>
  typeof stated === 'number'
    ? stated > 0
      ? stated
      : null
    : typeof stated === 'string'
      ? amountOf(stated)
      : null;

function textIn(item: SchemaValue, names: readonly string[]): string | null {
  for (const name of names) {
    const text = firstText(item[name]);
    if (text) return text;
  }
  return null;
}
