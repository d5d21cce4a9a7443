import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** Block-level elements. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html legend li listing main menu nav ol optgroup option p ' +
    'plaintext pre search section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);

export function isBlock(element: PageElement): boolean {
  return BLOCKS.has(element.name);
}
