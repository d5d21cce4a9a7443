import { findElement, type DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageProduct, ProductPrice } from '../../model/page/schema-org.js';
import { amountOf } from './read-product.js';

/** Meta elements that are looked at. */
const MAX_META = 500;

/** The product of a page whose OpenGraph metadata states a price; null if it does not. */
export function openGraphProduct(
  document: DomTree,
  { url, heading }: { readonly url: string; readonly heading: string | null },
): PageProduct | null {
  const meta = metaOf(document);
  const title = heading ?? meta.get('og:title');
  const price = priceOf(meta, 'price') ?? priceOf(meta, 'sale_price');
  if (!title || !price) return null;
  const sale = priceOf(meta, 'sale_price');
  const [current, original] = sale && sale.amount < price.amount ? [sale, price] : [price, null];
  const [brand, image] = [meta.get('product:brand') ?? meta.get('og:brand'), meta.get('og:image')];
  const availability = meta.get('product:availability') ?? meta.get('og:availability');
  const description = meta.get('og:description');
  return {
    title,
    ...(brand ? { brand } : {}),
    url,
    ...(description ? { description } : {}),
    variants: [
      {
        price: current,
        ...(original ? { sale: { originalPrice: original } } : {}),
        availability: availability
          ? { inStock: !/^(?:out|oos|discontinued|sold)/i.test(availability), text: availability }
          : { inStock: true },
        ...(image && /^https?:/.test(image) ? { images: [{ url: image }] } : {}),
      },
    ],
  };
}

function priceOf(meta: ReadonlyMap<string, string>, name: 'price' | 'sale_price'): ProductPrice | null {
  for (const prefix of ['product', 'og']) {
    const amount = amountOf(meta.get(`${prefix}:${name}:amount`) ?? '');
    if (amount === null) continue;
    const currency = meta.get(`${prefix}:${name}:currency`) ?? meta.get(`${prefix}:price:currency`);
    return {
      amount,
      ...(currency && /^[A-Z]{3}$/i.test(currency) ? { currency: currency.toUpperCase() } : {}),
    };
  }
  return null;
}

/** Contents of the meta elements in the head by property; the first of each counts. */
function metaOf(document: DomTree): ReadonlyMap<string, string> {
  const head = findElement(document.root, 'head');
  const found = new Map<string, string>();
  for (const node of (head?.children ?? []).slice(0, MAX_META)) {
    if (!('attribs' in node)) continue;
    const { property, name, content } = node.attribs as Readonly<Record<string, string | undefined>>;
    const key = (property ?? name)?.toLowerCase();
    if (key && content?.trim() && !found.has(key)) found.set(key, content.trim().slice(0, 5_000));
  }
  return found;
}
