import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { headingLevel, textOfBlock } from '../block-features/page-features.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { TitleWords } from '../block-features/title-overlap.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Share of the words of a top heading that the title of the page contains: of its article, and of others at most. */
const OWN_TITLE = 0.6;
const OTHER_TITLE = 0.4;

/**
 * Removes the articles that a site appends to the one that was requested: `article` elements with a top heading of their own. The title
 * of the page says which one was requested.
 */
export function dropNextArticles(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  pageTitle: string,
): BlockVerdicts {
  const articles = titledArticles(outline);
  if (articles.length < 2) return verdicts;
  const title = new TitleWords(pageTitle);
  const overlaps = articles.map(({ heading }) => title.overlapOf(textOfBlock(outline.blocks[heading]!)));
  const own = overlaps.findIndex((overlap) => overlap >= OWN_TITLE);
  const others = articles.filter((_, at) => at > own && overlaps[at]! < OTHER_TITLE);
  const isKept = own >= 0 && verdicts[articles[own]!.heading] === null;
  if (!isKept || others.length !== articles.length - 1) return verdicts;
  const isOther = new Uint8Array(verdicts.length);
  for (const { first, end } of others) isOther.fill(1, first, end);
  return verdicts.map((verdict, at) => (isOther[at] ? (verdict ?? 'outside the content') : verdict));
}

interface TitledArticle {
  /** Block of its top heading. */
  readonly heading: number;
  readonly first: number;
  readonly end: number;
}

/** The outermost articles with a top heading. */
function titledArticles(outline: PageOutline): TitledArticle[] {
  const { elements, firstBlock, endBlock, blocks } = outline;
  const articles: TitledArticle[] = [];
  let last = 0;
  for (let at = 1; at < elements.length; at++) {
    const [first, end] = [firstBlock[at]!, endBlock[at]!];
    if ((elements[at] as PageElement).name !== 'article' || first < last) continue;
    last = end;
    for (let heading = first; heading < end; heading++) {
      if (headingLevel(outline, blocks[heading]!) !== 1) continue;
      articles.push({ heading, first, end });
      break;
    }
  }
  return articles;
}
