import { redactUrl } from '../../../model/redact-url.js';

/** A page of a crawl ended at an address that does not belong to the crawl. */
export class RedirectOutOfScopeError extends Error {
  readonly code = 'REDIRECT_OUT_OF_SCOPE';

  constructor(url: string, target: string, rule: string) {
    super(`${redactUrl(url)} redirects to ${redactUrl(target)}, which is out of scope (${rule})`);
    this.name = 'RedirectOutOfScopeError';
  }
}
