import { integerFrom } from '../../model/options/kinds.js';
import { group, settingsOf, type OptionsOf } from '../../model/options/option-table.js';

const OPTIONS = {
  /**
   * Longest time for one check in milliseconds, at least 1. What takes longer is down.
   * @default 3_000
   */
  timeoutMs: integerFrom(1).or(3_000),

  /**
   * Room that must be left on the disk of `dataDir`, in bytes, at least 0.
   * @default 268_435_456
   */
  minFreeBytes: integerFrom(0).or(268_435_456),
};

/** What counts as healthy. */
export const HEALTH_OPTIONS = group(OPTIONS);

/** What counts as healthy. Every field is optional. */
export interface HealthOptions extends OptionsOf<typeof OPTIONS> {}

/** Every option with its value. Also the injection token of the settled options. */
export abstract class HealthSettings extends settingsOf(HEALTH_OPTIONS) {}
