import type { ContentRule } from '../page/conversion.js';
import { boolean, integerFrom, isObject, isTexts, must, queuedOr, text } from './kinds.js';
import { option } from './option.js';

/** Conversion of pages to markdown, and its timeouts. */
export const PAGE_OPTIONS = {
  /**
   * Selectors of parts to keep or drop on the pages of certain hosts. The selector limits of requests apply;
   * validated at startup.
   * @default []
   */
  contentRules: option<readonly ContentRule[]>(
    must(areContentRules, 'must be a list of { host, include?, exclude? }'),
  ).or([]),

  /**
   * Customises the markdown of elements: a module that exports a turndown plugin, `(turndown) => void`, with
   * `module.exports` or `export default`. A path relative to the working directory, or a package. It is
   * loaded into the conversion threads and has no access to the environment or the memory of the application.
   * @default none
   */
  markdownRules: text,

  /**
   * Directory of the worker thread scripts, for bundled applications: `dist/cjs` of the installed package. A
   * relative path is resolved against the working directory.
   * @default the directory of the library
   */
  workerPath: text,

  /**
   * Obey robots.txt for single scrapes, too. Crawls and maps always do.
   * @default false
   */
  respectRobotsOnScrape: boolean.or(false),
};

export const PAGE_LIMITS = {
  /**
   * Default timeout of one page in milliseconds, at least 1.
   * @default 30_000
   */
  timeoutMs: integerFrom(1).or(30_000),

  /**
   * Upper bound of the timeout that a request may set for a page, a map or a search, in milliseconds, at
   * least 1. A longer timeout is reduced to it with a warning.
   * @default 300_000
   */
  maxTimeoutMs: integerFrom(1).or(300_000),

  /**
   * Number of worker threads that convert pages, at least 1. Pages larger than 1 MiB are converted one at a
   * time. On a single processor the default is 1, and a second thread is started while a page blocks the
   * others. An additional thread is started for an owner that has none while long pages occupy all threads.
   * @default one less than the processors, 2 to 4
   */
  conversionThreads: integerFrom(1),

  /**
   * Timeout of one conversion, and of each extraction step except model requests, in milliseconds, at least
   * 1. Extended up to three times in wall-clock time while other programs use the processor. The thread of a
   * longer conversion is replaced.
   * @default 15_000
   */
  conversionTimeoutMs: integerFrom(1).or(15_000),

  /**
   * Maximum memory growth of the process for one conversion or extraction step in MiB, buffers included, at
   * least 64. Concurrent ones share the sum. The one that exceeds it fails with SCRAPE_CONVERSION_FAILED or
   * LLM_EXTRACTION_FAILED.
   * @default 512
   */
  conversionMemoryMb: integerFrom(64).or(512),

  /**
   * Queued conversions, and separately queued extractions.
   * @deprecated use `maxQueued`
   */
  maxQueuedConversions: integerFrom(0).defaultFrom(queuedOr(500)).deprecated('set limits.maxQueued'),

  /**
   * Time during which a scrape can be read again by its `scrapeId`, in milliseconds, at least 0. Stored in
   * the memory of the process, as long as there is room.
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
