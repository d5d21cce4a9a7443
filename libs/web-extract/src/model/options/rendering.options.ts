import { boolean, integerFrom, oneOf, text } from './kinds.js';
import { Option } from './option.js';
import { group, type OptionsOf, type ResolvedOf } from './option-table.js';

const READINESS = {
  /**
   * Time in milliseconds without a content request or a content change, at least 50.
   * @default settleMs
   */
  quietMs: integerFrom(50),

  /**
   * The same for a page that shows almost no content yet and whose scripts may still change it, at least 50.
   * @default six times settleMs
   */
  shellMs: integerFrom(50),

  /**
   * Maximum wait in milliseconds, at least 100. After it the page is read in its current state.
   * @default sixteen times settleMs
   */
  capMs: integerFrom(100),
};

const BROWSER = {
  /**
   * Path of a Chromium-based browser; `chromium-headless-shell` needs the fewest resources.
   * @default searched in the usual locations
   */
  executablePath: text,

  /**
   * Pages to render if the request does not specify it: those that need it, only on request, or all.
   * @default 'auto'
   */
  render: oneOf('auto', 'never', 'always').or('auto'),

  /**
   * The sandbox of Chromium. On systems that deny it to ordinary users (some containers), the browser fails
   * to start with it.
   * @default true, except for root, which Chromium does not support
   */
  sandbox: boolean,

  /**
   * Maximum number of open pages, at least 1. With several slots, crawls leave one to scrapes. One additional
   * page is opened for an owner that has none open.
   * @default 4
   */
  maxPages: integerFrom(1).or(4),

  /**
   * Open pages of one host.
   * @deprecated at most two, one more for an owner that has none of that host open
   * @default 2
   */
  maxPagesPerHost: integerFrom(1).or(2).deprecated('two pages of one host are open at once'),

  /**
   * Queued scrapes of one owner.
   * @deprecated use `limits.maxQueued`
   */
  maxQueued: integerFrom(0).deprecated('set limits.maxQueued'),

  /**
   * Pages after which the browser is restarted.
   * @deprecated the browser is restarted after 200 pages
   * @default 200
   */
  recycleAfterPages: integerFrom(1).or(200).deprecated('the browser is restarted after 200 pages'),

  /**
   * Maximum memory of all browsers and their pages in MiB, at least 256. When exceeded, the largest page of
   * the owner whose pages use the most memory is closed first; Linux only. Each owner with open pages uses a
   * browser of its own, as long as there are 250 MiB for each.
   * @default 1_500
   */
  maxMemoryMb: integerFrom(256).or(1_500),

  /**
   * Maximum size of all action results of one request in bytes, at least 1,048,576; larger ones fail with
   * SCRAPE_ACTION_ERROR. The results of all requests together are limited to a quarter of the heap limit: a
   * request waits until there is room, or fails.
   * @default 67_108_864
   */
  maxActionBytes: integerFrom(1_048_576).or(67_108_864),

  /**
   * Time in milliseconds without a content request or a content change after which a page is read, at least 50.
   * Pages that show almost no content yet have six times as long; after sixteen times as long a page is read in its
   * current state.
   * @default 500
   */
  settleMs: integerFrom(50).or(500),

  /**
   * Times after which a page is ready.
   * @deprecated use `settleMs`
   */
  readiness: group(READINESS).as<ReadinessOptions>().deprecated('set browser.settleMs'),
};

const BROWSER_GROUP = group(BROWSER, { sentence: "must be 'auto', false or an object" });

/** Rendering of pages in a browser. */
export const RENDERING_OPTIONS = {
  /**
   * Renders pages that need a browser: their scripts produce the text, or the request contains `waitFor`, a
   * screenshot or actions. The browser is looked up on first use and never downloaded; `false` disables
   * rendering.
   * @default a browser installed on this machine, if there is one
   */
  browser: new Option<'auto' | false | BrowserOptions, ResolvedBrowserOptions | null>(
    (value, path, report) => {
      if (value !== 'auto' && value !== false) BROWSER_GROUP.validate(value, path, report);
    },
    (given = 'auto', beside) =>
      given === false ? null : resolveBrowser(given === 'auto' ? {} : given, beside as { limits?: Queues }),
  ),
};

/** Conditions for a rendered page to be ready. */
export interface ReadinessOptions extends OptionsOf<typeof READINESS> {}

/** The browser that renders pages with scripts, takes screenshots and performs actions. */
export interface BrowserOptions extends OptionsOf<typeof BROWSER> {}

type Resolved = ResolvedOf<typeof BROWSER>;

/** Browser options with their resolved values. */
export interface ResolvedBrowserOptions extends Omit<Resolved, 'maxQueued' | 'readiness' | 'settleMs'> {
  readonly maxQueued: number;
  readonly readiness: Required<ReadinessOptions>;
}

interface Queues {
  readonly maxQueued?: number;
}

function resolveBrowser(given: BrowserOptions, { limits }: { limits?: Queues }): ResolvedBrowserOptions {
  const { settleMs, readiness, maxQueued, ...browser } = BROWSER_GROUP.resolve(given, {});
  return {
    ...browser,
    maxQueued: maxQueued ?? limits?.maxQueued ?? 100,
    readiness: {
      quietMs: readiness.quietMs ?? settleMs,
      shellMs: readiness.shellMs ?? 6 * settleMs,
      capMs: readiness.capMs ?? 16 * settleMs,
    },
  };
}
