import { option, type Check, type Option } from './option.js';

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Returns true for objects other than null and arrays. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Creates a check with a single message. */
export const must =
  (isFine: (value: unknown) => boolean, sentence: string): Check =>
  (value) =>
    isFine(value) ? null : sentence;

export const boolean = option<boolean>(must((value) => typeof value === 'boolean', 'must be true or false'));

export const text = option<string>(must(isText, 'must be a non-empty string'));

export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

export const texts = option<readonly string[]>(must(isTexts, 'must be a list of non-empty strings'));

export const textsByName = option<Readonly<Record<string, string>>>(
  must(
    (value) => isObject(value) && Object.values(value).every((item) => typeof item === 'string'),
    'must be an object of strings',
  ),
);

export function oneOf<const Word extends string>(...words: Word[]): Option<Word> {
  return option(must((value) => words.includes(value as Word), `must be one of ${words.join(', ')}`));
}

export function integerFrom(least: number): Option<number> {
  return option(must((value) => isIntegerFrom(least, value), `must be an integer of at least ${least}`));
}

export function isIntegerFrom(least: number, value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

export const fraction = option<number>(
  must((value) => typeof value === 'number' && value >= 0 && value <= 1, 'must be a number from 0 to 1'),
);

export const httpUrl = option<string>(must(isHttpUrl, 'must be an http(s) URL'));

function isHttpUrl(value: unknown): boolean {
  try {
    return /^https?:$/.test(new URL(value as string).protocol);
  } catch {
    return false;
  }
}

/** Path of a route, with or without leading and trailing slashes. */
export const path = textLike(
  /^\/?[\w.~-]+(?:\/[\w.~-]+)*\/?$/,
  'must be a path of letters, digits and . _ ~ - /',
);

export function textLike(pattern: RegExp, sentence: string): Option<string> {
  return option(must((value) => typeof value === 'string' && pattern.test(value), sentence));
}

/** Default of the size of one queue: `maxQueued` of the same table, or its own size. */
export const queuedOr =
  (size: number) =>
  (beside: object): number =>
    (beside as { maxQueued?: number }).maxQueued ?? size;
