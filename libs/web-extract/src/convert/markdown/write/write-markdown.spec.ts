import { LayoutElement } from '../layout-node.js';
import { writeMarkdown } from './write-markdown.js';

const verbatim = (text: string) => new LayoutElement('verbatim', [], { text });

describe('writeMarkdown', () => {
  it.each([
    ['no blocks', [], ''],
    ['line breaks and tabs before a page', ['\r\n\t  a'], '  a'],
    ['blanks of any kind after a page', ['a\n \u00a0\u3000\n'], 'a'],
    ['the distance of blocks', ['a\n', '\n\n\nb'], 'a\n\nb'],
    ['a page of blanks', [' ', '\n'], ''],
  ])('trims %s', (_, texts, markdown) => {
    expect(writeMarkdown(texts.map(verbatim))).toBe(markdown);
  });
});
