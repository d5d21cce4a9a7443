import {
  CHECK_STATUSES,
  PAGE_STATUSES,
  type CheckPageStatus,
  type CheckStatus,
} from '../../../model/monitor/check.js';
import { InvalidRequestError } from '../../../model/errors.js';

/** The query of `GET /v2/monitor`. */
export interface MonitorListQueryV2 {
  /**
   * Maximum number of entries, by default 25.
   * @integer 1 to 100
   * @default 25
   */
  readonly limit?: number;
  /**
   * Number of entries to skip, by default 0.
   * @integer 0
   * @default 0
   */
  readonly offset?: number;
}

/** The query of `GET /v2/monitor/{id}/checks`. */
export interface MonitorChecksQueryV2 extends MonitorListQueryV2 {
  /** Only checks with this status. */
  readonly status?: CheckStatus;
}

/** The query of `GET /v2/monitor/{id}/checks/{checkId}`. */
export interface MonitorCheckQueryV2 {
  /**
   * Maximum number of entries, by default 25.
   * @integer 1 to 100
   * @default 25
   */
  readonly limit?: number;
  /**
   * Number of pages to skip, by default 0.
   * @integer 0
   * @default 0
   */
  readonly skip?: number;
  /** Only pages with this status. */
  readonly status?: CheckPageStatus;
}

type Query = Readonly<Record<string, unknown>>;

const LIMIT = { least: 1, most: 100, default: 25 };
const MOST = Number.MAX_SAFE_INTEGER;

/** @throws InvalidRequestError */
export const readListQuery = (query: Query) => ({
  limit: wholeNumber(query, 'limit', LIMIT),
  offset: wholeNumber(query, 'offset', { least: 0, most: MOST, default: 0 }),
});

/** @throws InvalidRequestError */
export const readChecksQuery = (query: Query) => ({
  ...readListQuery(query),
  ...wordOf(query, CHECK_STATUSES),
});

/** @throws InvalidRequestError */
export const readCheckQuery = (query: Query) => ({
  limit: wholeNumber(query, 'limit', LIMIT),
  skip: wholeNumber(query, 'skip', { least: 0, most: MOST, default: 0 }),
  ...wordOf(query, PAGE_STATUSES),
});

function wholeNumber(
  query: Query,
  name: string,
  bounds: { least: number; most: number; default: number },
): number {
  const text = query[name];
  if (text === undefined || text === '') return bounds.default;
  const value = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw InvalidRequestError.at([name], { code: 'integer-range', least: bounds.least, most: bounds.most });
}

function wordOf<Word extends string>({ status }: Query, words: readonly Word[]): { readonly status?: Word } {
  if (status === undefined || status === '') return {};
  const word = words.find((one) => one === status);
  if (word !== undefined) return { status: word };
  throw InvalidRequestError.at(['status'], {
    code: 'contradiction',
    reason: `must be one of ${words.join(', ')}`,
  });
}
