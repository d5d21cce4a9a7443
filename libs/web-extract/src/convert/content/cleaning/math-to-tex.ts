import type { AnyNode } from 'domhandler';
import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { symbolToTex } from './math-symbols.js';

type Part = (parts: readonly string[], element: PageElement) => string;

const joined: Part = (parts) => parts.filter((part) => part !== '').join(' ');

/** Conversion of each MathML element to TeX, from its children in TeX. */
const PARTS: ReadonlyMap<string, Part> = new Map(
  Object.entries({
    mfrac: ([over = '', under = '']) => `\\frac{${over}}{${under}}`,
    msqrt: (parts) => `\\sqrt{${joined(parts, EMPTY)}}`,
    mroot: ([base = '', degree = '']) => `\\sqrt[${degree}]{${base}}`,
    msup: ([base = '', upper = '']) => `${grouped(base)}^{${upper}}`,
    msub: ([base = '', lower = '']) => `${grouped(base)}_{${lower}}`,
    msubsup: ([base = '', lower = '', upper = '']) => `${grouped(base)}_{${lower}}^{${upper}}`,
    munder: ([base = '', lower = '']) =>
      UNDER.has(lower) ? `${UNDER.get(lower)}{${base}}` : `${base}_{${lower}}`,
    mover: ([base = '', upper = '']) =>
      OVER.has(upper) ? `${OVER.get(upper)}{${base}}` : `${base}^{${upper}}`,
    munderover: ([base = '', lower = '', upper = '']) => `${base}_{${lower}}^{${upper}}`,
    mtable: (rows) => writeTable(rows),
    mtr: (cells) => cells.join(' & '),
    mlabeledtr: ([label = '', ...cells]) => `${cells.join(' & ')} \\quad ${label}`,
    mfenced: (parts, { attribs }) =>
      `\\left${attribs['open'] ?? '('} ${parts.join(', ')} \\right${attribs['close'] ?? ')'}`,
    mphantom: () => '',
    annotation: () => '',
    'annotation-xml': () => '',
    mspace: () => '',
  }),
);

const OVER: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\\bar': '\\bar',
    '¯': '\\bar',
    '‾': '\\overline',
    _: '\\overline',
    '^': '\\hat',
    '˙': '\\dot',
    '¨': '\\ddot',
    '~': '\\tilde',
    '˜': '\\tilde',
    '\\to': '\\vec',
    '⏞': '\\overbrace',
  }),
);
const UNDER: ReadonlyMap<string, string> = new Map(Object.entries({ _: '\\underline', '⏟': '\\underbrace' }));
const EMPTY = null as unknown as PageElement;
const MAX_DEPTH = 60;

/** Converts presentation MathML to TeX. Unknown elements are replaced by their children. */
export function mathToTex(math: PageElement): string {
  return write(math, 0).replace(/\s+/g, ' ').trim();
}

function write(element: PageElement, depth: number): string {
  if (depth > MAX_DEPTH) return element.textContent;
  const { name } = element;
  if (name === 'mi' || name === 'mo' || name === 'mn') return writeToken(element);
  if (name === 'mtext' || name === 'ms') return writeWords(element.textContent);
  const parts = (element.children as AnyNode[]).flatMap((child) => writeChild(child, depth));
  return (PARTS.get(name) ?? joined)(parts, element);
}

function writeChild(child: AnyNode, depth: number): string[] {
  if (isElement(child)) return [write(child, depth + 1)];
  return isText(child) && child.data.trim() !== '' ? [child.data.trim()] : [];
}

function writeToken(element: PageElement): string {
  const text = element.textContent.replace(/\s+/g, ' ').trim();
  const tex = symbolToTex(text);
  const isWord = element.name === 'mi' && /^[A-Za-z]{2,}$/.test(text);
  return isWord && tex === text ? `\\operatorname{${text}}` : tex;
}

function writeWords(text: string): string {
  const words = text.replace(/\s+/g, ' ');
  return words.trim() === '' ? '' : `\\text{${words}}`;
}

/** Scripts bind to one symbol: longer bases need braces. */
function grouped(base: string): string {
  return /^(?:.|\\[A-Za-z]+)?$/u.test(base) ? base : `{${base}}`;
}

function writeTable(rows: readonly string[]): string {
  if (rows.length < 2) return rows.join('');
  return `\\begin{aligned} ${rows.join(' \\\\ ')} \\end{aligned}`;
}
