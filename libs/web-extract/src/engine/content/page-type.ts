import type { PageType } from '../../model/page.js';
import type { PageFacts } from './page-facts.js';
import type { PageOutline } from './page-outline.js';

/** A first guess by what the page states. */
export function pageTypeOf(_outline: PageOutline, facts: PageFacts): PageType {
  if (facts.says.forum) return 'forum';
  if (facts.says.product) return 'product';
  if (facts.says.article) return 'article';
  return facts.says.listing ? 'listing' : 'other';
}
