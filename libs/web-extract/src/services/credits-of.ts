import type { Page } from '../model/page/page.js';
import { needsAnswer } from '../extraction/answers/needs-answer.js';
import type { Cost } from '../model/keys/api-key.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { Payment } from './keys/allowance.js';

/** Units of account of one page. */
const CREDITS = { page: 1, pageWithModel: 5 };

/**
 * Credits charged for a page.
 * @param maxPages maximum number of document pages read; each PDF page after the first is charged as a page
 */
export function creditsOf(
  { extraction, wordsUsage, fetchedBy, metadata }: Page,
  maxPages = Infinity,
): number {
  const further = fetchedBy === 'pdf' ? Math.max(0, Math.min(metadata.numPages ?? 1, maxPages) - 1) : 0;
  const calls = (extraction?.usage.calls ?? 0) + (wordsUsage?.calls ?? 0);
  return (calls > 0 ? CREDITS.pageWithModel : CREDITS.page) + further;
}

/** Cost of a page. */
const costOfPage = (page: Page, maxPages?: number): Cost => ({
  pages: 1,
  credits: creditsOf(page, maxPages),
});

/** An extractor without a fallback never calls a model. */
const asksModel = (extraction: PageRequest['extraction']): boolean =>
  extraction !== undefined &&
  (extraction.extractor === undefined || extraction.extractor === 'auto' || extraction.fallback === 'model');

/** Maximum cost of a page before it is read. Excludes the length of a document, which is unknown then. */
export const mostOfPage = (request: Pick<PageRequest, 'extraction' | 'formats' | 'track'>): Cost => ({
  pages: 1,
  credits:
    asksModel(request.extraction) || asksModel(request.track?.fields) || needsAnswer(request)
      ? CREDITS.pageWithModel
      : CREDITS.page,
});

/** Payment for a single page. */
export const paymentOf = (
  request: Pick<PageRequest, 'extraction' | 'formats' | 'owner' | 'maxPages' | 'track'>,
): Payment<Page> => ({
  owner: request.owner,
  most: mostOfPage(request),
  costOf: (page) => costOfPage(page, request.maxPages),
});
