import { boolean, integerFrom } from './kinds.js';
import { Option } from './option.js';
import { group, type OptionsOf, type SettledOf } from './option-table.js';

const HISTORY = {
  /**
   * How long a page is remembered after its last visit, in milliseconds, at least 1_000.
   * @default 7_776_000_000
   */
  retentionMs: integerFrom(1_000).or(7_776_000_000),

  /**
   * Texts of a page that are kept, the newest in full, at least 1.
   * @default 2
   */
  maxSnapshots: integerFrom(1).or(2),

  /**
   * Bytes of all histories on the disk, at least 1_000_000; at most 64 MiB without a `dataDir`. Not used with `drivers`.
   * @default 2_147_483_648
   */
  maxBytes: integerFrom(1_000_000).or(2_147_483_648),

  /**
   * Bytes of the histories of one owner, at least 100_000.
   * @default a quarter of what all have
   */
  maxBytesPerOwner: integerFrom(100_000),

  /**
   * One in so many pages whose server answers 304 is fetched all the same, to find servers that answer so wrongly; 0: none.
   * @default 20
   */
  verifyOneIn: integerFrom(0).or(20),

  /**
   * Do not request pages whose sitemap says that they have not changed since the last visit. For sites of your own.
   * @default false
   */
  trustSitemap: boolean.or(false),
};

const CACHE = {
  /**
   * Bytes of all stored responses on the disk, at least 1_000_000; at most 64 MiB without a `dataDir`. Not used with `drivers`.
   * @default 536_870_912
   */
  maxBytes: integerFrom(1_000_000).or(536_870_912),

  /**
   * Bytes of the stored responses of one owner, at least 100_000.
   * @default a quarter of what all have
   */
  maxBytesPerOwner: integerFrom(100_000),

  /**
   * Age of a response in milliseconds that a request accepts which states no `maxAge`, at least 0; 0: pages are fetched.
   * @default 0
   */
  defaultMaxAgeMs: integerFrom(0).or(0),

  /**
   * How long a response is stored, in milliseconds, at least 1_000.
   * @default 172_800_000
   */
  maxAgeMs: integerFrom(1_000).or(172_800_000),
};

const HISTORY_GROUP = group(HISTORY, { sentence: 'must be false or an object' });
const CACHE_GROUP = group(CACHE, { sentence: 'must be true, false or an object' });

/** What is remembered of pages between visits. */
export const FRESHNESS_OPTIONS = {
  /**
   * Remembers pages that are tracked, to report what changed since their last visit; `false`: nothing is tracked.
   * @default with the defaults below
   */
  history: new Option<false | HistoryOptions, ResolvedHistoryOptions | null>(
    (value, path, report) => {
      if (value !== false) HISTORY_GROUP.judge(value, path, report);
    },
    (given = {}) => (given === false ? null : HISTORY_GROUP.settle(given, {})),
  ),

  /**
   * Stores responses, for requests that accept one of a certain age; `true`: with the defaults below.
   * @default false
   */
  cache: new Option<boolean | CacheOptions, ResolvedCacheOptions | null>(
    (value, path, report) => {
      if (typeof value !== 'boolean') CACHE_GROUP.judge(value, path, report);
    },
    (given = false) => (given === false ? null : CACHE_GROUP.settle(given === true ? {} : given, {})),
  ),
};

/** How pages are remembered that are tracked. */
export interface HistoryOptions extends OptionsOf<typeof HISTORY> {}

/** The options of histories with their values. */
export interface ResolvedHistoryOptions extends SettledOf<typeof HISTORY> {}

/** How responses are stored. */
export interface CacheOptions extends OptionsOf<typeof CACHE> {}

/** The options of the cache with their values. */
export interface ResolvedCacheOptions extends SettledOf<typeof CACHE> {}
