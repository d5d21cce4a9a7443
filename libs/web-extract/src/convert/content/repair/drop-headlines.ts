import {
  isElement,
  type DomTree,
  type PageElement,
  type PageText,
} from '@web-extract/documents/markup/dom/nodes.js';
import { parseUrl } from '../../../web/url/parse-url.js';
import { Within } from '../block-features/element-kinds.js';
import { headingLevel } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import type { PageStatements } from '../block-features/page-statements.js';
import { isProse } from '../block-features/prose.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Share of the block that is a link. */
const MIN_LINKS = 0.85;
/** Shorter links name a topic or an author. */
const MIN_WORDS = 4;
/** With less other prose the links are the content. */
const MIN_PROSE_WORDS = 40;
const NO_HEADLINE = Within.table | Within.code;

/**
 * Removes headlines of other articles from an article: blocks that are a link to a page of the site whose address is built like that
 * of the article itself, with a number or a headline in it. Sites put them between the paragraphs.
 */
export function dropHeadlines(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  { types }: Pick<PageStatements, 'types'>,
  document: Pick<DomTree, 'url' | 'baseUrl'>,
): BlockVerdicts {
  const own = types.article ? articleAddress(document.url) : null;
  if (!own) return verdicts;
  const isHeadline = outline.blocks.map(
    (block, at) =>
      verdicts[at] === null && isWholeLink(block) && leadsToArticle(block, own, document.baseUrl),
  );
  if (!isHeadline.includes(true)) return verdicts;
  const inCard = cardsOf(isHeadline, outline, verdicts);
  const prose = outline.blocks.reduce(
    (sum, block, at) => (verdicts[at] === null && !inCard[at] && isProse(block) ? sum + block.words : sum),
    0,
  );
  if (prose < MIN_PROSE_WORDS) return verdicts;
  return verdicts.map((verdict, at) =>
    verdict === null && (isHeadline[at] || inCard[at]) ? 'link list' : verdict,
  );
}

/** A card holds a headline with its teaser, date and topic. */
const MOST_OF_CARD = { blocks: 5, words: 60 };
/** A longer block is a paragraph of the text and no teaser. */
const MAX_TEASER_WORDS = 30;
const CARD_TAGS = new Set(['article', 'li', 'div', 'section']);

/** 1 for each block in the card of a headline. */
function cardsOf(isHeadline: readonly boolean[], outline: PageOutline, verdicts: BlockVerdicts): Uint8Array {
  const { blocks, elements, parents, firstBlock, endBlock } = outline;
  const inCard = new Uint8Array(blocks.length);
  const isCard = (first: number, end: number): boolean => {
    let words = 0;
    for (let at = first; at < end; at++) {
      if (isHeadline[at] || verdicts[at] !== null) continue;
      const block = blocks[at]!;
      if (headingLevel(outline, block) === 1 || block.words > MAX_TEASER_WORDS) return false;
      words += block.words;
    }
    return words <= MOST_OF_CARD.words;
  };
  blocks.forEach(({ owner }, headline) => {
    if (!isHeadline[headline]) return;
    for (let at = owner; at > 0; at = parents[at]!) {
      const [first, end] = [firstBlock[at]!, endBlock[at]!];
      if (end - first > MOST_OF_CARD.blocks || !isCard(first, end)) break;
      if (end - first > 1 && CARD_TAGS.has((elements[at] as PageElement).name)) inCard.fill(1, first, end);
    }
  });
  return inCard;
}

function isWholeLink({ chars, linkChars, words, within }: TextBlock): boolean {
  return words >= MIN_WORDS && linkChars >= MIN_LINKS * chars && !(within & NO_HEADLINE);
}

/** Address of an article: host, path, and whether that has a number or a headline. */
interface ArticleAddress {
  readonly host: string;
  readonly path: string;
  readonly id: string | null;
  readonly hasHeadline: boolean;
}

/** Numbers of articles have five digits and more; four are a year. */
const ID = /\d{5,}|\b[\da-f]{8}-[\da-f]{4}-/;
/** Minimum number of words in the last part of the path. */
const MIN_HEADLINE_WORDS = 4;
const FILE = /\.(?:pdf|jpe?g|png|webp|gif|zip|docx?|mp[34])$/i;

function articleAddress(href: string, base?: string): ArticleAddress | null {
  const url = parseUrl(href, base);
  if (!url || FILE.test(url.pathname)) return null;
  const last = url.pathname.split('/').findLast(Boolean) ?? '';
  const id = ID.exec(url.pathname)?.[0] ?? null;
  const hasHeadline = last.split(/[-_]/).filter(Boolean).length >= MIN_HEADLINE_WORDS;
  if (id === null && !hasHeadline) return null;
  return { host: url.host.replace(/^(?:www|m|amp)\./, ''), path: url.pathname, id, hasHeadline };
}

function leadsToArticle(block: TextBlock, own: ArticleAddress, base: string): boolean {
  const href = hrefOf(block);
  const target = href === undefined ? null : articleAddress(href, base);
  if (!target || target.host !== own.host) return false;
  // its pictures and pages have its number
  if (target.path === own.path || (own.id !== null && target.path.includes(own.id))) return false;
  return (target.id !== null && own.id !== null) || (target.hasHeadline && own.hasHeadline);
}

const MAX_LEVELS = 6;

function hrefOf({ texts }: TextBlock): string | undefined {
  for (const text of texts) {
    const link = linkAround(text);
    if (link) return link.attribs['href'];
  }
  return undefined;
}

function linkAround(text: PageText): PageElement | null {
  let up = text.parent;
  for (let level = 0; up && level < MAX_LEVELS; level++, up = up.parent)
    if (isElement(up) && up.name === 'a') return up;
  return null;
}
