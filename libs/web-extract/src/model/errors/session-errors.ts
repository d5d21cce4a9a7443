import { redactUrl } from '../redact-url.js';
import { WebExtractError } from './web-extract-error.js';

/** No session of this name exists for the owner. */
export class SessionUnknownError extends WebExtractError {
  readonly code = 'SESSION_UNKNOWN';

  constructor(name: string) {
    super(
      `No session ${JSON.stringify(name)} (SESSION_UNKNOWN): create it with POST /v2/sessions, SessionService.create or the option sessions`,
    );
  }
}

/** The login of a session failed. Pages fail until the next attempt; the account is not locked by repeated attempts. */
export class SessionLoginFailedError extends WebExtractError {
  readonly code = 'SESSION_LOGIN_FAILED';

  constructor(
    name: string,
    reason: string,
    /** ISO 8601 time of the next attempt; null if the next request may attempt it. */
    readonly retryAt: string | null,
  ) {
    const next = retryAt === null ? '' : `; next attempt at ${retryAt}`;
    super(`The login of the session ${JSON.stringify(name)} failed: ${reason}. Check its login${next}`);
  }
}

/** The site treats the session as logged out, and it cannot be renewed. */
export class SessionExpiredError extends WebExtractError {
  readonly code = 'SESSION_EXPIRED';

  constructor(name: string, url: string) {
    super(
      `The session ${JSON.stringify(name)} is logged out at ${redactUrl(url)}: add a login to it, or replace its state with PUT /v2/sessions`,
    );
  }
}

/** The owner has as many sessions as `limits.maxSessions` allows. */
export class SessionLimitError extends WebExtractError {
  readonly code = 'SESSION_LIMIT';

  constructor(most: number) {
    super(`At most ${most} sessions: remove one first`);
  }
}

/** A URL that ends a session or changes data is not requested with the session. */
export class GuardedLinkError extends WebExtractError {
  readonly code = 'REQUEST_REFUSED';

  constructor(
    url: string,
    /** The rule that refused it. */
    readonly rule: 'logout-link' | 'unsafe-link',
  ) {
    const effect = rule === 'logout-link' ? 'would end the session' : 'may change data';
    super(`${redactUrl(url)} ${effect} (${rule}): add a pattern to follow of the session to request it`);
  }
}
