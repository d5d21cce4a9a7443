import { CRAWL_LIMITS, CRAWL_OPTIONS } from './options/crawl.options.js';
import { DOCUMENT_OPTIONS } from './options/document.options.js';
import { EXTRACTION_OPTIONS } from './options/extraction.options.js';
import { EXTRACTOR_OPTIONS } from './options/extractor.options.js';
import { FETCHING_LIMITS, FETCHING_OPTIONS } from './options/fetching.options.js';
import { FRESHNESS_OPTIONS } from './options/freshness.options.js';
import { HOOK_LIMITS, HOOK_OPTIONS } from './options/hook.options.js';
import { HTTP_API_LIMITS, HTTP_API_OPTIONS } from './options/http-api.options.js';
import { InvalidOptionsError } from './options/invalid-options.error.js';
import { isObject } from './options/kinds.js';
import { KEY_OPTIONS } from './options/key.options.js';
import { MONITOR_OPTIONS } from './options/monitor.options.js';
import { OPERATION_LIMITS } from './options/operation.options.js';
import {
  group,
  validateAll,
  resolveAll,
  validate,
  type OptionsOf,
  type ResolvedOf,
} from './options/option-table.js';
import { PAGE_LIMITS, PAGE_OPTIONS } from './options/page.options.js';
import { REGISTRATION_OPTIONS, type WebExtractStaticOptions } from './options/registration.options.js';
import { RENDERING_OPTIONS } from './options/rendering.options.js';
import { SEARCH_OPTIONS } from './options/search.options.js';
import { SESSION_LIMITS, SESSION_OPTIONS } from './options/session.options.js';

export type { ErrorHints } from './options/http-api.options.js';
export type { AuthOptions, KeysOptions, UsageLimits, UsageOptions } from './options/key.options.js';
export type { DocumentsOptions } from './options/document.options.js';
export type { HooksOptions } from './options/hook.options.js';
export type { CacheOptions, HistoryOptions } from './options/freshness.options.js';
export type { AllowRecipient, Mail, Mailer, MonitorOptions } from './options/monitor.options.js';
export type { ExtractOptions, LlmOptions } from './options/extraction.options.js';
export type { ExtractorsOptions } from './options/extractor.options.js';
export type {
  ApiVersion,
  DriverModule,
  Role,
  WebExtractStaticOptions,
} from './options/registration.options.js';
export type { BrowserOptions, ReadinessOptions } from './options/rendering.options.js';
export type { SearchOptions, SearxngOptions } from './options/search.options.js';

/** Limits of all option files, grouped under `limits`. */
const LIMITS = {
  ...PAGE_LIMITS,
  ...FETCHING_LIMITS,
  ...CRAWL_LIMITS,
  ...HOOK_LIMITS,
  ...HTTP_API_LIMITS,
  ...OPERATION_LIMITS,
  ...SESSION_LIMITS,
};

/** All options that an async factory may return. */
const OPTIONS = {
  ...KEY_OPTIONS,
  ...HTTP_API_OPTIONS,
  ...FETCHING_OPTIONS,
  ...PAGE_OPTIONS,
  ...DOCUMENT_OPTIONS,
  ...RENDERING_OPTIONS,
  ...CRAWL_OPTIONS,
  ...HOOK_OPTIONS,
  ...FRESHNESS_OPTIONS,
  ...MONITOR_OPTIONS,
  ...EXTRACTION_OPTIONS,
  ...EXTRACTOR_OPTIONS,
  ...SEARCH_OPTIONS,
  ...SESSION_OPTIONS,
  limits: group(LIMITS),
};

/**
 * Limits. All times start when the request leaves its queue, except `timeoutMs`, which starts when it
 * arrives.
 */
export interface LimitOptions
  extends
    OptionsOf<typeof PAGE_LIMITS>,
    OptionsOf<typeof FETCHING_LIMITS>,
    OptionsOf<typeof CRAWL_LIMITS>,
    OptionsOf<typeof HOOK_LIMITS>,
    OptionsOf<typeof HTTP_API_LIMITS>,
    OptionsOf<typeof OPERATION_LIMITS>,
    OptionsOf<typeof SESSION_LIMITS> {}

/** Configuration of the module. Every field is optional. */
export interface WebExtractOptions
  extends
    OptionsOf<typeof KEY_OPTIONS>,
    OptionsOf<typeof HTTP_API_OPTIONS>,
    OptionsOf<typeof FETCHING_OPTIONS>,
    OptionsOf<typeof PAGE_OPTIONS>,
    OptionsOf<typeof DOCUMENT_OPTIONS>,
    OptionsOf<typeof RENDERING_OPTIONS>,
    OptionsOf<typeof CRAWL_OPTIONS>,
    OptionsOf<typeof HOOK_OPTIONS>,
    OptionsOf<typeof FRESHNESS_OPTIONS>,
    OptionsOf<typeof MONITOR_OPTIONS>,
    OptionsOf<typeof EXTRACTION_OPTIONS>,
    OptionsOf<typeof EXTRACTOR_OPTIONS>,
    OptionsOf<typeof SEARCH_OPTIONS>,
    OptionsOf<typeof SESSION_OPTIONS> {
  /** Limits of requests, jobs and resources. */
  limits?: LimitOptions;
}

type Resolved = ResolvedOf<typeof OPTIONS>;

// A class, to be an injection token, merged with the fields of the tables: only resolved options are provided
// for it.
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging */
/** All options with their resolved values. Also the injection token of the resolved options. */
export abstract class ResolvedOptions {}
export interface ResolvedOptions extends Resolved {}
/* eslint-enable @typescript-eslint/no-unsafe-declaration-merging */

/** Applies the defaults to validated options. */
export function resolveOptions(options: WebExtractOptions = {}): ResolvedOptions {
  return resolveAll(OPTIONS, options);
}

/**
 * Validates the options of the host application.
 *
 * @returns warnings about values that are accepted but deprecated
 * @throws InvalidOptionsError naming every invalid value
 */
export function validateOptions(options: WebExtractOptions): readonly string[] {
  if (!isObject(options)) throw new InvalidOptionsError(['options must be an object']);
  return validate((report) => validateAll(OPTIONS, options, '', report));
}

/**
 * Validates the options that are required before async factories run, like `validateOptions`. @throws
 * InvalidOptionsError
 */
export function validateStaticOptions(options: WebExtractStaticOptions): readonly string[] {
  return validate((report) => validateAll(REGISTRATION_OPTIONS, options, '', report));
}
