import type { BeforeRequest, ShouldFollow } from '../hooks/hooks.js';
import { integerFrom, must } from './kinds.js';
import { option } from './option.js';
import { group, type OptionsOf } from './option-table.js';

const isFunction = must((value) => typeof value === 'function', 'must be a function');

const HOOKS = {
  /**
   * Decides whether a crawl follows a link that is in its scope, and a URL of a sitemap: `false` drops it. A link whose call
   * fails or exceeds `limits.hookTimeoutMs` is recorded as a failure with HOOK_FAILED; the crawl continues.
   * @default all links of the scope are followed
   */
  shouldFollow: option<ShouldFollow>(isFunction),

  /**
   * Called before each request of a page, redirects included: `{ headers }` adds headers to this request only, `{ refuse }`
   * ends the page with REQUEST_REFUSED. A page whose call fails or exceeds `limits.hookTimeoutMs` fails with HOOK_FAILED.
   * @default requests are sent as they are
   */
  beforeRequest: option<BeforeRequest>(isFunction),
};

/** Functions of the host that take part in crawls and requests. */
export interface HooksOptions extends OptionsOf<typeof HOOKS> {}

export const HOOK_OPTIONS = {
  /**
   * Functions of the application that decide about links and requests. Jobs run in any process of a deployment: all of them
   * need the same hooks.
   */
  hooks: group(HOOKS).as<HooksOptions>(),
};

export const HOOK_LIMITS = {
  /**
   * Timeout of one call of a hook in milliseconds, at least 1. All calls for the links of one page have 30_000 together, or
   * this time if it is longer.
   * @default 5_000
   */
  hookTimeoutMs: integerFrom(1).or(5_000),
};
