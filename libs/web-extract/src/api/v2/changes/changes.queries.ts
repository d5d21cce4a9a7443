import { InvalidRequestError } from '../../../model/errors.js';
import type { Asked } from '../../bodies/body.js';

const MAX_LIMIT = 1_000;

/** A text of a query; absent if the query has none. @throws InvalidRequestError */
export function textOf<Query>(
  query: Asked<Query>,
  name: keyof Query & string,
  mostChars: number,
): string | undefined {
  const value = query[name]; // a list if it is given twice
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= mostChars) return value;
  throw InvalidRequestError.at([name], { code: 'text', mostChars });
}

/** The field `limit` of a query. @throws InvalidRequestError if it is no integer */
export function limitOf({ limit }: Readonly<Record<string, unknown>>): number | undefined {
  if (limit === undefined) return undefined;
  if (typeof limit === 'string' && /^\d{1,4}$/.test(limit)) return Number(limit);
  throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: 1, most: MAX_LIMIT });
}
