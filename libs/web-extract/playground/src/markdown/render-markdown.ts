import DOMPurify from 'dompurify';
import { Marked, type Tokens } from 'marked';
import { webAddress } from '../ui/format.js';

/** Longer texts are shown up to here: what nobody reads need not be laid out. */
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
 * Markdown is somebody else's. HTML in it is shown, never read as such; links lead to web addresses alone; pictures are named and not
 * fetched, or the site would learn who looks at them.
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
  return nodes;
}
