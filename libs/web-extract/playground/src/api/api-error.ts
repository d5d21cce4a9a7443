/** Validation message for one field of a request. */
export interface FieldProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Error response of the API, or a failed connection. */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 without a response. */
    readonly status: number,
    message: string,
    readonly code: string | null = null,
    readonly details: readonly FieldProblem[] = [],
    /** Value of Retry-After in seconds. */
    readonly retryAfter: number | null = null,
    /** For an expired cursor, one that starts again. */
    readonly cursor: string | null = null,
  ) {
    super(message);
  }
}

const HEADLINES: Readonly<Record<number, string>> = {
  0: 'The server cannot be reached',
  400: 'Invalid request',
  401: 'Invalid API key',
  402: 'No credits left',
  403: 'URL not allowed',
  404: 'Not found',
  408: 'Timeout',
  409: 'Conflict with the current state',
  410: 'Cursor expired',
  413: 'The file is too large',
  429: 'Too many requests',
  501: 'Not configured on this server',
  503: 'Server busy',
};

/** Headline for an error. */
export function headlineOf({ status }: ApiError): string {
  return HEADLINES[status] ?? (status >= 500 ? 'The page could not be fetched' : 'Request rejected');
}

const ADVICE: Readonly<Record<number, string>> = {
  0: 'Check that the server is running, then try again.',
  401: 'Use a key from the server configuration. Without a configured key, the server prints a generated key at start.',
  403: 'Private and local addresses must be listed in the server option allowPrivate.',
  408: 'Increase the timeout under “Request”, or try again.',
  501: 'Search requires a search provider. Extraction requires a language model or structured data on the page.',
  503: 'Try again later.',
};

/** Advice for resolving an error. */
export function adviceFor({ status, retryAfter }: ApiError): string | null {
  if (retryAfter !== null) return `Try again in ${retryAfter} s.`;
  return ADVICE[status] ?? null;
}
