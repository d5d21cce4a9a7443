import { integerFrom, isObject, must } from './kinds.js';
import { option } from './option.js';
import { group, type OptionsOf, type ResolvedOf } from './option-table.js';

/** A mail about changes. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. Provided by the host; the promise rejects if the mail was not accepted. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** True if mails for an owner may be sent to an address. */
export type AllowRecipient = (owner: string, address: string) => boolean | Promise<boolean>;

const MONITORS = {
  /**
   * Smallest gap between two runs of a monitor, in milliseconds, at least 1_000. Schedules with a smaller gap are rejected.
   * @default 300_000
   */
  minIntervalMs: integerFrom(1_000).or(300_000),

  /**
   * Maximum number of monitors of one owner, at least 1.
   * @default 100
   */
  maxPerOwner: integerFrom(1).or(100),

  /**
   * Maximum size of the monitors of one owner with their targets in bytes, at least 100_000. Further monitors are refused.
   * @default 33_554_432
   */
  maxTargetBytesPerOwner: integerFrom(100_000).or(33_554_432),

  /**
   * Maximum size of the monitors of all owners in bytes, at least 100_000. Without a
   * data directory, an eighth of the heap limit at most.
   * @default 268_435_456
   */
  maxTargetBytes: integerFrom(100_000).or(268_435_456),

  /**
   * Maximum number of pages that the monitors of one owner visit in 24 hours, at least 1. Further checks are skipped.
   * @default 100_000
   */
  maxPagesPerDay: integerFrom(1).or(100_000),

  /**
   * Maximum number of pages of one owner whose visits are stored, at least 1. Further pages have the status `error`. Visits are deleted with
   * their monitor, and `history.retentionMs` after the last one.
   * @default 100_000
   */
  maxPagesPerOwner: integerFrom(1).or(100_000),

  /**
   * Maximum number of pages of all owners whose visits are stored, at least 1.
   * @default 1_000_000
   */
  maxPages: integerFrom(1).or(1_000_000),

  /**
   * Maximum size of the stored pages of all checks of one owner in bytes, at least 100_000. The pages of the oldest checks are deleted
   * first.
   * @default 67_108_864
   */
  maxBytesPerOwner: integerFrom(100_000).or(67_108_864),

  /**
   * Sends the mails of monitors.
   * @default no mails are sent
   */
  mailer: option<Mailer>(
    must(
      (value) => isObject(value) && typeof (value as Partial<Mailer>).send === 'function',
      'must have a method send',
    ),
  ),

  /**
   * Decides which addresses receive the mails of an owner. At most 50 mails are sent for an owner in 24 hours.
   * @default none
   */
  allowRecipient: option<AllowRecipient>(must((value) => typeof value === 'function', 'must be a function')),
};

/** Periodic checks of pages, sites and searches. */
export const MONITOR_OPTIONS = {
  /** Monitors. They need the option `history`. */
  monitors: group(MONITORS).as<MonitorOptions>(),
};

/** Options of monitors. */
export interface MonitorOptions extends OptionsOf<typeof MONITORS> {}

/** Options of monitors with their resolved values. */
export interface ResolvedMonitorOptions extends ResolvedOf<typeof MONITORS> {}
