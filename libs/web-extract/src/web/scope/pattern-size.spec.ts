import { RE2JS } from 're2js';
import { patternSize } from './pattern-size.js';

describe('patternSize', () => {
  it.each([
    'blog',
    '^/blog/\\d{4}/[a-z]{2,8}$',
    'x{1000}',
    '(ab{10}c){20}',
    '((a{10}){10}){10}',
    '[)(]{30}(x)',
    '[]x]{7}y',
    '[^]x]{7}y',
    '\\({30}\\[x{9}',
    '(?:news|blog)/(\\d+|[\\]{]*){50}',
    '.{0,1000}',
    '\\Q[(\\Ex{900}]',
    '\\\\Q(x{9}){30}y',
    `\\Q${'a'.repeat(500)}`,
    'x{1000}'.repeat(100),
  ])('of %.40s is about the size of its program', (pattern) => {
    const size = RE2JS.compile(pattern).programSize();
    expect(patternSize(pattern)).toBeGreaterThanOrEqual(size / 3);
    expect(patternSize(pattern)).toBeLessThanOrEqual(3 * size + 20);
  });

  it.each(['', '{', 'a{', '{5}', 'a{,5}', '(', ')', '(((', '[', '[^', '\\', 'a{2}{3}'])(
    'of %j is a number, whether it can be compiled or not',
    (pattern) => expect(patternSize(pattern)).toBeGreaterThanOrEqual(0),
  );
});
