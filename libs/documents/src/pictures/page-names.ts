/** Maximum number of ranges listed; further pages are counted. */
const MAX_RANGES = 10;

/** Formats page numbers as `Page 3` or `Pages 1–2, 5`. */
export function pageNames(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges
    .slice(0, MAX_RANGES)
    .map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  const more = ranges.length - shown.length;
  return `Page${numbers.length === 1 ? '' : 's'} ${shown.join(', ')}${more > 0 ? ` and ${more} more ranges` : ''}`;
}
