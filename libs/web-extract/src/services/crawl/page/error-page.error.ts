import { redactUrl } from '../../../model/redact-url.js';

/** The page of a job with `skipErrorPages` answered with an error status. */
export class ErrorPageError extends Error {
  readonly code: string;

  constructor(url: string, statusCode: number) {
    super(`${redactUrl(url)} answered with HTTP status ${statusCode}`);
    this.code = `PAGE_STATUS_${statusCode}`;
  }
}
