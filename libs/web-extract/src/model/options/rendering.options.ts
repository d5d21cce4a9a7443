import { boolean, integerFrom, oneOf, text } from './kinds.js';
import { Option } from './option.js';
import { group, type OptionsOf, type ResolvedOf } from './option-table.js';

const READINESS = {
  /**
   * Time in milliseconds without a content request or a content change, at least 50.
   * @default 500
   */
  quietMs: integerFrom(50).or(500),

  /**
   * The same for a page that shows almost no content yet and whose scripts may still change it, at least 50.
   * @default 3_000
   */
  shellMs: integerFrom(50).or(3_000),

  /**
   * Maximum wait in milliseconds, at least 100. After it the page is read in its current state.
   * @default 8_000
   */
  capMs: integerFrom(100).or(8_000),
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
   * Maximum number of open pages of one host, at least 1; one more for an owner that has none of that host
   * open.
   * @default 2
   */
  maxPagesPerHost: integerFrom(1).or(2),

  /**
   * Maximum number of queued scrapes of one owner, a quarter more with those of other owners; at least 0.
   * Further ones are rejected with SERVICE_UNAVAILABLE.
   * @default 100
   */
  maxQueued: integerFrom(0).or(100),

  /**
   * Number of pages after which the browser is restarted, at least 1.
   * @default 200
   */
  recycleAfterPages: integerFrom(1).or(200),

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

  /** Conditions for a page to be ready. */
  readiness: group(READINESS).as<ReadinessOptions>(),
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
    (given = 'auto') => (given === false ? null : BROWSER_GROUP.resolve(given === 'auto' ? {} : given, {})),
  ),
};

/** Conditions for a rendered page to be ready. */
export interface ReadinessOptions extends OptionsOf<typeof READINESS> {}

/** The browser that renders pages with scripts, takes screenshots and performs actions. */
export interface BrowserOptions extends OptionsOf<typeof BROWSER> {}

/** Browser options with their resolved values. */
export interface ResolvedBrowserOptions extends ResolvedOf<typeof BROWSER> {}
