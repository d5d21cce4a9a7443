import type { Page } from '../model/page.js';

/** Besides its texts. */
const REST_CHARS = 2_048;

/** How much memory a page takes, roughly, in letters: its texts are what makes it large. */
export function pageChars(page: Page): number {
  const texts = Object.values(page).filter((value): value is string => typeof value === 'string');
  return texts.reduce((sum, { length }) => sum + length, REST_CHARS);
}
