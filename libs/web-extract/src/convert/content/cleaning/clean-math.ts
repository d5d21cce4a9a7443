import type { AnyNode } from 'domhandler';
import { appendNode } from '@web-extract/documents/markup/dom/tree-edits.js';
import {
  descendants,
  findElement,
  isElement,
  PageElement,
  PageText,
} from '@web-extract/documents/markup/dom/nodes.js';
import { mathToTex } from './math-to-tex.js';
import { VainSearches } from './vain-searches.js';

/** Classes of the formula wrappers of KaTeX, MathJax and MediaWiki. */
const MATH_CLASS = /(?:^|\s)(?:katex|katex-display|MathJax\w*|mwe-math-element|MJX-\w+)(?:\s|$)/;
const DISPLAY_CLASS = /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-element-block)(?:\s|$)/;
const TEX_SCRIPT = /^\s*math\/(?:tex|asciimath)/i;
const SIBLINGS_TO_SCRIPT = 3;
const WITHOUT_MATH = new VainSearches();

/**
 * Returns the formula of an element as one `math` element with its TeX as text; null for other elements. An
 * empty `math` replaces a rendering whose source follows.
 */
export function readMath(element: PageElement): PageElement | null {
  const { name, attribs } = element;
  if (name === 'math')
    return formula(texOf(element), attribs['display'] === 'block' || attribs['mode'] === 'display');
  if (name === 'script') return readScript(element);
  if (name === 'mjx-container') return readContainer(element, attribs['display'] === 'true');
  const className = attribs['class'];
  if (className === undefined || !MATH_CLASS.test(className)) return null;
  if (hasScriptBehind(element)) return formula('', false);
  return readContainer(element, DISPLAY_CLASS.test(className));
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

function formula(tex: string, isDisplay: boolean): PageElement {
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
