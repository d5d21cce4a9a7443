import type { ContentRule } from '../page/conversion.js';
import { boolean, integerFrom, isObject, isTexts, must, text } from './kinds.js';
import { option } from './option.js';

/** How a page becomes markdown, and how long that may take. */
export const PAGE_OPTIONS = {
  /**
   * Parts to keep or drop on the pages of certain hosts. Selectors are bounded as those of a request are, and checked at the start.
   * @default []
   */
  contentRules: option<readonly ContentRule[]>(
    must(areContentRules, 'must be a list of { host, include?, exclude? }'),
  ).or([]),

  /**
   * Writes elements of pages your way: a module that exports a plugin of turndown, `(turndown) => void`, by `module.exports` or
   * `export default`. A path from the working directory on, or a package. It is loaded into the conversion threads and sees neither the
   * environment nor the memory of the application.
   * @default none
   */
  markdownRules: text,

  /**
   * Directory of the scripts of worker threads, for applications that are bundled: `dist/cjs` of the installed package. A relative path
   * starts at the working directory.
   * @default the directory of the library
   */
  workerPath: text,

  /**
   * Single scrapes obey robots.txt too. Crawls and maps always do.
   * @default false
   */
  respectRobotsOnScrape: boolean.or(false),
};

export const PAGE_LIMITS = {
  /**
   * Longest time for one page in milliseconds when the request states none, at least 1.
   * @default 30_000
   */
  timeoutMs: integerFrom(1).or(30_000),

  /**
   * Ceiling of the time that a request may state for a page, a map or a search, in milliseconds; a longer one is lowered with a
   * warning. At least 1.
   * @default 300_000
   */
  maxTimeoutMs: integerFrom(1).or(300_000),

  /**
   * Worker threads that convert pages, at least 1. Pages of more than 1 MiB are converted one after the other. On a
   * single processor the default is 1, and a second thread takes over while a page holds up the others. A further thread starts
   * for an owner that has none while long pages hold all of these.
   * @default one less than the processors, 2 to 4
   */
  conversionThreads: integerFrom(1),

  /**
   * Longest time for one conversion, and for each step of an extraction besides the model's, in milliseconds, at least 1; up to
   * three times that by the clock where other programs keep the processor. The thread of a longer one is replaced.
   * @default 15_000
   */
  conversionTimeoutMs: integerFrom(1).or(15_000),

  /**
   * Memory in MiB by which one conversion, or step of an extraction, may let the process grow, buffers included, at least 64;
   * several under way share the sum. The one that takes more fails with SCRAPE_CONVERSION_FAILED, LLM_EXTRACTION_FAILED.
   * @default 512
   */
  conversionMemoryMb: integerFrom(64).or(512),

  /**
   * Conversions that may wait for a thread, and as many extractions for theirs; one more is refused with SERVICE_UNAVAILABLE.
   * At least 0.
   * @default 500
   */
  maxQueuedConversions: integerFrom(0).or(500),

  /**
   * How long a scrape can be read again by its `scrapeId`, in milliseconds, at least 0; in the process that made it, while there is room.
   * @default 3_600_000
   */
  scrapeRetentionMs: integerFrom(0).or(3_600_000),
};

function areContentRules(value: unknown): boolean {
  return Array.isArray(value) && value.every(isContentRule);
}

function isContentRule(rule: unknown): boolean {
  if (!isObject(rule)) return false;
  const { host, include, exclude }: Partial<Record<keyof ContentRule, unknown>> = rule;
  return isTexts([host]) && isTexts(include ?? []) && isTexts(exclude ?? []);
}
