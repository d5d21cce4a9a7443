import { randomUUID } from 'node:crypto';
import type { PageFailure, PageTask } from '../../../model/crawl/crawl.js';
import { WebExtractError } from '../../../model/errors.js';
import { ErrorPageError } from './error-page.error.js';
import { RedirectOutOfScopeError } from './redirect-out-of-scope.error.js';

/** What is remembered of a page that could not be had. Messages of our own errors are made for readers; others are not. */
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
