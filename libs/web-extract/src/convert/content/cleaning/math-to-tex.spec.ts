import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { mathToTex } from './math-to-tex.js';

const tex = (html: string) =>
  mathToTex(findElement(parseHtml(`<math>${html}</math>`, 'https://site.example/').root, 'math')!);

describe('mathToTex', () => {
  it.each([
    ['<mi>x</mi><mo>+</mo><mn>1</mn>', 'x + 1'],
    ['<mfrac><mn>1</mn><mi>n</mi></mfrac>', '\\frac{1}{n}'],
    ['<msup><mi>x</mi><mn>2</mn></msup>', 'x^{2}'],
    ['<msub><mrow><mi>a</mi><mi>b</mi></mrow><mi>i</mi></msub>', '{a b}_{i}'],
    ['<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup>', '\\int_{0}^{\\infty}'],
    ['<msqrt><mi>x</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt{x} \\sqrt[3]{x}'],
    ['<mover><mi>x</mi><mo>¯</mo></mover>', '\\bar{x}'],
    ['<mi>sin</mi><mi>θ</mi>', '\\sin \\theta'],
    ['<constructor><mi>x</mi></constructor><valueof><mi>y</mi></valueof>', 'x y'],
    ['<munder><mi>x</mi><mo>constructor</mo></munder>', 'x_{constructor}'],
    ['<mi>speed</mi>', '\\operatorname{speed}'],
    ['<mtext>if </mtext><mi>x</mi>', '\\text{if } x'],
    ['<mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced>', '\\left[ a, b \\right]'],
    [
      '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable>',
      '\\begin{aligned} a & b \\\\ c & d \\end{aligned}',
    ],
    ['<mo>≤</mo><mo>{</mo><mi>ℝ</mi>', '\\leq \\{ \\mathbb{R}'],
  ])('%s → %s', (html, expected) => {
    expect(tex(html)).toBe(expected);
  });
});
