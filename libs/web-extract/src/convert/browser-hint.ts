import type { BrowserHint } from '../model/page/conversion.js';
import type { ContentSelection } from './content/select-content.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { isDataScript } from '@web-extract/documents/markup/dom/is-data-script.js';
import { isImmediate } from '../web/url/read-refresh.js';
import { refreshOf } from './links/onward-pages.js';

/** A page with more text is not a stub that only redirects. */
const MAX_STUB_CHARS = 500;
/**
 * A page with custom elements and less text than this may have the rest in their shadow roots. None of 58 static pages with custom
 * elements in bench/quality has less; two have less than 800.
 */
const MAX_SLOTTED_CHARS = 500;
/** The same for a page whose own inline script gives one of its elements a shadow root. */
const MAX_SHADOWED_CHARS = 2_000;
const DEFINES = /\bcustomElements\s*\.\s*define\s*\(\s*["'`]([^"'`]{1,100})["'`]/g;
/** `location = …`, `location.href = …`, `location.replace(…)`. */
const SENDS_ON =
  /(?:^|[^\w.$-])(?:(?:window|document|self|top)\s*\.\s*)?location\s*(?:\.\s*href\s*)?=[^=]|location\s*\.\s*(?:replace|assign)\s*\(/;

/**
 * Indicates the benefit of rendering a page in a browser. Must be called with the selected content.
 *
 * @param customElements names of the page's custom elements
 */
export function browserHint(
  document: DomTree,
  content: ContentSelection,
  customElements: ReadonlySet<string>,
): BrowserHint {
  const { flags, keptChars, candidate, isFromState } = content;
  // content stated in full in structured data needs no rendering; a browser shows more than the state of a framework
  const isBare =
    (candidate !== 'structured-data' || isFromState === true) &&
    (flags.includes('script-shell') || (flags.includes('empty') && hasScripts(document)));
  return {
    isNeeded:
      isBare ||
      refreshes(document) ||
      (keptChars < MAX_STUB_CHARS && sendsOn(document)) ||
      (candidate !== 'structured-data' && hasComponents(document, keptChars, customElements)),
    textChars: keptChars,
  };
}

function hasScripts({ statements }: DomTree): boolean {
  return statements.some(({ name, attribs }) => name === 'script' && !isDataScript(attribs));
}

/** Whether scripts may show most of a page in the shadow roots of its custom elements. */
function hasComponents(document: DomTree, keptChars: number, customElements: ReadonlySet<string>): boolean {
  if (customElements.size === 0 || keptChars >= MAX_SHADOWED_CHARS) return false;
  if (keptChars < MAX_SLOTTED_CHARS) return hasScripts(document);
  return document.statements.some(
    ({ name, textContent }) => name === 'script' && shadows(textContent, customElements),
  );
}

function shadows(script: string, customElements: ReadonlySet<string>): boolean {
  if (!script.includes('attachShadow')) return false;
  return [...script.matchAll(DEFINES)].some(([, name]) => customElements.has(name!));
}

function refreshes(document: DomTree): boolean {
  const refresh = refreshOf(document);
  return refresh !== null && isImmediate(refresh) && refresh.url !== document.url.split('#', 1)[0];
}

function sendsOn({ statements }: DomTree): boolean {
  return statements.some((element) => element.name === 'script' && SENDS_ON.test(element.textContent));
}
