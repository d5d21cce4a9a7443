import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import type { BlockModel } from './block-model.js';
import { chooseCandidate } from './choose-candidate.js';
import { cleanPage } from '../cleaning/clean-page.js';
import { outlinePage } from '../block-features/page-outline.js';
import { readStatements } from '../block-features/page-statements.js';

/** A model that gives each block of a page its probability, in their order. */
function modelOf(probabilities: readonly number[]): BlockModel {
  const left = [...probabilities];
  return { names: new Map(), words: new Map(), probability: () => left.shift()! };
}

const WORDS = 'one two three four five six seven eight nine ten';

/** A paragraph for each probability, the last in a footer and code, where there is some, before that. */
function choose(probabilities: readonly number[], code = '') {
  const texts = code ? probabilities.slice(1) : probabilities;
  const paragraphs = texts.map((_, at) => `<p>${WORDS} ${at}</p>`);
  const footer = `<footer>${paragraphs.pop()!}</footer>`;
  const document = parseHtml(`<body>${paragraphs.join('')}${code}${footer}</body>`, 'https://example.com/');
  const statements = readStatements(document);
  cleanPage(document);
  const outline = outlinePage(findElement(document.root, 'body')!);
  const { verdicts, candidate } = chooseCandidate(outline, statements, modelOf(probabilities));
  return { candidate, kept: verdicts.flatMap((verdict, at) => (verdict === null ? at : [])) };
}

describe('The choice of blocks', () => {
  it('is that of the scorer where it is sure', () => {
    expect(choose([0.9, 0.95, 0.2, 0.9, 0.9])).toEqual({ candidate: 'scored', kept: [0, 1, 3, 4] });
  });

  it('is what the deletion rules keep where the scorer is unsure, less what that gives up', () => {
    expect(choose([0.6, 0.5, 0.2, 0.05, 0.1])).toEqual({ candidate: 'pruned', kept: [0, 1, 2] });
  });

  it('is that of the deletion rules where the scorer gives up nearly all', () => {
    expect(choose([0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05]).kept).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('leaves out what may be a byline or a teaser, but where there is code', () => {
    const prose = [0.99, 0.45, 0.99, 0.99, 0.99];
    expect(choose([...prose, 0.01]).kept).toEqual([0, 2, 3, 4]);
    expect(choose([...prose, 0.99, 0.01], '<pre>read()</pre>').kept).toContain(1);
  });
});
