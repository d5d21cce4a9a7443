import { boolean, fraction, integerFrom } from './kinds.js';
import { Option } from './option.js';
import { group, type OptionsOf, type ResolvedOf } from './option-table.js';

const HISTORY = {
  /**
   * Retention of the history of a page after its last visit, in milliseconds, at least 1_000.
   * @default 7_776_000_000
   */
  retentionMs: integerFrom(1_000).or(7_776_000_000),

  /**
   * Number of texts of a page that are stored, at least 1. The newest is stored in full.
   * @default 2
   */
  maxSnapshots: integerFrom(1).or(2),

  /**
   * Maximum disk size of all histories in bytes, at least 1_000_000; at most 64 MiB without a `dataDir`. Not
   * used with `drivers`.
   * @default 2_147_483_648
   */
  maxBytes: integerFrom(1_000_000).or(2_147_483_648),

  /**
   * Maximum size of the histories of one owner in bytes, at least 100_000.
   * @default a quarter of `maxBytes`
   */
  maxBytesPerOwner: integerFrom(100_000),

  /**
   * Verifies one in this number of 304 responses by fetching the page in full, to detect servers that answer
   * 304 incorrectly; 0 disables it.
   * @default 20
   */
  verifyOneIn: integerFrom(0).or(20),

  /**
   * Skip pages whose sitemap dates say that they have not changed since the last visit. For your own sites.
   * @default false
   */
  trustSitemap: boolean.or(false),

  /**
   * Maximum number of change feeds of an owner, one per tag. Pages of further tags are tracked without a feed.
   * @default 100
   */
  maxFeeds: integerFrom(1).or(100),

  /**
   * Maximum number of sinks of a tag that `CorpusService` keeps in sync.
   * @default 16
   */
  maxLedgers: integerFrom(1).or(16),

  /**
   * Fraction of the pages of a tag that a crawl may remove from its change feed, 0 to 1. More than ten pages and more
   * than this fraction are held until a crawl an hour later confirms them.
   * @default 0.2
   */
  maxRemovedShare: fraction.or(0.2),
};

const CACHE = {
  /**
   * Maximum disk size of all stored responses in bytes, at least 1_000_000; at most 64 MiB without a
   * `dataDir`. Not used with `drivers`.
   * @default 536_870_912
   */
  maxBytes: integerFrom(1_000_000).or(536_870_912),

  /**
   * Maximum size of the stored responses of one owner in bytes, at least 100_000.
   * @default a quarter of `maxBytes`
   */
  maxBytesPerOwner: integerFrom(100_000),

  /**
   * Maximum age of a stored response for requests without `maxAge`, in milliseconds, at least 0; 0 always
   * fetches the page.
   * @default 0
   */
  defaultMaxAgeMs: integerFrom(0).or(0),

  /**
   * Retention of a response in milliseconds, at least 1_000.
   * @default 172_800_000
   */
  maxAgeMs: integerFrom(1_000).or(172_800_000),
};

const HISTORY_GROUP = group(HISTORY, { sentence: 'must be false or an object' });
const CACHE_GROUP = group(CACHE, { sentence: 'must be true, false or an object' });

/** Data kept about pages between visits. */
export const FRESHNESS_OPTIONS = {
  /**
   * Stores the history of tracked pages, to report changes since the previous visit; `false` disables
   * tracking.
   * @default with the defaults below
   */
  history: new Option<false | HistoryOptions, ResolvedHistoryOptions | null>(
    (value, path, report) => {
      if (value !== false) HISTORY_GROUP.validate(value, path, report);
    },
    (given = {}) => (given === false ? null : HISTORY_GROUP.resolve(given, {})),
  ),

  /**
   * Stores responses for requests that accept a cached one; `true` uses the defaults below.
   * @default false
   */
  cache: new Option<boolean | CacheOptions, ResolvedCacheOptions | null>(
    (value, path, report) => {
      if (typeof value !== 'boolean') CACHE_GROUP.validate(value, path, report);
    },
    (given = false) => (given === false ? null : CACHE_GROUP.resolve(given === true ? {} : given, {})),
  ),
};

/** Options of the history of tracked pages. */
export interface HistoryOptions extends OptionsOf<typeof HISTORY> {}

/** History options with their resolved values. */
export interface ResolvedHistoryOptions extends ResolvedOf<typeof HISTORY> {}

/** Options of the response cache. */
export interface CacheOptions extends OptionsOf<typeof CACHE> {}

/** Cache options with their resolved values. */
export interface ResolvedCacheOptions extends ResolvedOf<typeof CACHE> {}
