/** One field of a request that the server could not use. */
export interface FieldProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What the server, or the way to it, said instead of an answer. */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    message: string,
    readonly code: string | null = null,
    readonly details: readonly FieldProblem[] = [],
    /** Seconds after which to try again. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

const HEADLINES: Readonly<Record<number, string>> = {
  0: 'The server cannot be reached',
  400: 'Something in the request cannot be used',
  401: 'This key is not accepted',
  402: 'The key has no credits left',
  403: 'This address may not be fetched',
  404: 'Not found',
  408: 'The page took too long',
  409: 'That is not possible now',
  413: 'The file is too large',
  429: 'Too many requests',
  501: 'Not set up on this server',
  503: 'The server is busy',
};

/** The kind of failure in a few words. */
export function headlineOf({ status }: ApiError): string {
  return HEADLINES[status] ?? (status >= 500 ? 'The page could not be had' : 'The request was refused');
}

const ADVICE: Readonly<Record<number, string>> = {
  0: 'Check that it is running, and try again.',
  401: 'Keys are listed in the configuration of the server; without one, a key is printed when it starts.',
  403: 'Private and internal addresses are refused unless the server lists them in allowPrivate.',
  408: 'Give it more time under “Request”, or try again.',
  501: 'Search needs a search provider, extraction a language model or pages that state their data.',
  503: 'Nothing is lost: try again in a moment.',
};

/** What the reader can do about it. */
export function adviceFor({ status, retryAfter }: ApiError): string | null {
  if (retryAfter !== null) return `Try again in ${retryAfter} s.`;
  return ADVICE[status] ?? null;
}
