import { findElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { outlinePage } from '../block-features/page-outline.js';
import { deletionCandidate } from './deletion-candidate.js';
import { withinMain } from './main-element.js';

const OUTSIDE = '<p>Another part of the page.</p>';
const SENTENCE =
  'The council voted on Tuesday to rebuild the old harbour bridge, and work begins in spring. ';

function outlineOf(body: string) {
  return outlinePage(findElement(parseHtml(`<body>${body}</body>`, 'https://example.com/').root, 'body')!);
}

/** Texts of the blocks that are kept. */
function kept(body: string, choose = withinMain): string[] | null {
  const outline = outlineOf(body);
  const verdicts = choose(outline, deletionCandidate(outline));
  return verdicts && outline.blocks.flatMap(({ texts }, at) => (verdicts[at] === null ? texts.map(({ data }) => data).join('') : [])); // prettier-ignore
}

describe('The main element', () => {
  it('holds the content if it has prose', () => {
    const text = SENTENCE.repeat(4);
    expect(kept(`${OUTSIDE}<main><p>${text}</p></main>${OUTSIDE}`)).toEqual([text]);
    expect(kept(`<main><p>${SENTENCE}</p></main>${OUTSIDE}`)).toBeNull();
    expect(kept(`<main><p>${text}</p></main><main><p>${text}</p></main>`)).toBeNull();
  });

  it('holds prose of scripts that say more in fewer letters', () => {
    const text = `${'気象庁は十三日、日向灘で震度五弱の地震があったと発表した。'.repeat(4)}`;
    expect(kept(`${OUTSIDE}<main><p>${text}</p></main>`)).toEqual([text]);
  });

  it('is no boilerplate by the names of what is around it', () => {
    const rules: typeof withinMain = (_, verdicts) => verdicts;
    const page = (main: string) =>
      `<div class="gate-ad"><div class="share">${SENTENCE}</div>${main}</div><p>${SENTENCE}</p>`;
    expect(kept(page(`<main><p>One.</p><div class="share">Two.</div></main>`), rules)).toEqual([
      'One.',
      SENTENCE,
    ]);
    expect(kept(page('<div><p>One.</p></div>'), rules)).toEqual([SENTENCE]);
  });

  it('is none in an overlay', () => {
    const text = SENTENCE.repeat(4);
    const list = `<p>${SENTENCE}</p>`.repeat(5);
    for (const name of ['cookie-consent', 'modal popup', 'CybotCookiebotDialog', 'page-overlay']) {
      expect(kept(`${list}<div class="${name}"><div role="main"><p>${text}</p></div></div>`)).toBeNull();
      expect(kept(`${list}<div class="${name}" role="main"><p>${text}</p></div>`)).toBeNull();
    }
    const main = `<main><p>${text}</p></main>`;
    expect(kept(`${list}${main}<div class="modal"><div role="main"><p>${text}</p></div></div>`)).toEqual([
      text,
    ]);
    expect(kept(`${list}<div class="gate-ad has-cookie-banner modal-open">${main}</div>`)).toEqual([text]);
  });
});
