import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';

const HIDING_STYLE =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:px|em|rem)?\s*(?:;|!|$))/i;
/** Text moved off the screen: typically by 9999; carousels use smaller distances. */
const OFF_SCREEN = /(?:^|[;\s])(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{4,}(?:px|em)/i;
const HIDING_CLASS =
  /(?:^|\s)(?:sr-only|screen-reader-text|screen-reader-only|visually-?hidden|hidden|hide|d-none|is-hidden|invisible|u-hidden|noprint-hidden)(?:\s|$)/i;
/** Frameworks pair a hiding class with one that shows the element on larger screens, on focus or in print. */
const SHOWN_AGAIN =
  /(?:^|\s)(?:(?:xs|sm|md|lg|xl|2xl|3xl|tablet|desktop|mobile|print|dark|group-[\w-]+|peer-[\w-]+|\[[^\]\s]*\]):[\w-]+|d-(?:xs|sm|md|lg|xl|xxl|print)-(?!none)[\w-]+|not-sr-only)/i;
/** Elements that scripts show once they have run; hiding them hides the page. */
const NEVER_HIDDEN = new Set(['html', 'body', 'main', 'article']);
/** A longer aria-hidden text is a page behind an open dialog, not decoration. */
const MAX_DECORATION_CHARS = 300;

/**
 * Returns true if the element is marked as invisible. Text that "find in page" can reveal counts as visible.
 */
export function isHidden(element: PageElement): boolean {
  const { attribs } = element;
  if (NEVER_HIDDEN.has(element.name)) return false;
  if (attribs['hidden'] !== undefined && attribs['hidden'] !== 'until-found') return true;
  const style = attribs['style'];
  if (style !== undefined && (HIDING_STYLE.test(style) || OFF_SCREEN.test(style))) return true;
  const className = attribs['class'];
  if (className !== undefined && HIDING_CLASS.test(className) && !SHOWN_AGAIN.test(className)) return true;
  return attribs['aria-hidden'] === 'true' && isDecoration(element);
}

function isDecoration(element: PageElement): boolean {
  return charsWithin(element, MAX_DECORATION_CHARS) < MAX_DECORATION_CHARS;
}

/** Counts the characters of text below `element`, up to `enough`. */
function charsWithin(element: PageElement, enough: number): number {
  let chars = 0;
  for (const child of element.children) {
    if ('data' in child) chars += child.data.trim().length;
    else if ('children' in child) chars += charsWithin(child as PageElement, enough - chars);
    if (chars >= enough) break;
  }
  return chars;
}
