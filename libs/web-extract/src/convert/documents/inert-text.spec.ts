import MarkdownIt from 'markdown-it';
import { inertText } from './inert-text.js';

/** Shows markdown as the most trusting renderer would. */
const renderer = new MarkdownIt({ html: true });
renderer.validateLink = () => true;

const IMG = '<img src=x onerror=alert(1)>';

const HOSTILE = [
  IMG,
  `a ${IMG} b`,
  `\\${IMG}`,
  `\\\\${IMG}`,
  `\\\\\\${IMG}`,
  `x\n${IMG}`,
  `<script>alert(1)</script>`,
  `<!--><img src=x onerror=alert(1)>-->`,
  `<?x ?>${IMG}`,
  `<![CDATA[${IMG}]]>`,
  `</p>${IMG}`,
  `<svg/onload=alert(1)>`,
  `- a\n  - ${IMG}`,
  `> ${IMG}`,
  `| a |\n| - |\n| ${IMG} |`,
  `<javascript:alert(1)>`,
  `[a](javascript:alert(1))`,
  `![a](JavaScript:alert(1))`,
  `[a](<javascript:alert(1)>)`,
  `[a](< javascript:alert(1)>)`,
  `[a](java\\script:alert(1))`,
  `[a](javascript&colon;alert(1))`,
  `[a](&#106;avascript:alert(1))`,
  `[a](\n javascript:alert(1))`,
  `[a](data:text/html,x)`,
  `[a][r]\n\n[r]: javascript:alert(1)`,
  `[a][r]\n\n[r]:\n   <javascript:alert(1)>`,
  `[r]\n\n> [r]: vbscript:x`,
  // fences that are none, or end early
  `- a\n  \`\`\`\n${IMG}`,
  `> \`\`\`\n${IMG}`,
  `  \`\`\`\nx\n\`\`\`\n${IMG}`,
  `- \`\`\`\n\`\`\`\n  \`\`\`\n${IMG}`,
  `\`\`\`a\`b\n${IMG}`,
  `\`\`\`\nx\n   \`\`\` \t\n${IMG}`,
  `\`\`\`\nx\n\`\`\`\`\n${IMG}`,
  `\`\`\`\`\nx\n\`\`\`\n\`\`\`\`\n${IMG}`,
  `~~~\n\`\`\`\n~~~\n${IMG}`,
  `\`\`\`\rx\r\`\`\`\r${IMG}`,
  `\`\`\`\r\nx\r\n\`\`\`\r\n${IMG}`,
];

describe('inertText', () => {
  it.each(HOSTILE)('%j runs nowhere', (text) => {
    const html = renderer.render(inertText(text));
    expect(html).not.toMatch(/<(?:img(?! src="\/)|script|svg|!|\?)/i);
    expect(html).not.toMatch(/(?:href|src)="(?!https?:)[^"]*:/i);
  });

  it.each([
    ['a * b, c < d and d<3', 'a * b, c < d and d<3'],
    ['c <d>', 'c \\<d>'],
    ['\\<d>', '\\<d>'],
    ['[this](/b "t") [that](https://a.example/x:y) [m](mailto:a@b.example) [top](#x)', null],
    ['# Title\n\n- one\n- [ ] two\n\n[r]: https://a.example/', null],
    ['```html\n<p>x</p>\n```\nthen', null],
    ['~~~\nVec<T> [a](x:y)\n~~~\n\n```\nList<String>', null],
  ])('%j stays readable', (text, expected) => {
    expect(inertText(text)).toBe(expected ?? text);
  });

  it.each(['<a', '](', '[a](x', '\\', '](<', '```', '```\n', ']:', '](     '])(
    'takes time that grows as the text does: %j',
    (part) => {
      expect(inertText(part.repeat(300_000)).length).toBeGreaterThanOrEqual(part.length * 300_000);
    },
  );
});
