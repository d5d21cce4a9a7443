import type { PageElement } from '../html/nodes.js';

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** The element itself says that a reader does not see it. Text that "find in page" can open counts as seen. */
export function isHidden(element: PageElement): boolean {
  const { hidden, style } = element.attribs;
  if (hidden !== undefined && hidden !== 'until-found') return true;
  return style !== undefined && HIDING_STYLE.test(style);
}
