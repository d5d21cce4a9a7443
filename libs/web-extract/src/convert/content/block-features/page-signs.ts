import { isDataScript } from '@web-extract/documents/markup/dom/is-data-script.js';
import { isText, nextNode, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

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
  /** Remaining number of nodes to read, because nested elements repeat their content. */
  nodesLeft: number;
}

export const noSigns = (): PageSigns => ({
  scripts: 0,
  passwordFields: 0,
  botChecks: 0,
  emptyRoots: 0,
  customElements: new Set(),
  consentManagers: 0,
  noscript: '',
  nodesLeft: 50_000,
});

const BOT_CHECKS =
  /captcha|turnstile|cf-challenge|challenge-(?:platform|form|running|error)|px-block|perimeterx|datadome|incapsula|arkose|awswaf|ddos-guard|sucuri|akamai-?challenge/i;
const CONSENT_MANAGERS =
  /onetrust|cookiebot|usercentrics|didomi|quantcast|qc-cmp|sp_message|sourcepoint|consentmanager|trustarc|cookie-?(?:wall|consent|banner|notice)|cmp-?(?:container|wall|app)|iubenda|privacy-?(?:wall|gate)|consent-?(?:wall|gate|page|form)/i;
const SIGNS = new RegExp(`${BOT_CHECKS.source}|${CONSENT_MANAGERS.source}`, 'i');

/** What a name or an address announces, as bits. */
const Sign = { botCheck: 1, consentManager: 2 } as const;

function signOf(text: string): number {
  if (text === '' || !SIGNS.test(text)) return 0;
  return (
    (BOT_CHECKS.test(text) ? Sign.botCheck : 0) | (CONSENT_MANAGERS.test(text) ? Sign.consentManager : 0)
  );
}

/** Containers that the common frameworks mount into. */
const ROOTS =
  /^(?:root|app|main-?app|__next|__nuxt|___gatsby|react-root|app-root|ember-?app|svelte|mount|application|q-app|vue-?app|spa|container-root)$/i;
const ROOT_TAGS = /^(?:app-root|my-app|ng-app|[a-z]+-app)$/;
/** Containers with less text count as empty. */
const MIN_ROOT_CHARS = 100;
const MAX_NOSCRIPT_CHARS = 400;

const MAX_CUSTOM_ELEMENTS = 200;
const CUSTOM_NAME = /^[a-z][^\s/>]*-/;
/** Elements of SVG and MathML, whose names have hyphens, too. */
const RESERVED_NAME = /^(?:annotation-xml|color-profile|font-face(?:-.*)?|missing-glyph)$/;

/** @see https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name */
function isCustomName(name: string): boolean {
  return name.includes('-') && CUSTOM_NAME.test(name) && !RESERVED_NAME.test(name);
}

/** Adds the signs of one element. */
export function collectSigns(element: PageElement, signs: PageSigns): void {
  const { name, attribs } = element;
  const { id = '', class: className = '', src = '', action = '' } = attribs;
  if (name === 'script' && !isDataScript(attribs)) signs.scripts++;
  if (isCustomName(name) && signs.customElements.size < MAX_CUSTOM_ELEMENTS) signs.customElements.add(name);
  if (name === 'input' && attribs['type'] === 'password') signs.passwordFields++;
  if (name === 'noscript' && signs.noscript.length < MAX_NOSCRIPT_CHARS) {
    signs.noscript += ` ${beginningOf(element, signs)}`;
  }
  const found = signOf(id) | signOf(className) | signOf(src) | signOf(action);
  if (found & Sign.botCheck) signs.botChecks++;
  if (found & Sign.consentManager) signs.consentManagers++;
  if (isRoot(name, id) && !hasText(element, signs)) signs.emptyRoots++;
}

/** Returns the beginning of the text of a noscript element. */
function beginningOf(element: PageElement, signs: PageSigns): string {
  let text = '';
  for (const piece of textsOf(element, signs)) {
    text += piece;
    if (text.length >= MAX_NOSCRIPT_CHARS) break;
  }
  return text.slice(0, MAX_NOSCRIPT_CHARS);
}

/** True if the trimmed text of an element is not short. Reads no more than that. */
function hasText(element: PageElement, signs: PageSigns): boolean {
  let chars = 0;
  let blanks = 0;
  for (const piece of textsOf(element, signs)) {
    const text = chars === 0 ? piece.trimStart() : piece;
    const solid = text.trimEnd().length;
    if (solid === 0) blanks += text.length;
    else {
      chars += blanks + solid;
      blanks = text.length - solid;
    }
    if (chars >= MIN_ROOT_CHARS) return true;
  }
  return signs.nodesLeft <= 0;
}

/** Yields texts of an element while nodes may be read. */
function* textsOf(element: PageElement, signs: PageSigns): Generator<string> {
  for (let node = nextNode(element, element); node; node = nextNode(node, element)) {
    const text = isText(node) ? node.data : '';
    signs.nodesLeft -= 1 + (text.length >> 6);
    if (signs.nodesLeft <= 0) return;
    if (text !== '') yield text;
  }
}

function isRoot(name: string, id: string): boolean {
  return (id !== '' && ROOTS.test(id)) || (name.includes('-') && ROOT_TAGS.test(name));
}
