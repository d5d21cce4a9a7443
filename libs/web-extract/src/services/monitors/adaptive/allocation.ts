/**
 * Distributes visits among pages so that as many pages as possible are up to date (Azar et al., PNAS 2018).
 *
 * The share of time that a page with change rate `r` and `f` visits a day is up to date is `f / (f + r)`. It is maximal for
 * `f = sqrt(r / m) - r`, zero where that is negative, with the same `m` for all pages. A page that changes more often than `1 / m` is not
 * visited at all; the pages are sorted by rate once to find which ones these are.
 *
 * @param rates changes a day
 * @param budget visits of all pages a day
 * @returns visits a day, in the order of `rates`
 */
export function allocateVisits(rates: readonly number[], budget: number): number[] {
  if (rates.length === 0) return [];
  const root = rootOfPrice(rates, budget);
  return rates.map((rate) => Math.max(0, Math.sqrt(rate) / root - rate));
}

/** `sqrt(m)`: with the n slowest pages visited, `sum of sqrt(r) / sqrt(m) - sum of r = budget`. */
function rootOfPrice(rates: readonly number[], budget: number): number {
  const sorted = Float64Array.from(rates).sort();
  let [roots, sum, root] = [0, 0, Infinity];
  for (const rate of sorted) {
    const next = (roots + Math.sqrt(rate)) / (budget + sum + rate);
    if (Math.sqrt(rate) * next >= 1) break; // this page and all faster ones get no visits
    roots += Math.sqrt(rate);
    sum += rate;
    root = next;
  }
  return Number.isFinite(root) ? root : 1 / Math.sqrt(sorted[0]!);
}
