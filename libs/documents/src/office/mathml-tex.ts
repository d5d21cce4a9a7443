import type { XmlElement } from '../containers/xml/xml-element.js';
import { formulaLetters, groupedBase } from './formula.js';

/** Longer formulas are treated as plain text: each level of nesting copies its content. */
const MAX_FORMULA_CHARS = 20_000;
const MAX_DEPTH = 60;
/** Signs with limits below and above them. */
const LARGE = /^\\(?:sum|prod|int|oint|bigcup|bigcap)$/;
const ACCENTS: Readonly<Record<string, string>> = {
  '^': '\\hat',
  '¯': '\\bar',
  '‾': '\\overline',
  '~': '\\tilde',
  '˜': '\\tilde',
  '˙': '\\dot',
  '¨': '\\ddot',
  '→': '\\vec',
  '⃗': '\\vec',
};
const FUNCTIONS =
  /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|dim|ker|gcd|arg)$/;

type Write = (parts: readonly string[], element: XmlElement) => string;

const joined: Write = (parts) => parts.join('');

/** TeX of each MathML element from the TeX of its children. */
const WRITERS: Readonly<Record<string, Write>> = {
  mfrac: ([over = '', under = '']) => `\\frac{${over}}{${under}}`,
  msqrt: (parts) => `\\sqrt{${parts.join('')}}`,
  mroot: ([base = '', degree = '']) => `\\sqrt[${degree}]{${base}}`,
  msup: ([base = '', upper = '']) => `${groupedBase(base)}^{${upper}}`,
  msub: ([base = '', lower = '']) => `${groupedBase(base)}_{${lower}}`,
  msubsup: ([base = '', lower = '', upper = '']) => `${groupedBase(base)}_{${lower}}^{${upper}}`,
  munder: ([base = '', lower = '']) => `${limited(base)}_{${lower}}`,
  mover: ([base = '', upper = ''], { elements }) => {
    const accent = ACCENTS[elements[1]?.text.trim() ?? ''];
    return accent ? `${accent}{${base}}` : `${limited(base)}^{${upper}}`;
  },
  munderover: ([base = '', lower = '', upper = '']) => `${limited(base)}_{${lower}}^{${upper}}`,
  mtable: (rows) => `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`,
  mtr: (cells) => cells.join(' & '),
  mfenced: (parts, { attribs }) =>
    `\\left${fence(attribs['open'] ?? '(')}${parts.join(', ')}\\right${fence(attribs['close'] ?? ')')}`,
  mphantom: () => '',
  mspace: () => ' ',
  annotation: () => '',
  'annotation-xml': () => '',
};

/** Converts presentation MathML to TeX. Unknown elements are replaced by their children. */
export function mathmlTex(formula: XmlElement): string {
  const { text } = formula;
  if (text.length > MAX_FORMULA_CHARS) return text.replace(/\s+/g, ' ').trim();
  const tex = write(formula, 0).replace(/ {2,}/g, ' ').trim();
  // formulas of some programs hold only their source
  return tex || (formula.find('math:annotation')?.text.trim() ?? '');
}

function write(element: XmlElement, depth: number): string {
  if (depth > MAX_DEPTH) return element.text;
  const name = element.name.replace(/^.*:/, '');
  if (/^m[ino]$/.test(name)) return token(element.text.replace(/\s+/g, ' ').trim(), name);
  if (name === 'mtext' || name === 'ms')
    return `\\text{${element.text.replace(/\s+/g, ' ').replace(/[{}\\]/g, '')}}`;
  const parts = element.elements.map((child) => write(child, depth + 1));
  const own = Object.hasOwn(WRITERS, name) ? WRITERS[name]! : joined;
  return own(parts, element);
}

function token(text: string, name: string): string {
  if (name === 'mi' && FUNCTIONS.test(text)) return `\\${text} `;
  if (name === 'mi' && /^[a-z]{2,}$/i.test(text)) return `\\mathrm{${text}}`;
  // invisible operators: function application, times, separator, plus
  return formulaLetters(text.replace(/[\u2061-\u2064]/g, ''));
}

function limited(base: string): string {
  return LARGE.test(base.trim()) ? base.trim() : groupedBase(base);
}

function fence(sign: string): string {
  if (sign === '') return '.';
  return /[{}]/.test(sign) ? `\\${sign}` : sign;
}
