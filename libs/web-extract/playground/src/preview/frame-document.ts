import DOMPurify from 'dompurify';
import { FRAME_STYLE } from './frame-style.js';

/** Everything that could send a request, run code or leave the frame. */
const FORBIDDEN_TAGS =
  'style script link meta base iframe frame object embed form input button textarea select svg math audio video source track template dialog'.split(
    ' ',
  );
const ALLOWED_ATTRIBUTES =
  'alt align colspan rowspan scope headers start reversed dir lang title open datetime cite'.split(' ');

/** Longer documents are truncated in the view. */
export const MAX_FRAME_CHARS = 300_000;

/** Document of a sandboxed frame for untrusted HTML: no scripts, no network, no links. Images are replaced with their alternative text. */
export function frameDocument(html: string, theme: string): string {
  const nodes = DOMPurify.sanitize(html.slice(0, MAX_FRAME_CHARS), {
    FORBID_TAGS: FORBIDDEN_TAGS,
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const image of nodes.querySelectorAll('img, picture')) {
    const label = document.createElement('span');
    label.className = 'picture';
    label.textContent = image.getAttribute('alt') || 'image';
    image.replaceWith(label);
  }
  const body = document.createElement('body');
  body.append(nodes);
  return (
    `<!doctype html><html lang="en" data-theme="${theme === 'dark' ? 'dark' : 'light'}"><head><meta charset="utf-8"><title>Cleaned HTML</title>` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<style>${FRAME_STYLE}</style></head>${body.outerHTML}</html>`
  );
}
