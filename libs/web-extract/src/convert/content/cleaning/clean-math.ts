import type { AnyNode } from 'domhandler';
import { appendNode } from '@web-extract/documents/markup/dom/tree-edits.js';
import {
  descendants,
  findElement,
  isElement,
  isText,
  PageElement,
  PageText,
} from '@web-extract/documents/markup/dom/nodes.js';
import { ClassSign, classSigns } from './class-signs.js';
import { mathToTex } from './math-to-tex.js';
import { VainSearches } from './vain-searches.js';

const TEX_SCRIPT = /^\s*math\/(?:tex|asciimath)/i;
const SIBLINGS_TO_SCRIPT = 3;
const WITHOUT_MATH = new VainSearches();

/**
 * Returns the formula of an element as one `math` element with its TeX as text; null for other elements. An
 * empty `math` replaces a rendering whose source follows.
 */
export function readMath(
  element: PageElement,
  signs = classSigns(element.attribs['class']),
): PageElement | null {
  const { name, attribs } = element;
  if (name === 'math')
    return formula(texOf(element), attribs['display'] === 'block' || attribs['mode'] === 'display');
  if (name === 'script') return readScript(element);
  if (name === 'mjx-container') return readContainer(element, attribs['display'] === 'true');
  const isRendered = (signs & ClassSign.renderedMath) !== 0;
  if (isRendered && hasScriptBehind(element)) return formula('', false);
  const rendered = isRendered ? readContainer(element, (signs & ClassSign.displayMath) !== 0) : null;
  if (rendered) return rendered;
  return signs & ClassSign.formula || MAY_HOLD_TEX.has(name) ? readStated(element, signs) : null;
}

/** Elements that hold a formula in an attribute, for a script to render. */
const MAY_HOLD_TEX = new Set(['span', 'div']);
const TEX_ATTRIBUTES = ['data-tex', 'data-latex', 'data-math', 'data-formula', 'data-katex', 'data-expr'];
const DISPLAY = /(?:^|[\s_-])(?:block|display|displaymath)(?:[\s_-]|$)/i;
const BLOCKS = new Set(['div', 'p', 'figure', 'section']);
/** Longer values are data of another kind. */
const MAX_TEX_CHARS = 10_000;
const MAX_SHOWN_NODES = 20;

/** Reads TeX from an attribute of an empty element, or from the alternative text of an image. */
function readStated(element: PageElement, signs: number): PageElement | null {
  const { name, attribs } = element;
  if (name === 'img') return readPicture(attribs);
  if (!(signs & ClassSign.formula) && !isBare(element)) return null;
  const stated = TEX_ATTRIBUTES.find((attribute) => attribs[attribute]?.trim());
  if (stated === undefined || attribs[stated]!.length > MAX_TEX_CHARS || showsText(element)) return null;
  const isDisplay = BLOCKS.has(name) || DISPLAY.test(attribs['class'] ?? '');
  return formulaIn(attribs[stated]!, isDisplay);
}

/** Without text of its own: nearly all others are spared the search for attributes. */
function isBare({ children }: PageElement): boolean {
  return children.length === 0 || (children.length === 1 && !isText(children[0] as AnyNode));
}

/** Pictures of formulas have their TeX as a description. */
function readPicture({
  alt = '',
  class: className = '',
}: Readonly<Record<string, string>>): PageElement | null {
  if (alt.trim() === '' || alt.length > MAX_TEX_CHARS) return null;
  const isTex =
    /(?:^|\s)(?:latex|tex|mwe-math-fallback-image-\w+)(?:\s|$)/.test(className) || TEX_COMMAND.test(alt);
  return isTex ? formulaIn(alt, /-display(?:\s|$)/.test(className)) : null;
}

const TEX_COMMAND = /\\[a-zA-Z]+|[_^]\{/;

function showsText(element: PageElement): boolean {
  let nodes = 0;
  for (const node of descendants(element)) {
    if (++nodes > MAX_SHOWN_NODES) return true;
    if (isText(node) && node.data.trim() !== '') return true;
  }
  return false;
}

const DELIMITED: readonly (readonly [open: string, close: string, isDisplay: boolean])[] = [
  ['$$', '$$', true],
  ['\\[', '\\]', true],
  ['\\(', '\\)', false],
  ['$', '$', false],
];

/** A formula as written, with or without its delimiters. */
function formulaIn(written: string, isDisplay: boolean): PageElement {
  const tex = written.trim();
  for (const [open, close, displays] of DELIMITED) {
    const isWithin = tex.length > open.length + close.length && tex.startsWith(open) && tex.endsWith(close);
    if (isWithin) return formula(tex.slice(open.length, -close.length), displays || isDisplay);
  }
  return formula(tex, isDisplay);
}

function readScript(script: PageElement): PageElement | null {
  const type = script.attribs['type'];
  if (type === undefined || !TEX_SCRIPT.test(type)) return null;
  return formula(script.textContent, /mode\s*=\s*display/i.test(type));
}

function readContainer(element: PageElement, isDisplay: boolean): PageElement | null {
  if (WITHOUT_MATH.cover(element)) return null;
  const math = findElement(element, 'math');
  if (math) return formula(texOf(math), isDisplay || math.attribs['display'] === 'block');
  WITHOUT_MATH.add(element);
  return null;
}

/** MathJax inserts its rendering next to the script with the source. */
function hasScriptBehind(element: PageElement): boolean {
  let next = element.next as AnyNode | null;
  for (let step = 0; next && step < SIBLINGS_TO_SCRIPT; step++, next = next.next as AnyNode | null) {
    if (isElement(next) && next.name === 'script' && TEX_SCRIPT.test(next.attribs['type'] ?? '')) return true;
  }
  return false;
}

/** Returns the original TeX if the formula contains it, otherwise TeX converted from its MathML. */
function texOf(math: PageElement): string {
  for (const node of descendants(math)) {
    if (isElement(node) && node.name === 'annotation' && /tex/i.test(node.attribs['encoding'] ?? ''))
      return node.textContent;
  }
  return math.attribs['alttext'] ?? mathToTex(math);
}

export function formula(tex: string, isDisplay: boolean): PageElement {
  const math = new PageElement('math', isDisplay ? { display: 'block' } : {});
  const source = withoutStyleGroup(tex.trim());
  if (source !== '') appendNode(math, new PageText(source));
  return math;
}

/** MediaWiki wraps each formula in a group that sets its style. */
function withoutStyleGroup(tex: string): string {
  const opening = tex.endsWith('}') ? /^\{\\(?:display|text)style\s/.exec(tex) : null;
  return opening ? tex.slice(opening[0].length, -1).trim() : tex;
}
