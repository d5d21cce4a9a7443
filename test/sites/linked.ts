import { html, type Routes } from './site.js';
import { page } from './pages.js';

/** Pages that link to others: path to the addresses its links name, in order. */
export function linked(pages: Readonly<Record<string, readonly string[]>>): Routes {
  return Object.fromEntries(Object.entries(pages).map(([path, hrefs]) => [path, html(linking(path, hrefs))]));
}

/** A page with a title and links. */
export const linking = (title: string, hrefs: readonly string[], head = ''): string =>
  page(title, hrefs.map((href) => `<p><a href="${href}">To ${href}</a></p>`).join('')).replace('</head>', `${head}</head>`);

/** `/`, which links to `/p/1` … `/p/<count>`, each of which links to the next one. */
export function manyPages(count: number): Routes {
  const paths = Array.from({ length: count }, (_, n) => `/p/${n + 1}`);
  const entries = paths.map((path, n) => [path, paths.slice(n + 1, n + 2)] as const);
  return linked({ '/': paths, ...Object.fromEntries(entries) });
}

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A text with its digits in words: pages of a site differ in more than numbers. */
export const inWords = (text: string): string => text.replace(/\d/g, (digit) => `-${DIGITS[Number(digit)]}`);
