import type { Page } from '../model/page/page.js';
import { asksForWords } from '../extraction/answers/asks-for-words.js';
import type { Cost } from '../model/keys/api-key.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { Payment } from './keys/allowance.js';

/** Units of account of one page. */
const CREDITS = { page: 1, pageWithModel: 5 };

/**
 * What a page counts for.
 * @param maxPages pages of a document that were read at most; every further page of a PDF is one more page that was read
 */
export function creditsOf(
  { extraction, wordsUsage, fetchedBy, metadata }: Page,
  maxPages = Infinity,
): number {
  const further = fetchedBy === 'pdf' ? Math.max(0, Math.min(metadata.numPages ?? 1, maxPages) - 1) : 0;
  const calls = (extraction?.usage.calls ?? 0) + (wordsUsage?.calls ?? 0);
  return (calls > 0 ? CREDITS.pageWithModel : CREDITS.page) + further;
}

/** What a page is counted as. */
const costOfPage = (page: Page, maxPages?: number): Cost => ({
  pages: 1,
  credits: creditsOf(page, maxPages),
});

/** What a page may be counted as, as far as that is known before it is read: how long a document is, is not. */
export const mostOfPage = (request: Pick<PageRequest, 'extraction' | 'formats' | 'track'>): Cost => ({
  pages: 1,
  credits:
    request.extraction || request.track?.fields || asksForWords(request)
      ? CREDITS.pageWithModel
      : CREDITS.page,
});

/** Who pays for a page that is read by itself. */
export const paymentOf = (
  request: Pick<PageRequest, 'extraction' | 'formats' | 'owner' | 'maxPages' | 'track'>,
): Payment<Page> => ({
  owner: request.owner,
  most: mostOfPage(request),
  costOf: (page) => costOfPage(page, request.maxPages),
});
