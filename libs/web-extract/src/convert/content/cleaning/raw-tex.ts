import type { AnyNode } from 'domhandler';
import {
  isElement,
  isText,
  PageText,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { formula } from './clean-math.js';

/** Scripts that render TeX in the text of a page. */
const RENDERER = /mathjax|katex|tex-(?:mml|chtml|svg)|tex2jax/i;
const MAX_SCRIPT_CHARS = 2_000;
/** Elements whose text is shown as written. */
const VERBATIM = new Set(['pre', 'code', 'kbd', 'samp', 'tt', 'textarea', 'script', 'style', 'math']);
const MAX_ANCESTORS = 8;
/** `$x$` */
const MIN_CHARS = 3;
const MAX_TEX_CHARS = 10_000;
/** Prose between two amounts of money is longer. */
const MAX_INLINE_CHARS = 300;
/** Nodes that one formula is parted into by line breaks. */
const MAX_PARTS = 40;
const TEX_SIGN = /\\[a-zA-Z]|[_^{}=]/;

/** Whether a script of the page renders TeX in its text. */
export function rendersTex({ statements }: DomTree): boolean {
  return statements.some((element) => element.name === 'script' && isRenderer(element));
}

function isRenderer(script: PageElement): boolean {
  const { src } = script.attribs;
  return src === undefined
    ? script.textContent.slice(0, MAX_SCRIPT_CHARS).includes('MathJax')
    : RENDERER.test(src);
}

/** Whether a text may hold the beginning of a formula. Called for every text of a page. */
export function mayHoldTex(text: string, isRendered: boolean): boolean {
  if (text.length < MIN_CHARS) return false;
  if (text.includes(isRendered ? '$' : '$$')) return true;
  return text.includes('\\') && (isRendered || /\\[([]/.test(text));
}

/** Nodes that replace those from `at` on. */
export interface TexRun {
  readonly nodes: readonly AnyNode[];
  /** How many nodes they replace. */
  readonly count: number;
}

/**
 * Finds the formulas in a text, and in the texts after it that only line breaks part from it.
 *
 * @returns null if there is none
 */
export function readRawTex(siblings: readonly AnyNode[], at: number, isRendered: boolean): TexRun | null {
  const first = siblings[at] as PageText;
  if (isVerbatim(first)) return null;
  const alone = splitTex(first.data, isRendered);
  if (alone) return { nodes: alone, count: 1 };
  const [text, count] = withFollowing(siblings, at);
  const nodes = count > 1 ? splitTex(text, isRendered) : null;
  return nodes && { nodes, count };
}

function isVerbatim(text: PageText): boolean {
  let up = text.parent as AnyNode | null;
  for (let depth = 0; isElement(up) && depth < MAX_ANCESTORS; depth++, up = up.parent as AnyNode | null)
    if (VERBATIM.has(up.name)) return true;
  return false;
}

/** The text of a formula that begins in one node and ends in a later one; of one node where it does not end. */
function withFollowing(siblings: readonly AnyNode[], at: number): [text: string, count: number] {
  const first = (siblings[at] as PageText).data;
  const close = openAtEnd(first);
  if (close === null) return [first, 1];
  let text = first;
  for (let next = at + 1; next < siblings.length && next < at + MAX_PARTS; next++) {
    const node = siblings[next]!;
    if (isText(node)) text += node.data;
    else if (isElement(node) && (node as PageElement).name === 'br') text += '\n';
    else break;
    if (isText(node) && node.data.includes(close)) return [text, next - at + 1];
  }
  return [first, 1];
}

function openAtEnd(text: string): string | null {
  const dollars = text.lastIndexOf('$$');
  const bracket = text.lastIndexOf('\\[');
  if (bracket > dollars) return '\\]';
  return dollars >= 0 ? '$$' : null;
}

const OPENING = /\$\$|\\\(|\\\[|\\begin\{((?:equation|align|gather|multline|eqnarray)\*?)\}|\$(?=\S)/g;

/** Parts a text into its formulas and the texts between them; null without formulas. */
function splitTex(text: string, isRendered: boolean): AnyNode[] | null {
  const nodes: AnyNode[] = [];
  const absent = new Set<string>();
  let done = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const found = formulaAt(text, match, { isRendered, absent });
    if (!found) continue;
    if (match.index > done) nodes.push(new PageText(text.slice(done, match.index)));
    nodes.push(formula(found.tex, found.isDisplay));
    done = found.end;
    OPENING.lastIndex = done;
  }
  if (nodes.length === 0) return null;
  if (done < text.length) nodes.push(new PageText(text.slice(done)));
  return nodes;
}

interface TexFormula {
  readonly tex: string;
  readonly isDisplay: boolean;
  readonly end: number;
}

interface TexSearch {
  readonly isRendered: boolean;
  /** Ends that the rest of the text does not have. */
  readonly absent: Set<string>;
}

function formulaAt(
  text: string,
  match: RegExpExecArray,
  { isRendered, absent }: TexSearch,
): TexFormula | null {
  const [open, environment] = match;
  if (open === '$' || environment !== undefined) if (!isRendered) return null;
  const close = environment ? `\\end{${environment}}` : CLOSING[open]!;
  const from = match.index + open.length;
  const at = absent.has(close) ? -1 : text.indexOf(close, from);
  if (at < 0) absent.add(close);
  if (at < 0 || at - from > (open === '$' ? MAX_INLINE_CHARS : MAX_TEX_CHARS)) return null;
  const end = at + close.length;
  const tex = text.slice(from, at);
  if (open === '$' ? !isInline(tex, text[end]) : !isRendered && !TEX_SIGN.test(tex)) return null;
  if (tex.trim() === '') return null;
  return {
    tex: environment ? text.slice(match.index, end) : tex,
    isDisplay: open !== '$' && open !== '\\(',
    end,
  };
}

const CLOSING: Readonly<Record<string, string>> = { $$: '$$', '\\(': '\\)', '\\[': '\\]', $: '$' };

/** Amounts of money have a blank before the second sign, or a digit after it. */
function isInline(tex: string, next: string | undefined): boolean {
  if (/\s$|\n\s*\n/.test(tex) || /\d/.test(next ?? '')) return false;
  return TEX_SIGN.test(tex) || /^[A-Za-z]$|[+*/<>|-]/.test(tex);
}
