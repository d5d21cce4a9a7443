import type { AnyNode } from 'domhandler';
import { PageElement, PageText } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { cleanPage } from './clean-page.js';
import { readFrameworkState } from './framework-state.js';
import { setChildren } from './prune.js';
import { readStructuredTexts, type StructuredText } from './structured-text.js';

/** Shorter structured texts are teasers. */
const MIN_CHARS = 400;
/** Maximum size of the page's own content, as a share of the structured text that replaces it. */
const MAX_SHARE = 0.5;
/** Number of initial letters that are searched on the page to detect that it contains the text. */
const KEY_LETTERS = 60;

/** A page with more text than this shows what its framework has. */
const MAX_BARE_CHARS = 200;

/**
 * Returns content that a page states only in the data of its framework, as a new tree; `null` if the page has text.
 *
 * @param shown all text of the page
 * @param keptChars characters of the content chosen from the page, without white space
 */
export function contentFromState(
  scripts: readonly PageElement[],
  shown: () => string,
  keptChars: number,
): PageElement | null {
  if (scripts.length === 0 || keptChars > MAX_BARE_CHARS || lettersOf(shown()).length > MAX_BARE_CHARS)
    return null;
  const texts = readFrameworkState(scripts);
  return texts.length > 0 ? buildTree(texts) : null;
}

/**
 * Returns content that a page states only in JSON-LD as a new tree; `null` if the page shows it, or has more
 * content of its own.
 *
 * @param shown all text of the page
 * @param keptChars characters of the content chosen from the page, without white space
 */
export function contentFromStructuredData(
  scripts: readonly string[],
  shown: () => string,
  keptChars: number,
): PageElement | null {
  const stated = scripts.reduce((sum, script) => sum + script.length, 0);
  if (stated < MIN_CHARS || keptChars > stated * MAX_SHARE) return null;
  const letters = lettersOf(shown());
  const missing = readStructuredTexts(scripts).filter(
    ({ text }) => !letters.includes(lettersOf(text).slice(0, KEY_LETTERS)),
  );
  const chars = missing.reduce((sum, { text }) => sum + text.length, 0);
  return chars >= MIN_CHARS && keptChars < chars * MAX_SHARE ? buildTree(missing) : null;
}

function lettersOf(text: string): string {
  return text.replace(/<[^<>]*>|&\w+;|[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function buildTree(texts: readonly StructuredText[]): PageElement {
  const root = new PageElement('div', {});
  const nodes = texts.flatMap(({ heading, text }, at) => [
    ...(heading === null ? [] : [element(at === 0 ? 'h1' : 'h2', heading)]),
    ...bodyOf(text),
  ]);
  setChildren(root, nodes);
  return root;
}

function bodyOf(text: string): AnyNode[] {
  if (!/<\/?[a-z][^<>]*>/i.test(text)) {
    return text.split(/\n+/).flatMap((line) => (line.trim() ? [element('p', line.trim())] : []));
  }
  const document = parseHtml(text, '');
  cleanPage(document);
  return document.root.children as AnyNode[];
}

function element(name: string, text: string): PageElement {
  const node = new PageElement(name, {});
  setChildren(node, [new PageText(text)]);
  return node;
}
