import type { SearchTimeRange } from '../../model/search/search.js';

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, m: 744, y: 8_784 };
const RANGES: readonly (readonly [SearchTimeRange, number])[] = [
  ['hour', 1],
  ['day', 24],
  ['week', 168],
  ['month', 744],
  ['year', Infinity],
];

/**
 * The time range in a `tbs` parameter as Google's search has it: `qdr:d`, `qdr:w2`. Of several of a unit the next longer range counts.
 * @returns undefined when there is none, or one that has no name (`cdr:1,…`)
 */
export function toTimeRange(tbs: string | undefined): SearchTimeRange | undefined {
  const [, unit = '', count] = /(?:^|,)qdr:([hdwmy])(\d{0,4})(?:,|$)/.exec(tbs ?? '') ?? [];
  const hours = (HOURS[unit] ?? 0) * Number(count || 1);
  return hours === 0 ? undefined : RANGES.find(([, longest]) => hours <= longest)?.[0];
}
