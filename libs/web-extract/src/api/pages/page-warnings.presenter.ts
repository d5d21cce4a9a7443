import { NO_CACHE_WARNING } from '../../model/problems/no-cache-warning.js';
import { formatDegradedFeature, type DegradedFeature } from '../../model/problems/degraded-feature.js';

/** Sentences, and what some of them are made of; absent where there is nothing, or an earlier version stored them. */
interface Warnings {
  readonly warnings: readonly string[];
  readonly shortfalls?: readonly DegradedFeature[] | undefined;
}

/** Warnings of pages in the words of bodies. */
export function presentWarnings({ warnings, shortfalls = [] }: Warnings): string[] {
  const ofBodies = new Map(shortfalls.map((one) => [formatDegradedFeature(one), presentShortfall(one)]));
  const presented = warnings.filter((warning) => warning !== NO_CACHE_WARNING);
  return presented.map((warning) => ofBodies.get(warning) ?? warning);
}

const presentShortfall = (shortfall: DegradedFeature): string =>
  formatDegradedFeature(shortfall, shortfall.wish === 'waitForMs' ? 'waitFor' : shortfall.wish);
