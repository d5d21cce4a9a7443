import { DEFAULT_CONVERSION } from '../model/page/conversion.js';
import { convertHtml } from './convert-html.js';

const MODULE = '<script type="module" src="/parts.js"></script>';
const SENTENCE =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins. ';
const paragraphs = (chars: number) => `<p>${SENTENCE.repeat(8)}</p>`.repeat(Math.ceil(chars / 700));
const defines = (name: string, body = 'this.attachShadow({ mode: "open" })') =>
  `<script>customElements.define("${name}", class extends HTMLElement { connectedCallback() { ${body} } })</script>`;

describe('browserHint', () => {
  it.each([
    ['shows one slotted paragraph in a custom element', `<x-page><p>${SENTENCE}</p></x-page>${MODULE}`, true],
    ['shows one paragraph beside custom elements', `<p>${SENTENCE}</p><x-page></x-page>${MODULE}`, true],
    ['has a shadow root of its own inline script', `<x-page>${paragraphs(800)}</x-page>${defines('x-page')}`, true],
    ['has custom elements, and scripts that hold data only', `<x-page><p>${SENTENCE}</p></x-page><script type="application/json">{}</script>`, false],
    ['has custom elements without any script', `<x-page><p>${SENTENCE.repeat(3)}</p></x-page>`, false],
    ['has elements of SVG with hyphens', `<p>${SENTENCE.repeat(3)}</p><svg><font-face></font-face></svg>${MODULE}`, false],
    ['has an article beside custom elements', `<x-nav></x-nav><article>${paragraphs(3_000)}</article>${MODULE}`, false],
    ['defines an element without a shadow root', `<x-y></x-y>${paragraphs(800)}${defines('x-y', 'this.hidden = true')}`, false],
    ['defines an element that it does not have', `<x-z></x-z>${paragraphs(800)}${defines('x-y')}`, false],
  ])('a page that %s needs a browser: %#', (_name, body, isNeeded) => {
    const html = `<!doctype html><title>Ferries</title><body>${body}`;
    const request = { url: 'https://site.example/', statusCode: 200, formats: ['markdown'] as const };
    expect(convertHtml(html, { ...request, ...DEFAULT_CONVERSION }).browserHint?.isNeeded).toBe(isNeeded);
  });
}); // prettier-ignore
