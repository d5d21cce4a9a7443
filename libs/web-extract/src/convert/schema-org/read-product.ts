import { parseUrl } from '../../web/url/parse-url.js';
import type {
  PageProduct,
  ProductPrice,
  ProductVariant,
  SchemaOrgObject,
} from '../../model/page/schema-org.js';
import { firstText, foldText, listOf, type SchemaValue } from './schema-values.js';

const PRODUCT = /^(?:Product|ProductGroup|IndividualProduct|ProductModel|SomeProducts|Vehicle|Car)$/;
export const MAX_VARIANTS = 100;
export const MAX_IMAGES = 20;
export const MAX_DESCRIPTION_CHARS = 5_000;

/** schema.org properties that distinguish variants. */
const VALUES = ['color', 'size', 'material', 'pattern', 'model'];

/**
 * Returns the product of a page; null if there is none, or several without the title of the page.
 *
 * @param heading the first heading of the page
 */
export function readProduct(
  objects: readonly SchemaOrgObject[],
  page: { readonly url: string; readonly heading: string | null },
): PageProduct | null {
  const product = mainProduct(objects, page.heading);
  const title = product && firstText(product['name']);
  if (!product || !title) return null;
  const variants = variantsOf(product, objects, page.url);
  const [brand, category] = [firstText(product['brand']), firstText(product['category'])];
  const description = firstText(product['description'])?.slice(0, MAX_DESCRIPTION_CHARS);
  return {
    title,
    ...(brand ? { brand } : {}),
    ...(category ? { category } : {}),
    url: addressOf(product['url'], page.url) ?? page.url,
    ...(description ? { description } : {}),
    variants,
  };
}

function mainProduct(objects: readonly SchemaOrgObject[], heading: string | null): SchemaOrgObject | null {
  const products = objects.filter(({ type, name }) => PRODUCT.test(type) && firstText(name));
  const groups = products.filter(({ type }) => type === 'ProductGroup');
  const variants = new Set(
    groups.flatMap((group) => listOf(group['hasVariant'])).map((one) => firstText(one['id'])),
  );
  const own = products.filter(
    ({ id, type }) => type === 'ProductGroup' || !id || !variants.has(firstText(id)),
  );
  const titled = own.filter(
    ({ name }) => heading !== null && foldText(firstText(name)) === foldText(heading),
  );
  const [first, ...others] = titled.length > 0 ? titled : own;
  const isOne = others.every(
    ({ name }) => foldText(firstText(name)) === foldText(firstText(first?.['name'])),
  );
  return first && (titled.length > 0 || isOne) ? fullest([first, ...others]) : null;
}

/** Pages state one product in several syntaxes. */
const fullest = (products: readonly SchemaOrgObject[]): SchemaOrgObject =>
  products.reduce((most, one) => (weight(one) > weight(most) ? one : most));

const weight = (one: SchemaOrgObject): number =>
  (one['hasVariant'] ? 200 : 0) + (one['offers'] ? 100 : 0) + Object.keys(one).length;

function variantsOf(
  product: SchemaOrgObject,
  objects: readonly SchemaOrgObject[],
  url: string,
): ProductVariant[] {
  const byId = new Map(objects.map((one) => [firstText(one['id']), one]));
  const stated = listOf(product['hasVariant']).slice(0, MAX_VARIANTS);
  const members = stated.map((one) =>
    Object.keys(one).length > 2 ? one : (byId.get(firstText(one['id'])) ?? one),
  );
  if (members.length > 0) return members.map((one) => variantOf(one, offersOf(one)[0], url));
  const offers = offersOf(product).slice(0, MAX_VARIANTS);
  if (offers.length < 2) return [variantOf(product, offers[0], url, false)];
  return offers.map((offer) => variantOf(offer, offer, url));
}

/** The offers of an AggregateOffer, or itself where it lists none. */
function offersOf(product: SchemaValue): SchemaValue[] {
  return listOf(product['offers']).flatMap((offer) => {
    const single = listOf(offer['offers']);
    return single.length > 0 ? single : [offer];
  });
}

function variantOf(
  stated: SchemaValue,
  offer: SchemaValue | undefined,
  url: string,
  hasTitle = true,
): ProductVariant {
  const id = firstText(stated['productID']) ?? firstText(stated['id']);
  const sku = firstText(stated['sku']) ?? firstText(offer?.['sku']) ?? firstText(stated['mpn']);
  const title = hasTitle ? firstText(stated['name']) : null;
  const values = valuesOf(stated);
  const price = priceOf(offer);
  const originalPrice = price && originalPriceOf(offer, price);
  const images = imagesOf(stated['image'], url);
  return {
    ...(id ? { id } : {}),
    ...(sku ? { sku } : {}),
    ...(title ? { title } : {}),
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(price ? { price } : {}),
    ...(originalPrice ? { sale: { originalPrice } } : {}),
    availability: availabilityOf(offer, price !== null),
    ...(images.length > 0 ? { images } : {}),
  };
}

function valuesOf(stated: SchemaValue): Record<string, string> {
  const own = VALUES.flatMap((name) => {
    const text = firstText(stated[name]);
    return text ? [[name, text] as const] : [];
  });
  const further = listOf(stated['additionalProperty']).flatMap((one) => {
    const [name, text] = [firstText(one['name']), firstText(one['value'])];
    return name && text ? [[name, text] as const] : [];
  });
  return Object.fromEntries([...own, ...further.slice(0, 20)]);
}

function priceOf(offer: SchemaValue | undefined): ProductPrice | null {
  if (!offer) return null;
  const specifications = listOf(offer['priceSpecification']).filter((one) => !isListPrice(one));
  for (const one of [offer, ...specifications]) {
    const price = statedPrice(one, offer);
    if (price) return price;
  }
  return null;
}

function statedPrice(one: SchemaValue, offer: SchemaValue): ProductPrice | null {
  const stated = firstText(one['price']) ?? firstText(one['lowPrice']);
  const amount = stated === null ? null : amountOf(stated);
  if (amount === null) return null;
  const currency = firstText(one['priceCurrency']) ?? firstText(offer['priceCurrency']);
  const isPlain = /^[\d.]+$/.test(stated!);
  return {
    amount,
    ...(currency && /^[A-Z]{3}$/i.test(currency) ? { currency: currency.toUpperCase() } : {}),
    ...(isPlain ? {} : { formatted: stated! }),
  };
}

const isListPrice = (specification: SchemaValue): boolean =>
  /(?:ListPrice|StrikethroughPrice|MSRP|SRP)$/.test(firstText(specification['priceType']) ?? '');

/** The list price of an offer, if it is higher than its price. */
function originalPriceOf(offer: SchemaValue | undefined, { amount }: ProductPrice): ProductPrice | null {
  for (const one of listOf(offer?.['priceSpecification'])) {
    const price = isListPrice(one) ? statedPrice(one, offer!) : null;
    if (price && price.amount > amount) return price;
  }
  return null;
}

const AVAILABLE =
  /^(?:InStock|InStoreOnly|LimitedAvailability|OnlineOnly|PreOrder|PreSale|MadeToOrder|BackOrder)$/i;

function availabilityOf(offer: SchemaValue | undefined, hasPrice: boolean): ProductVariant['availability'] {
  const text = firstText(offer?.['availability'])?.replace(/^.*[/#:]/, '');
  return text ? { inStock: AVAILABLE.test(text), text } : { inStock: hasPrice };
}

function imagesOf(stated: unknown, url: string): { url: string; alt?: string }[] {
  return [stated]
    .flat(2)
    .slice(0, MAX_IMAGES)
    .flatMap((image) => {
      const [object] = listOf(image);
      const address = addressOf(object ? (object['contentUrl'] ?? object['url']) : image, url);
      const alt = object && (firstText(object['caption']) ?? firstText(object['name']));
      return address === null ? [] : [{ url: address, ...(alt ? { alt } : {}) }];
    });
}

/** An address of HTTP in absolute form. */
export function addressOf(stated: unknown, base: string): string | null {
  const text = firstText(stated);
  const url = text === null ? null : parseUrl(text, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A number as shops write it: `1,299.00`, `1.299,00`, `£34.90`. */
export function amountOf(text: string): number | null {
  const [digits] = /\d[\d.,'’\s]{0,20}/.exec(text.slice(0, 60)) ?? [];
  if (digits === undefined) return null;
  const compact = digits.replace(/['’\s]/g, '').replace(/[.,]+$/, '');
  const decimals = /[.,](\d{1,2})$/.exec(compact)?.[1];
  const whole = (decimals === undefined ? compact : compact.slice(0, -decimals.length - 1)).replace(
    /[.,]/g,
    '',
  );
  const amount = Number(decimals === undefined ? whole : `${whole}.${decimals}`);
  return Number.isFinite(amount) ? amount : null;
}
