import type { PictureSize } from '../../../model/page/screenshot-options.js';
import { readPage } from '../page/read-page.js';
import { takePicture } from '../page/take-picture.js';
import type { Act } from './action.js';

export const screenshot: Act = async (
  { lane, budget, results, warnings },
  { fullPage, quality, viewport },
) => {
  const wish = {
    fullPage: fullPage === true,
    ...(typeof quality === 'number' ? { quality } : {}),
    ...(isSize(viewport) ? { viewport } : {}),
  };
  const picture = await takePicture(lane, wish, () => budget.leftMs);
  results.screenshots.push(picture.url);
  if (picture.isCut) warnings.push('A screenshot was cut: it would have had too many pixels');
};

export const scrape: Act = async ({ lane, budget, results }) => {
  const { url, html } = await readPage(lane, budget.leftMs);
  results.scrapes.push({ url, html });
};

function isSize(value: unknown): value is PictureSize {
  const { width, height } = (value ?? {}) as Record<string, unknown>;
  return Number.isInteger(width) && Number.isInteger(height);
}
