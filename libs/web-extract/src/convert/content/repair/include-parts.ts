import type { PagePart } from '../../../model/page/markdown-options.js';
import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Words that identify the parts, in the most common languages of sites. */
const WORDS: Readonly<Record<PagePart, string>> = {
  comments:
    'comments?|commentlist|respond|disqus|replies|discussion|kommentare?|commentaires?|comentarios?|commenti',
  reviews: 'reviews?|testimonials?|ratings|bewertungen|rezensionen|avis|reseñas|opiniones|recensioni',
  related:
    'related|recommended|recommendations?|similar|read-?(?:more|next|also)|more-(?:posts|articles|stories)|empfehlungen',
};

/**
 * Patterns for class names and ids. `has-reviews` and `reviews-enabled` describe the state of neighbouring
 * elements.
 */
const NAMES = patternsOf(
  (words) =>
    new RegExp(
      `(?:^|[\\s_-])(?<!(?:^|[\\s_-])(?:has|with|without|no|show|hide)[_-])(?:${words})(?:[\\s_-]|$)(?<![_-](?=(?:enabled|disabled|allowed)))`,
      'i',
    ),
);
/** In titles. */
const MENTIONS = patternsOf((words) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu'));

function patternsOf(toPattern: (words: string) => RegExp): Readonly<Record<PagePart, RegExp>> {
  const { comments, reviews, related } = WORDS;
  return { comments: toPattern(comments), reviews: toPattern(reviews), related: toPattern(related) };
}

/** Returns true if a title mentions such a part: it is then the topic of the page. */
export const mentionsPart = (title: string, part: PagePart): boolean => MENTIONS[part].test(title);

/** Names of page frames describe possible content, not their own. */
const FRAMES = new Set(['html', 'body', 'main', 'article']);

/** Also keeps the requested parts. */
export function includeParts(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  parts: readonly PagePart[],
): BlockVerdicts {
  const inside = elementsIn(outline, parts);
  return verdicts.map((verdict, at) => (inside[outline.blocks[at]!.owner] ? null : verdict));
}

/** 1 for each element of such a part, by its place. */
export function elementsIn(outline: PageOutline, parts: readonly PagePart[]): Uint8Array {
  const names = parts.map((part) => NAMES[part]);
  const inside = new Uint8Array(outline.elements.length);
  for (let at = 1; at < inside.length; at++) {
    inside[at] = inside[outline.parents[at]!] || isPart(outline.elements[at] as PageElement, names) ? 1 : 0;
  }
  return inside;
}

function isPart({ name, attribs }: PageElement, names: readonly RegExp[]): boolean {
  if (FRAMES.has(name)) return false;
  const { class: className = '', id = '', itemprop = '' } = attribs;
  const own = `${className} ${id} ${itemprop}`;
  return own.length > 2 && names.some((one) => one.test(own));
}
