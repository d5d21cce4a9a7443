import type { PathHash } from '../../../model/page/page-kind.js';
import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { mix } from './page-paths.js';

/** Elements used by templates. Authors use others. */
const TEMPLATE_TAGS = new Set('body div section main article header footer nav aside form center'.split(' '));
/** Deeper down stands what differs from page to page. */
const MAX_DEPTH = 3;

/** The kind of a page: which template elements stand where, near the root. Pages of one template have the same. */
export function kindOf(outline: PageOutline, paths: Uint32Array): PathHash {
  const { elements, parents } = outline;
  const depths = new Uint8Array(elements.length);
  const seen = new Set<PathHash>();
  for (let at = 1; at < depths.length; at++) {
    const above = depths[parents[at]!]!;
    const isTemplate = above < MAX_DEPTH && TEMPLATE_TAGS.has((elements[at] as PageElement).name);
    depths[at] = isTemplate ? above + 1 : MAX_DEPTH;
    if (isTemplate) seen.add(paths[at]!);
  }
  return [...seen].sort((a, b) => a - b).reduce(mix, 0);
}
