import type { XmlElement } from '../containers/xml/xml-element.js';

/** Symbols with a TeX command. */
const COMMANDS: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∮': '\\oint',
  '∞': '\\infty',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '±': '\\pm',
  '∓': '\\mp',
  '×': '\\times',
  '÷': '\\div',
  '·': '\\cdot',
  '→': '\\to',
  '⇒': '\\Rightarrow',
  '∂': '\\partial',
  '∇': '\\nabla',
  '√': '\\surd',
  '∈': '\\in',
  '∉': '\\notin',
  '⊂': '\\subset',
  '∪': '\\cup',
  '∩': '\\cap',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∀': '\\forall',
  '∃': '\\exists',
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\varepsilon',
  ζ: '\\zeta',
  η: '\\eta',
  θ: '\\theta',
  κ: '\\kappa',
  λ: '\\lambda',
  μ: '\\mu',
  ν: '\\nu',
  ξ: '\\xi',
  π: '\\pi',
  ρ: '\\rho',
  σ: '\\sigma',
  τ: '\\tau',
  φ: '\\varphi',
  χ: '\\chi',
  ψ: '\\psi',
  ω: '\\omega',
  Γ: '\\Gamma',
  Δ: '\\Delta',
  Θ: '\\Theta',
  Λ: '\\Lambda',
  Ξ: '\\Xi',
  Π: '\\Pi',
  Σ: '\\Sigma',
  Φ: '\\Phi',
  Ψ: '\\Psi',
  Ω: '\\Omega',
  '…': '\\ldots',
  '⋯': '\\cdots',
};

const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0307': '\\dot',
  '\u20d7': '\\vec',
};

/** Longer formulas are treated as plain text: each level of nesting copies its content. */
const MAX_FORMULA_CHARS = 20_000;

/** Converts an Office Math formula to TeX. @see ECMA-376, part 1, 22.1 */
export function formulaTex(element: XmlElement): string {
  const { text } = element;
  if (text.length > MAX_FORMULA_CHARS) return text.trim();
  return tex(element).replace(/ {2,}/g, ' ').trim();
}

function tex(element: XmlElement | null): string {
  if (!element) return '';
  const write = WRITERS[element.name];
  return write ? write(element) : element.elements.map(tex).join('');
}

const part = (element: XmlElement, name: string) => tex(element.child(name)).trim();
const property = (element: XmlElement, group: string, name: string) =>
  element.at(group, name)?.attr('m:val') ?? null;

type Write = (element: XmlElement) => string;

const WRITERS: Readonly<Record<string, Write>> = {
  'm:r': (run) =>
    run
      .all('m:t')
      .map(({ text }) => formulaLetters(text))
      .join(''),
  'm:rPr': () => '',
  'm:ctrlPr': () => '',
  'm:f': (f) => `\\frac{${part(f, 'm:num')}}{${part(f, 'm:den')}}`,
  'm:sSup': (s) => `${groupedBase(part(s, 'm:e'))}^{${part(s, 'm:sup')}}`,
  'm:sSub': (s) => `${groupedBase(part(s, 'm:e'))}_{${part(s, 'm:sub')}}`,
  'm:sSubSup': (s) => `${groupedBase(part(s, 'm:e'))}_{${part(s, 'm:sub')}}^{${part(s, 'm:sup')}}`,
  'm:sPre': (s) => `{}_{${part(s, 'm:sub')}}^{${part(s, 'm:sup')}}${part(s, 'm:e')}`,
  'm:rad': (r) =>
    (part(r, 'm:deg') === '' ? '\\sqrt' : `\\sqrt[${part(r, 'm:deg')}]`) + `{${part(r, 'm:e')}}`,
  'm:nary': (n) => {
    const sign = property(n, 'm:naryPr', 'm:chr') ?? '∫';
    const below = part(n, 'm:sub');
    const above = part(n, 'm:sup');
    return `${formulaLetters(sign).trim()}${below && `_{${below}}`}${above && `^{${above}}`} ${part(n, 'm:e')}`;
  },
  'm:d': (d) => {
    const open = property(d, 'm:dPr', 'm:begChr') ?? '(';
    const close = property(d, 'm:dPr', 'm:endChr') ?? ')';
    const between = property(d, 'm:dPr', 'm:sepChr') ?? '|';
    const content = d.all('m:e').map(tex).join(between);
    return `\\left${fence(open)}${content}\\right${fence(close)}`;
  },
  'm:func': (f) => `${part(f, 'm:fName').replace(/^[a-z]{2,6}$/i, '\\$&')}{${part(f, 'm:e')}}`,
  'm:acc': (a) => `${ACCENTS[property(a, 'm:accPr', 'm:chr') ?? '\u0302'] ?? '\\hat'}{${part(a, 'm:e')}}`,
  'm:bar': (b) => `\\overline{${part(b, 'm:e')}}`,
  'm:limLow': (l) => `${part(l, 'm:e')}_{${part(l, 'm:lim')}}`,
  'm:limUpp': (l) => `${part(l, 'm:e')}^{${part(l, 'm:lim')}}`,
  'm:m': (m) =>
    `\\begin{matrix}${m
      .all('m:mr')
      .map((row) => row.all('m:e').map(tex).join(' & '))
      .join(' \\\\ ')}\\end{matrix}`,
  'm:eqArr': (a) => `\\begin{aligned}${a.all('m:e').map(tex).join(' \\\\ ')}\\end{aligned}`,
};

/** Characters as TeX. */
export function formulaLetters(text: string): string {
  return [...text]
    .map((letter) => (COMMANDS[letter] ? `${COMMANDS[letter]} ` : letter.replace(/[%#$&_{}]/, '\\$&')))
    .join('');
}

/** The base of a superscript or subscript. */
export function groupedBase(base: string): string {
  return base.length > 1 && !/^\\[a-z]+$/i.test(base) ? `{${base}}` : base;
}

function fence(sign: string): string {
  if (sign === '') return '.';
  return /[{}]/.test(sign) ? `\\${sign}` : sign;
}
