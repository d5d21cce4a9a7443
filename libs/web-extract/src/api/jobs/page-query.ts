import { InvalidRequestError } from '../../model/errors.js';

/** Unparsed query parameters of a status request. */
export interface PageQueryText {
  /** Number of pages to skip. */
  readonly skip?: number;
  /** Maximum number of pages in a response, 1 to 100. */
  readonly limit?: number;
  /** `false`: the counts only. */
  readonly data?: 'true' | 'false';
}

/** The query of a crawl's status address. */
export interface PageQuery {
  readonly skip: number;
  /** As the client gave it; it is repeated in `next`. */
  readonly limit: number | undefined;
  /** False with `data=false`, which requests the counters only. */
  readonly wantsData: boolean;
}

/** @throws InvalidRequestError when a value is no whole number in its range */
export function readPageQuery(query: Readonly<Record<string, unknown>>): PageQuery {
  return {
    skip: wholeNumber(query, 'skip', 0) ?? 0,
    limit: wholeNumber(query, 'limit', 1),
    wantsData: query['data'] !== 'false',
  };
}

function wholeNumber(
  query: Readonly<Record<string, unknown>>,
  name: string,
  least: number,
): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const value = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= least) return value;
  throw new InvalidRequestError([
    { path: [name], message: `${name} must be a whole number of at least ${least}` },
  ]);
}
