import { randomUUID } from 'node:crypto';
import type { PageFailure, PageTask } from '../../../model/crawl/crawl.js';
import { WebExtractError } from '../../../model/errors.js';
import { ErrorPageError } from './error-page.error.js';
import { RedirectOutOfScopeError } from './redirect-out-of-scope.error.js';

/**
 * Creates the failure record of a page. Messages of unknown errors are replaced, as they may contain internal details.
 */
export function failureOf(task: PageTask, error: unknown): PageFailure {
  const { code, message } = isOurs(error) ? error : UNKNOWN;
  return {
    id: randomUUID(),
    url: task.url,
    code,
    message,
    attempts: task.attempts + 1,
    failedAt: Date.now(),
  };
}

const UNKNOWN = { code: 'UNKNOWN_ERROR', message: 'The page could not be processed' };

function isOurs(error: unknown): error is WebExtractError | RedirectOutOfScopeError | ErrorPageError {
  return [WebExtractError, RedirectOutOfScopeError, ErrorPageError].some((kind) => error instanceof kind);
}
