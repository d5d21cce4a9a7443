import { integerFrom } from '../../model/options/kinds.js';
import { group, settingsOf, type OptionsOf } from '../../model/options/option-table.js';

const OPTIONS = {
  /**
   * Timeout of one check in milliseconds, at least 1. A check that exceeds it is down.
   * @default 3_000
   */
  timeoutMs: integerFrom(1).or(3_000),

  /**
   * Minimum free disk space of `dataDir` in bytes, at least 0.
   * @default 268_435_456
   */
  minFreeBytes: integerFrom(0).or(268_435_456),
};

/** Thresholds of the health checks. */
export const HEALTH_OPTIONS = group(OPTIONS);

/** Thresholds of the health checks. Every field is optional. */
export interface HealthOptions extends OptionsOf<typeof OPTIONS> {}

/** All options with their resolved values. Also the injection token of the resolved options. */
export abstract class HealthSettings extends settingsOf(HEALTH_OPTIONS) {}
