import { redactUrl } from '../../../model/redact-url.js';

/** Least status of a response that says why the page is not there. */
const LEAST_ERROR_STATUS = 400;

export const isErrorStatus = (statusCode: number): boolean => statusCode >= LEAST_ERROR_STATUS;

/** The page of a job with `skipErrorPages` answered with an error status. */
export class ErrorPageError extends Error {
  readonly code: string;

  constructor(url: string, statusCode: number) {
    super(`${redactUrl(url)} answered with HTTP status ${statusCode}`);
    this.code = `PAGE_STATUS_${statusCode}`;
  }
}
