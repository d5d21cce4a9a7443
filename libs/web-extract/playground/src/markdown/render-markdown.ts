import DOMPurify from 'dompurify';
import { Marked, type Tokens } from 'marked';
import { highlightCodeBlocks } from '../highlight/highlighted.js';
import { webAddress } from '../ui/format.js';

/** Longer texts are truncated in the view. */
export const MAX_RENDERED_CHARS = 150_000;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/**
 * Renders untrusted markdown: HTML is shown as text, links are limited to HTTP URLs, and images are shown by their alternative text and
 * not fetched, since a request would reveal the reader to the site.
 */
const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      const address = webAddress(href);
      return address === null ? `<span>${text}</span>` : `<a href="${escape(address)}">${text}</a>`;
    },
    image: ({ text }: Tokens.Image) => `<span class="picture">${escape(text || 'picture')}</span>`,
  },
});

const TAGS =
  'a p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong em del span table thead tbody tr th td input'.split(
    ' ',
  );

/** Sanitised nodes of a text in markdown. */
export function renderMarkdown(text: string): DocumentFragment {
  const html = marked.parse(text.slice(0, MAX_RENDERED_CHARS)) as string;
  const nodes = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'class', 'align', 'start', 'type', 'checked', 'disabled'],
    ALLOWED_URI_REGEXP: /^https?:/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of nodes.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  for (const box of nodes.querySelectorAll('input'))
    box.setAttribute('aria-label', box.checked ? 'done' : 'open');
  for (const block of nodes.querySelectorAll('pre')) block.tabIndex = 0; // it may scroll
  for (const table of nodes.querySelectorAll('table')) wrapTable(table);
  closeHeadingGaps(nodes);
  highlightCodeBlocks(nodes);
  return nodes;
}

function wrapTable(table: HTMLTableElement): void {
  const box = document.createElement('div');
  box.className = 'table-scroll';
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', 'Table');
  table.replaceWith(box);
  box.append(table);
}

/** Level of the heading above the rendered text. */
const OUTER_LEVEL = 2;

/** Limits each heading to one level below the previous one for assistive technology. */
function closeHeadingGaps(nodes: DocumentFragment): void {
  let previous = OUTER_LEVEL;
  for (const heading of nodes.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(Number(heading.tagName[1]) + OUTER_LEVEL, previous + 1, 6);
    heading.setAttribute('aria-level', String(level));
    previous = level;
  }
}
