import { bodyHashOf } from '../convert/changes/fingerprint.js';
import type { FetchResponse } from '../ports/fetcher.port.js';
import type { PageUrl } from '../web/url/validate-url.js';
import type { KnownPage, ReadingFacts, UnchangedPage } from './page-reading.js';
import { needsBrowser } from './rendering/needs-browser.js';
import type { FinishedPage } from './rendering/page-renderer.js';

/** The page as it is known, if the response says so. */
export function unchangedPage(
  response: FetchResponse,
  { validators, bodyHash }: KnownPage,
): UnchangedPage | null {
  const { statusCode, headers, receivedBytes = response.body.length, attempts: requests } = response;
  const found = { kind: 'unchanged', headers, wireBytes: receivedBytes, requests } as const;
  if (statusCode === 304 && validators) return { ...found, by: '304' };
  if (bodyHash === null || response.truncated || bodyHashOf(response) !== bodyHash) return null;
  return { ...found, by: 'body' };
}

export const isByBrowser = ({ conversion }: FinishedPage): boolean => conversion.fetchedBy === 'browser';

export function factsOf(
  asked: Pick<PageUrl, 'href'>,
  response: FetchResponse,
  finished: FinishedPage,
): ReadingFacts {
  return {
    headers: response.headers,
    isRedirected: response.url !== asked.href,
    isMovedPermanently: response.isMovedPermanently === true,
    bodyHash: bodyHashOf(response),
    wireBytes: response.receivedBytes ?? response.body.length,
    requests: response.attempts,
    isTruncated: response.truncated,
    rendering: renderingOf(response, finished),
    settledBy: finished.conversion.settledBy ?? null,
  };
}

function renderingOf(response: FetchResponse, finished: FinishedPage): ReadingFacts['rendering'] {
  const { rendering, warnings, conversion } = finished;
  if (isByBrowser(finished)) return 'done';
  if (rendering) return 'worse';
  const isMissing = warnings.some((warning) => typeof warning !== 'string' && warning.code === 'no-browser');
  if (isMissing) return 'missing';
  if (warnings.length > 0) return 'failed';
  return needsBrowser(response, conversion) ? 'missing' : 'none';
}
