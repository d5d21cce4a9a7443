import { readPage } from '../read-page.js';
import { takePicture } from '../take-picture.js';
import type { Act } from './action.js';

export const screenshot: Act = async ({ lane, budget, results, warnings }, { fullPage, quality }) => {
  const wish = { fullPage: fullPage === true, ...(typeof quality === 'number' ? { quality } : {}) };
  const picture = await takePicture(lane, wish, () => budget.leftMs);
  results.screenshots.push(picture.url);
  if (picture.isCut) warnings.push('A screenshot was cut: the page is too tall');
};

export const scrape: Act = async ({ lane, budget, results }) => {
  const { url, html } = await readPage(lane, budget.leftMs);
  results.scrapes.push({ url, html });
};
