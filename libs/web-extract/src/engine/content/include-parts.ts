import type { PagePart } from '../../model/markdown-options.js';
import type { PageElement } from '../html/nodes.js';
import type { PageOutline } from './page-outline.js';
import type { BlockVerdicts } from './removal-plan.js';

const named = (words: string): RegExp => new RegExp(`(?:^|[\\s_-])(?:${words})(?:[\\s_-]|$)`, 'i');

/** Words of class names and ids by which the parts are known, in the languages that sites are mostly built in. */
const NAMES: Readonly<Record<PagePart, RegExp>> = {
  comments: named(
    'comments?|commentlist|respond|disqus|replies|discussion|kommentare?|commentaires?|comentarios?|commenti',
  ),
  reviews: named('reviews?|testimonials?|ratings|bewertungen|rezensionen|avis|reseñas|opiniones|recensioni'),
  related: named(
    'related|recommended|recommendations?|similar|read-?(?:more|next|also)|more-(?:posts|articles|stories)|empfehlungen',
  ),
};

/** Frames of the page say in such names what they may hold, not what they are. */
const FRAMES = new Set(['html', 'body', 'main', 'article']);

/** Keeps also the parts that are asked for. */
export function includeParts(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  parts: readonly PagePart[],
): BlockVerdicts {
  const names = parts.map((part) => NAMES[part]);
  const inside = new Uint8Array(outline.elements.length);
  for (let at = 1; at < inside.length; at++) {
    inside[at] = inside[outline.parents[at]!] || isPart(outline.elements[at] as PageElement, names) ? 1 : 0;
  }
  return verdicts.map((verdict, at) => (inside[outline.blocks[at]!.owner] ? null : verdict));
}

function isPart({ name, attribs }: PageElement, names: readonly RegExp[]): boolean {
  if (FRAMES.has(name)) return false;
  const { class: className = '', id = '', itemprop = '' } = attribs;
  const own = `${className} ${id} ${itemprop}`;
  return own.length > 2 && names.some((one) => one.test(own));
}
