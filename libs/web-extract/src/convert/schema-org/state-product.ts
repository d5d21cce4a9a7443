import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageProduct, ProductVariant } from '../../model/page/schema-org.js';
import { onlyOwn, OwnProduct, type ProductPage } from './own-product.js';
import { addressOf, MAX_DESCRIPTION_CHARS, MAX_IMAGES, MAX_VARIANTS } from './read-product.js';
import { hasPriceName, statePrices, type StatedPrices } from './state-price.js';
import { readStates } from './read-states.js';
import type { StateFields, StateTree } from './state-tree.js';

const NAMES = ['name', 'title', 'productname', 'producttitle', 'displayname'];
const ADDRESSES = ['url', 'canonicalurl', 'link', 'href', 'permalink', 'path', 'producturl', 'pdpurl', 'urlkey', 'urlpath', 'slug', 'handle']; // prettier-ignore
const CODES = [
  'sku',
  'id',
  'productid',
  'itemid',
  'code',
  'mpn',
  'gtin',
  'articlenumber',
  'partnumber',
  'styleid',
];
const SKUS = ['sku', 'code', 'mpn', 'articlenumber', 'partnumber'];
const IMAGES = ['images', 'image', 'featuredimage', 'gallery', 'media', 'imageurl', 'thumbnail'];
const VARIANTS = ['variants', 'productvariants', 'skus'];
const AVAILABILITY = ['availability', 'stockstatus', 'availabilitystatus', 'instock', 'isinstock', 'availableforsale', 'isavailable', 'available']; // prettier-ignore
const SOLD_OUT = ['soldout', 'issoldout', 'outofstock', 'isoutofstock'];
/** Objects that list products are categories and shelves. */
const LISTS = ['products', 'productlist', 'hits', 'facets'];
const MAX_CANDIDATES = 1_000;
const MAX_VALUES = 20;

/**
 * The product of a page in the state of its framework: Next, Nuxt, Apollo, and states assigned to a global variable as JSON.
 * Null if none of its products with a price agrees with the name or address of the page, or if several do.
 *
 * @param shown the amounts in the text of the page
 */
export function stateProduct(
  scripts: readonly PageElement[],
  page: ProductPage,
  shown: () => ReadonlySet<number>,
): PageProduct | null {
  for (const state of readStates(scripts)) {
    const product = new ProductState(state, page, shown).read();
    if (product) return product;
  }
  return null;
}

/** Reads the product of a page from one state. */
class ProductState {
  constructor(
    private readonly state: StateTree,
    private readonly page: ProductPage,
    private readonly shown: () => ReadonlySet<number>,
  ) {}

  read(): PageProduct | null {
    const own = new OwnProduct(this.page);
    const candidates = [];
    for (const fields of this.state.objects((object, name) => isInside(object, name))) {
      const agreement = this.mayBeProduct(fields) ? own.agreement(this.identity(fields)) : 0;
      if (agreement === 0 || candidates.length >= MAX_CANDIDATES) continue;
      const variants = this.variantsOf(fields);
      const amount = variants.find(({ price }) => price)?.price?.amount;
      if (amount !== undefined)
        candidates.push({ agreement, amount, weight: fields.size + variants.length, fields, variants });
    }
    const found = onlyOwn(candidates);
    return found && this.productOf(found.fields, found.variants);
  }

  private mayBeProduct(fields: StateFields): boolean {
    if (this.text(fields, NAMES) === null) return false;
    if (LISTS.some((name) => this.state.listOf(fields.get(name)).length > 0)) return false;
    return hasPriceName(fields) || VARIANTS.some((name) => fields.has(name));
  }

  private identity(fields: StateFields) {
    return {
      name: this.text(fields, NAMES)!,
      addresses: this.texts(fields, ADDRESSES),
      codes: this.texts(fields, CODES),
    };
  }

  private productOf(fields: StateFields, variants: readonly ProductVariant[]): PageProduct {
    const [brand, category] = [
      this.text(fields, ['brand', 'brandname', 'vendor', 'manufacturer']),
      this.text(fields, ['category', 'categoryname', 'producttype']),
    ];
    const stated = this.text(fields, ['description', 'longdescription', 'shortdescription']);
    const description = stated && stripTags(stated).slice(0, MAX_DESCRIPTION_CHARS);
    return {
      title: this.text(fields, NAMES)!,
      ...(brand ? { brand } : {}),
      ...(category ? { category } : {}),
      url: this.page.url,
      ...(description ? { description } : {}),
      variants,
    };
  }

  private variantsOf(product: StateFields): ProductVariant[] {
    const own = hasPriceName(product) ? statePrices(this.state, product, this.shown()) : null;
    const listed = VARIANTS.map((name) => this.state.listOf(product.get(name))).find(
      ({ length }) => length > 0,
    );
    const variants = (listed ?? []).slice(0, MAX_VARIANTS).flatMap((item) => {
      const outer = this.state.fieldsOf(item);
      const fields = (outer?.has('product') ? this.state.fieldsOf(outer.get('product')) : null) ?? outer;
      if (!fields || Array.isArray(item)) return [];
      return [this.variantOf(fields, statePrices(this.state, fields, this.shown()) ?? own)];
    });
    if (variants.some(({ price }) => price)) return variants;
    return own ? [this.variantOf(product, own, true)] : [];
  }

  private variantOf(fields: StateFields, prices: StatedPrices | null, isProduct = false): ProductVariant {
    const [id, sku] = [this.text(fields, ['id', 'productid', 'itemid']), this.text(fields, SKUS)];
    const title = isProduct ? null : this.text(fields, NAMES);
    const values = this.valuesOf(fields);
    const images = this.imagesOf(fields);
    return {
      ...(id ? { id } : {}),
      ...(sku ? { sku } : {}),
      ...(title ? { title } : {}),
      ...(Object.keys(values).length > 0 ? { values } : {}),
      ...(prices ? { price: prices.price } : {}),
      ...(prices?.originalPrice ? { sale: { originalPrice: prices.originalPrice } } : {}),
      availability: this.availabilityOf(fields, prices !== null),
      ...(images.length > 0 ? { images } : {}),
    };
  }

  private availabilityOf(fields: StateFields, hasPrice: boolean): ProductVariant['availability'] {
    for (const name of SOLD_OUT) {
      const stated = this.state.resolve(fields.get(name));
      if (typeof stated === 'boolean') return { inStock: !stated };
    }
    for (const name of AVAILABILITY) {
      const stated = this.state.resolve(fields.get(name));
      if (typeof stated === 'boolean') return { inStock: stated };
      if (typeof stated !== 'string' || stated === '') continue;
      const text = stated.slice(0, 100).replace(/^.*[/#:]/, '');
      return { inStock: !/out|sold|unavail|not|discontinu/i.test(text), text };
    }
    return { inStock: hasPrice };
  }

  /** `selectedOptions: [{name: 'Color', value: 'red'}]`, or properties of their own. */
  private valuesOf(fields: StateFields): Record<string, string> {
    const options = this.state.listOf(fields.get('selectedoptions') ?? fields.get('attributes'));
    const listed = options.slice(0, MAX_VALUES).flatMap((item) => {
      const option = this.state.fieldsOf(item);
      const [name, value] = [
        option && this.text(option, ['name', 'key']),
        option && this.text(option, ['value']),
      ];
      return name && value ? [[name, value] as const] : [];
    });
    const own = ['color', 'size', 'material'].flatMap((name) => {
      const value = this.text(fields, [name]);
      return value ? [[name, value] as const] : [];
    });
    return Object.fromEntries([...own, ...listed]);
  }

  private imagesOf(fields: StateFields): { url: string; alt?: string }[] {
    const name = IMAGES.find((one) => fields.has(one));
    const stated = name === undefined ? null : this.state.resolve(fields.get(name));
    const listed = this.state.listOf(stated);
    return (listed.length > 0 ? listed : [stated]).slice(0, MAX_IMAGES).flatMap((item) => {
      const image = this.state.fieldsOf(item);
      const text = image ? this.text(image, ['url', 'src', 'originalsrc']) : item;
      const url = typeof text === 'string' ? addressOf(text, this.page.url) : null;
      const alt = image && this.text(image, ['alt', 'alttext']);
      return url === null ? [] : [{ url, ...(alt ? { alt } : {}) }];
    });
  }

  private text(fields: StateFields, names: readonly string[]): string | null {
    return this.texts(fields, names)[0] ?? null;
  }

  /** Texts and numbers, and the names of objects. */
  private texts(fields: StateFields, names: readonly string[]): string[] {
    return names.flatMap((name) => {
      const stated = this.state.resolve(fields.get(name));
      const value =
        typeof stated === 'object' ? this.state.resolve(this.state.fieldsOf(stated)?.get('name')) : stated;
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && text.trim() !== '' ? [text.slice(0, 10_000).trim()] : [];
    });
  }
}

/** Variants are read with their product. */
const isInside = (fields: StateFields, name: string): boolean =>
  VARIANTS.includes(name) && NAMES.some((one) => fields.has(one));

/** The words of a text that may be markup. */
const stripTags = (text: string): string =>
  text
    .replace(/<[^<>]{0,1000}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
