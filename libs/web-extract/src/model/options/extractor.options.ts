import { boolean, integerFrom } from './kinds.js';
import { group, type OptionsOf } from './option-table.js';

const EXTRACTORS = {
  /**
   * Maximum number of extractors of one owner, at least 1. Further ones are rejected with EXTRACTOR_LIMIT.
   * @default 200
   */
  maxPerOwner: integerFrom(1).or(200),

  /**
   * Maximum number of pages that one request learns from, at least 2.
   * @default 50
   */
  maxPages: integerFrom(2).or(50),

  /**
   * Number of the newest pages of a template that drift is detected in, at least 6.
   * @default 20
   */
  windowPages: integerFrom(6).or(20),

  /**
   * Maximum number of recorded pages that are read again to heal an extractor, at least 3; those of the window are read in addition.
   * @default 20
   */
  healPages: integerFrom(3).or(20),

  /**
   * Maximum size of the extractors of one owner with all their versions in bytes, at least 100_000.
   * @default 33_554_432
   */
  maxBytesPerOwner: integerFrom(100_000).or(33_554_432),

  /**
   * Maximum size of the extractors of all owners in bytes, at least 100_000. Without a data directory at most 67_108_864.
   * @default 1_073_741_824
   */
  maxBytes: integerFrom(100_000).or(1_073_741_824),

  /**
   * Maximum size of the values that are recorded for healing, of one owner in bytes, at least 10_000. The oldest are dropped. They expire
   * like the page history, after `history.retentionMs`.
   * @default 16_777_216
   */
  historyBytesPerOwner: integerFrom(10_000).or(16_777_216),

  /**
   * Maximum size of the recorded values of all owners in bytes, at least 10_000. Without a data directory at most 33_554_432.
   * @default 536_870_912
   */
  historyBytes: integerFrom(10_000).or(536_870_912),

  /**
   * Jobs with a `json` format and a schema learn an extractor on their first pages, as with `extractor: 'auto'`.
   * @default false
   */
  auto: boolean.or(false),

  /**
   * With `auto`, one page in this number is also read by the model, to compare; 0 for none.
   * @default 200
   */
  sampleEvery: integerFrom(0).or(200),
};

/** Extractors: programs that are learned once and read pages without a model. */
export const EXTRACTOR_OPTIONS = {
  /** Extractors that read data from pages without a model. */
  extractors: group(EXTRACTORS).as<ExtractorsOptions>(),
};

/** Options of extractors. */
export interface ExtractorsOptions extends OptionsOf<typeof EXTRACTORS> {}
