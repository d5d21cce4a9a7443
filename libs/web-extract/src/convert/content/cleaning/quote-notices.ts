import { PageElement, PageText } from '@web-extract/documents/markup/dom/nodes.js';
import { appendNode, detach, moveChildren } from '@web-extract/documents/markup/dom/tree-edits.js';
import { BLOCK_TAGS } from '../block-features/element-kinds.js';
import { noticeTitle, type NoticeTitle } from './notice-title.js';

const HOLDERS = new Set(['div', 'section', 'aside']);

/**
 * Converts a note, a warning or a tip to a quote that starts with its title in bold: this keeps it distinct
 * from the surrounding text without the frame and colour of the site.
 *
 * Must be called before the content of the element is cleaned: some titles are hidden from screen readers.
 */
export function quoteNotice(element: PageElement): void {
  if (!HOLDERS.has(element.name)) return;
  const title = noticeTitle(element);
  if (!title) return;
  if (element.name === 'aside') element.attribs['role'] = 'note'; // part of the text, not a sidebar
  const quote = new PageElement('blockquote', {});
  const line = titleLine(title);
  if (line) appendNode(quote, line);
  moveChildren(element, quote);
  appendNode(element, quote);
}

/** The title as a line of its own, taken from where it stood; one within a line of text stays there, in bold. */
function titleLine({ element, words }: NoticeTitle): PageElement | null {
  if (typeof words !== 'string' && !BLOCK_TAGS.has(element.name)) {
    if (!isBold(words)) appendNode(words, bold(words));
    return null;
  }
  detach(element);
  const line = new PageElement('p', {});
  appendNode(line, bold(words));
  return line;
}

function bold(words: PageElement | string): PageElement {
  const strong = new PageElement('strong', {});
  if (typeof words === 'string') appendNode(strong, new PageText(words));
  else moveChildren(words.children.find(isBold) ?? words, strong);
  return strong;
}

function isBold(node: unknown): node is PageElement {
  return node instanceof PageElement && (node.name === 'strong' || node.name === 'b');
}
