import { isDataScript } from '@web-extract/documents/markup/dom/is-data-script.js';
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

/** Types that the page declares in Open Graph, JSON-LD and microdata: 1 if declared. */
export interface StatedTypes {
  readonly article: number;
  readonly product: number;
  readonly forum: number;
  readonly listing: number;
}

/** Signs in the markup, visible or not, of a page that replaces the requested one. */
export interface PageSigns {
  scripts: number;
  passwordFields: number;
  /** Elements of bot detection systems. */
  botChecks: number;
  /** Containers that scripts fill and that have come empty. */
  emptyRoots: number;
  /** Names of the page's custom elements, the first ones. */
  readonly customElements: Set<string>;
  /** Elements of consent managers. */
  consentManagers: number;
  /** The text of the page's noscript elements, at most some hundred characters. */
  noscript: string;
}

/** Statements in the head and the scripts of a page. Read before cleaning, which removes them. */
export interface PageStatements {
  readonly title: string;
  readonly types: StatedTypes;
  readonly signs: PageSigns;
  /** JSON-LD as written. */
  readonly structuredData: readonly string[];
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
  const signs: PageSigns = {
    scripts: 0,
    passwordFields: 0,
    botChecks: 0,
    emptyRoots: 0,
    customElements: new Set(),
    consentManagers: 0,
    noscript: '',
  };
  const harmless = new Set<string>();
  let elements = 0;
  const { root } = document;
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (!isElement(node)) continue;
    collectTypes(node, names);
    if (isStructuredData(node)) structuredData.push(node.textContent);
    if (elements++ < MAX_SIGN_ELEMENTS) collectSigns(node, signs, harmless);
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

const BOT_CHECKS =
  /captcha|turnstile|cf-challenge|challenge-(?:platform|form|running|error)|px-block|perimeterx|datadome|incapsula|arkose|awswaf|ddos-guard|sucuri|akamai-?challenge/i;
const CONSENT_MANAGERS =
  /onetrust|cookiebot|usercentrics|didomi|quantcast|qc-cmp|sp_message|sourcepoint|consentmanager|trustarc|cookie-?(?:wall|consent|banner|notice)|cmp-?(?:container|wall|app)|iubenda|privacy-?(?:wall|gate)|consent-?(?:wall|gate|page|form)/i;
/** Containers that the common frameworks mount into. */
const ROOTS =
  /^(?:root|app|main-?app|__next|__nuxt|___gatsby|react-root|app-root|ember-?app|svelte|mount|application|q-app|vue-?app|spa|container-root)$/i;
const ROOT_TAGS = /^(?:app-root|my-app|ng-app|[a-z]+-app)$/;
const MAX_NOSCRIPT_CHARS = 400;

/** @param harmless names that were found to say nothing: those of most elements repeat */
const MAX_CUSTOM_ELEMENTS = 200;
const CUSTOM_NAME = /^[a-z][^\s/>]*-/;
/** Elements of SVG and MathML, whose names have hyphens, too. */
const RESERVED_NAME = /^(?:annotation-xml|color-profile|font-face(?:-.*)?|missing-glyph)$/;

/** @see https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name */
function isCustomName(name: string): boolean {
  return name.includes('-') && CUSTOM_NAME.test(name) && !RESERVED_NAME.test(name);
}

function collectSigns(element: PageElement, signs: PageSigns, harmless: Set<string>): void {
  const { name, attribs } = element;
  const { id = '', class: className = '', src = '', action = '' } = attribs;
  if (name === 'script' && !isDataScript(attribs)) signs.scripts++;
  if (isCustomName(name) && signs.customElements.size < MAX_CUSTOM_ELEMENTS) signs.customElements.add(name);
  if (name === 'input' && attribs['type'] === 'password') signs.passwordFields++;
  if (name === 'noscript' && signs.noscript.length < MAX_NOSCRIPT_CHARS) {
    signs.noscript += ` ${element.textContent.slice(0, MAX_NOSCRIPT_CHARS)}`;
  }
  if (id || className || src || action) {
    const named = `${id} ${className} ${src} ${action}`;
    if (!harmless.has(named)) {
      const [isBotCheck, isConsentManager] = [BOT_CHECKS.test(named), CONSENT_MANAGERS.test(named)];
      if (isBotCheck) signs.botChecks++;
      if (isConsentManager) signs.consentManagers++;
      if (!isBotCheck && !isConsentManager) harmless.add(named);
    }
  }
  if ((ROOTS.test(id) || ROOT_TAGS.test(name)) && element.textContent.trim().length < 100) signs.emptyRoots++;
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
