import { boolean, integerFrom, oneOf, text } from './kinds.js';
import { Option } from './option.js';
import { group, type OptionsOf, type SettledOf } from './option-table.js';

const READINESS = {
  /**
   * Time in milliseconds without a request for content or a change of content, at least 50.
   * @default 500
   */
  quietMs: integerFrom(50).or(500),

  /**
   * The same for a page that shows hardly anything yet and whose scripts may still change it, at least 50.
   * @default 3_000
   */
  shellMs: integerFrom(50).or(3_000),

  /**
   * Longest wait in milliseconds, at least 100; then the page is taken as it is.
   * @default 8_000
   */
  capMs: integerFrom(100).or(8_000),
};

const BROWSER = {
  /**
   * Path of a browser of the Chromium family; `chromium-headless-shell` needs the least.
   * @default looked for in the usual places
   */
  executablePath: text,

  /**
   * Which pages it finishes when the request does not say: those that need it, none but on request, or all.
   * @default 'auto'
   */
  render: oneOf('auto', 'never', 'always').or('auto'),

  /**
   * Chromium's own sandbox. Where the system does not let ordinary users have one (some containers), the browser does not start
   * with it.
   * @default on, but for root, whom Chromium refuses it
   */
  sandbox: boolean,

  /**
   * Pages open at once, at least 1. Crawls leave one of several slots to scrapes. One further page is opened for an owner that has none
   * open.
   * @default 4
   */
  maxPages: integerFrom(1).or(4),

  /**
   * Pages of one host open at once, at least 1; one more for an owner that has none of that host open.
   * @default 2
   */
  maxPagesPerHost: integerFrom(1).or(2),

  /**
   * Scrapes of one owner that may wait for a place, a quarter more with those of others; one more is refused with
   * SERVICE_UNAVAILABLE. At least 0.
   * @default 100
   */
  maxQueued: integerFrom(0).or(100),

  /**
   * Pages after which the browser is replaced, at least 1.
   * @default 200
   */
  recycleAfterPages: integerFrom(1).or(200),

  /**
   * Memory in MiB of the browser and all of its pages, at least 256. Above it, the largest page of the owner whose pages use the most
   * memory is closed first. Linux only.
   * @default 1_500
   */
  maxMemoryMb: integerFrom(256).or(1_500),

  /**
   * Bytes of all action results of one request, at least 1,048,576; then it fails with SCRAPE_ACTION_ERROR. The results of all requests
   * together have a quarter of the heap limit: a request waits until there is room, or fails.
   * @default 67_108_864
   */
  maxActionBytes: integerFrom(1_048_576).or(67_108_864),

  /** When a page counts as ready. */
  readiness: group(READINESS).as<ReadinessOptions>(),
};

const BROWSER_GROUP = group(BROWSER, { sentence: "must be 'auto', false or an object" });

/** Pages that a browser finishes. */
export const RENDERING_OPTIONS = {
  /**
   * Finishes pages that need a browser: their text comes by scripts, or the request asks for `waitFor`, a screenshot or actions. It is
   * looked for at the first need and never downloaded; `false` for none.
   * @default a browser of this machine, if there is one
   */
  browser: new Option<'auto' | false | BrowserOptions, ResolvedBrowserOptions | null>(
    (value, path, report) => {
      if (value !== 'auto' && value !== false) BROWSER_GROUP.judge(value, path, report);
    },
    (given = 'auto') => (given === false ? null : BROWSER_GROUP.settle(given === 'auto' ? {} : given, {})),
  ),
};

/** When a page that a browser shows counts as ready. */
export interface ReadinessOptions extends OptionsOf<typeof READINESS> {}

/** The browser that finishes pages whose scripts bring their text, takes pictures and does actions. */
export interface BrowserOptions extends OptionsOf<typeof BROWSER> {}

/** The options of a browser with their values. */
export interface ResolvedBrowserOptions extends SettledOf<typeof BROWSER> {}
