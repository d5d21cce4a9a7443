import { pageOf } from '../../schema-org/page-of.js';
import { readProduct } from '../../schema-org/read-product.js';
import { schemaObjects } from '../../schema-org/schema-objects.js';
import {
  findElement,
  isElement,
  nextNode,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { collectSigns, noSigns, type PageSigns } from './page-signs.js';

/** Types that the page declares in Open Graph, JSON-LD and microdata: 1 if declared. */
export interface StatedTypes {
  readonly article: number;
  readonly product: number;
  readonly forum: number;
  readonly listing: number;
}

/** Statements in the head and the scripts of a page. Read before cleaning, which removes them. */
export interface PageStatements {
  readonly title: string;
  readonly types: StatedTypes;
  readonly signs: PageSigns;
  /** JSON-LD as written. */
  readonly structuredData: readonly string[];
  /** Inline scripts that may hold the state of a framework. */
  readonly scripts: readonly PageElement[];
  /** The product that the page is about; null where it states none. */
  readonly product: StatedProduct | null;
}

/** Title and prices of a product, as the page states them. */
export interface StatedProduct {
  readonly title: string;
  readonly amounts: readonly number[];
}

/** schema.org and Open Graph types by the kind of page they announce. */
const TYPES: Readonly<Record<keyof StatedTypes, RegExp>> = {
  article:
    /^(?:article|newsarticle|blogposting|reportagenewsarticle|scholarlyarticle|techarticle|recipe|howto)$/,
  product: /^(?:product|og:product|product\.item|productgroup|individualproduct|book|offer|vehicle|car)$/,
  forum: /^(?:discussionforumposting|qapage|question|comment|answer)$/,
  listing: /^(?:itemlist|collectionpage|searchresultspage|offercatalog|blog)$/,
};

const LD_TYPE = /"@type"\s*:\s*\[?\s*"([A-Za-z:/.]+)"/g;
/** Maximum number of characters read of a script. */
const MAX_SCRIPT_CHARS = 200_000;

/** Reads the statements of a page. Must be called on the parsed page before cleaning. */
export function readStatements(document: DomTree): PageStatements {
  const names = new Set<string>();
  const structuredData: string[] = [];
  const scripts: PageElement[] = [];
  const signs = noSigns();
  let elements = 0;
  const { root } = document;
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (!isElement(node)) continue;
    collectTypes(node, names);
    if (isStructuredData(node)) structuredData.push(node.textContent);
    else if (node.name === 'script' && node.attribs['src'] === undefined) scripts.push(node);
    if (elements++ < MAX_SIGN_ELEMENTS) collectSigns(node, signs);
  }
  const says = (kind: keyof StatedTypes): number =>
    [...names].some((name) => TYPES[kind].test(name)) ? 1 : 0;
  return {
    title: findElement(root, 'title')?.textContent ?? '',
    types: {
      article: says('article'),
      product: says('product'),
      forum: says('forum'),
      listing: says('listing'),
    },
    signs,
    structuredData,
    scripts,
    product: says('product') ? statedProduct(document) : null,
  };
}

function statedProduct(document: DomTree): StatedProduct | null {
  const product = readProduct(schemaObjects(document), pageOf(document));
  if (product === null) return null;
  const { title, variants } = product;
  return { title, amounts: variants.flatMap(({ price }) => (price ? [price.amount] : [])) };
}

/** Pages that replace the requested one are small. */
const MAX_SIGN_ELEMENTS = 1000;

function collectTypes(element: PageElement, names: Set<string>): void {
  const { attribs } = element;
  if (element.name === 'meta' && attribs['property'] === 'og:type' && attribs['content'])
    add(attribs['content'], names);
  if (attribs['itemtype']) add(attribs['itemtype'], names);
  if (isStructuredData(element)) {
    for (const [, type] of element.textContent.slice(0, MAX_SCRIPT_CHARS).matchAll(LD_TYPE))
      add(type!, names);
  }
}

function isStructuredData({ name, attribs }: PageElement): boolean {
  return name === 'script' && attribs['type'] === 'application/ld+json';
}

function add(type: string, names: Set<string>): void {
  names.add(
    type
      .slice(type.lastIndexOf('/') + 1)
      .trim()
      .toLowerCase(),
  );
}
