import type { ExtractorResult } from '../api/extractor-answers.js';
import { cutAtEvidence } from '../extract/evidence.js';
import { quotesIn } from './quotes.js';

const RESULT: ExtractorResult = {
  url: 'https://a.example/1',
  version: 1,
  template: 't1',
  data: { name: 'Storm lamp', price: 12.9, 'a/b': [{ c: 5 }], sku: 'X-1' },
  valid: true,
  missing: [],
  evidence: [
    { path: '/name', locator: 'path', quote: 'Storm  lamp' },
    { path: '/price', locator: 'label', quote: '$12.90' },
    { path: '/price', locator: 'path', quote: 'another' },
    { path: '/a~1b/0/c', locator: 'path', quote: '5' },
    { path: '/sku', locator: 'stated', quote: 'X-1' },
  ] as ExtractorResult['evidence'],
};

describe('the quotes of a result', () => {
  const text = '# **Storm**\n lamp\n\n15 pieces, $12.90, 5 stars, X-12';

  it('are found in the text as whole words, whatever its spaces and marks', () => {
    const quotes = quotesIn(RESULT, text);
    expect(quotes.map(({ path, value, at }) => [path, value, at && text.slice(at.from, at.to)])).toEqual([
      ['/name', 'Storm lamp', 'Storm**\n lamp'],
      ['/price', '12.9', '$12.90'],
      ['/a~1b/0/c', '5', '5'],
      ['/sku', 'X-1', null],
    ]);
    const marked = cutAtEvidence(text, quotes).filter(({ path }) => path !== null);
    expect(marked.map(({ path }) => path)).toEqual(['/name', '/price', '/a~1b/0/c']);
  });

  it('take no time for texts full of beginnings', () => {
    const started = performance.now();
    quotesIn({ ...RESULT, evidence: [{ ...RESULT.evidence[0]!, quote: '1' }] }, '11'.repeat(75_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
