import type { CrawlAdvice } from '../../model/crawl/crawl-advice.js';
import { ExtractionFailedError, InvalidRequestError } from '../../model/errors.js';
import { parseAnswer } from '../asking/parse-answer.js';
import { ownValue } from '../own-value.js';
import { compilePatterns } from '../../web/scope/url-pattern.js';

/** Crawl options suggested by the model, reduced to valid ones. */
export interface ReadAdvice {
  readonly advice: CrawlAdvice;
  /** Options of the answer that were dropped as invalid. */
  readonly unusable: readonly (keyof CrawlAdvice)[];
}

const MAX_PATTERNS = 20;
const MAX_PATTERN_CHARS = 300;
/** Maximum crawl delay: one day. */
const MAX_DELAY_SECONDS = 86_400;
const SITEMAP_WORDS: readonly unknown[] = ['include', 'skip', 'only'];

type Check = (value: unknown) => boolean;

const isFlag: Check = (value) => typeof value === 'boolean';
const isFrom =
  (least: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least;

/** Validators by option. A model can return any value. */
const CHECKS: Readonly<Record<keyof CrawlAdvice, Check>> = {
  includePaths: isPatternList,
  excludePaths: isPatternList,
  maxDiscoveryDepth: isFrom(0),
  crawlEntireDomain: isFlag,
  allowExternalLinks: isFlag,
  allowSubdomains: isFlag,
  sitemap: (value) => SITEMAP_WORDS.includes(value),
  ignoreQueryParameters: isFlag,
  deduplicateSimilarURLs: isFlag,
  delay: (value) => typeof value === 'number' && value > 0 && value <= MAX_DELAY_SECONDS,
  limit: isFrom(1),
};

/**
 * Parses the crawl options from a model answer. Invalid options are dropped, so that the result can be submitted as a
 * crawl.
 *
 * @throws ExtractionFailedError if the answer contains no object
 */
export function readCrawlAdvice(answer: string): ReadAdvice {
  const given = parseAnswer(answer);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ExtractionFailedError('the model made no options of the prompt');
  const stated = Object.keys(CHECKS)
    .map((name) => [name as keyof CrawlAdvice, ownValue(given, name)] as const)
    .filter(([, value]) => value !== undefined && value !== null && !isEmptyList(value));
  const isUsable = ([name, value]: (typeof stated)[number]): boolean => CHECKS[name](value);
  return {
    advice: Object.fromEntries(stated.filter(isUsable)) as CrawlAdvice,
    unusable: stated.filter((one) => !isUsable(one)).map(([name]) => name),
  };
}

const isEmptyList: Check = (value) => Array.isArray(value) && value.length === 0;

function isPatternList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_PATTERNS) return false;
  return value.every(isPattern) && canBeCompiled(value as string[]);
}

const isPattern: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_PATTERN_CHARS;

function canBeCompiled(include: readonly string[]): boolean {
  try {
    compilePatterns({ syntax: 'regex', include, exclude: [] });
    return true;
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return false;
  }
}
