import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import { InvalidRequestError } from '../../../model/errors.js';
import { problemAt } from '../../../model/problems/request-problem.js';

/**
 * Checks `skipErrorPages` of a job: change tracking reports removed pages by their status, so they cannot be skipped.
 *
 * @throws InvalidRequestError
 */
export function checkErrorPages({
  skipErrorPages,
  page,
}: Pick<CrawlRequest, 'skipErrorPages' | 'page'>): void {
  if (!skipErrorPages || !page?.track) return;
  const reason = 'cannot be combined with change tracking';
  throw new InvalidRequestError([problemAt(['skipErrorPages'], { code: 'contradiction', reason })]);
}
