import type { ScalarFieldProgram } from '../../../model/extractor/extractor-program.js';
import { neighbourRun, type Hit } from '../locate.js';
import { labelOf, type PageIndex } from '../page-index.js';
import { numbersIn, parseNumber, readCurrency } from '../read-value.js';
import type { ScalarField } from '../schema-fields.js';

/** A place that could be that of a price again. */
export interface PricePlace {
  readonly page: PageIndex;
  readonly hit: Hit;
  /** Places of other fields. */
  readonly claimed: readonly Hit[];
}

/** Fields that are former prices themselves. */
const FORMER =
  /^(?:list|old|former|before|original|was|regular|rrp|msrp|uvp|strike|previous|discounts?|high|max|maximum)$/;
const STRUCK = /^(?:del|s|strike)$/;
/** Range of a sale price, as a share of the former price. */
const DISCOUNT = [0.35, 0.98] as const;
const MOST = 0.8;
const MAX_ABOVE = 5;
const MAX_RUNS = 24;

/**
 * True if a place shows the former price: struck through, or next to a lower amount that no field claims. In a sale the old price
 * remains on the page as the list price, and would be found by its value alone.
 */
export function isFormerPrice(
  spec: ScalarField,
  field: ScalarFieldProgram,
  places: readonly PricePlace[],
  old: ScalarFieldProgram | undefined,
): boolean {
  if (spec.words.some((word) => FORMER.test(word)) || places.length === 0) return false;
  const struck = places.filter(({ page, hit }) => isStruck(page, hit.element)).length;
  if (struck > places.length / 3) return true;
  const rivals = places.map((place) => rivalsOf(place, field));
  const count = (test: (rival: Rival) => boolean) => rivals.filter((list) => list.some(test)).length;
  if (count(({ ratio }) => ratio > DISCOUNT[0] && ratio < DISCOUNT[1]) >= places.length * MOST) return true;
  const labels = new Set(old?.locators.flatMap((locator) => (locator.kind === 'label' ? locator.texts : [])));
  const isLabelled = places.filter(({ page, hit }) => {
    const label = labelBefore(page, hit.element);
    return label !== '' && !labels.has(label);
  }).length;
  return (
    isLabelled >= places.length * MOST &&
    count(({ label, ratio }) => label === '' && ratio < 1) >= places.length * MOST
  );
}

interface Rival {
  /** Its amount, as a share of that of the place. */
  readonly ratio: number;
  readonly label: string;
}

function isStruck(page: PageIndex, element: number): boolean {
  let at = element;
  for (let level = 0; level < 3 && at >= 0; level++) {
    const { name, attribs } = page.elements[at]!;
    if (STRUCK.test(name) || /line-through/.test(`${attribs['class'] ?? ''} ${attribs['style'] ?? ''}`))
      return true;
    at = page.parents[at]!;
  }
  return false;
}

/** Amounts of money in the block around a place that no field claims. */
function rivalsOf({ page, hit, claimed }: PricePlace, field: ScalarFieldProgram): Rival[] {
  const decimal = field.transform.kind === 'number' ? field.transform.decimal : 'any';
  const own = amountIn(hit.raw, decimal);
  if (own === undefined || own <= 0 || hit.element < 0) return [];
  const found: Rival[] = [];
  let at = page.parents[hit.element]!;
  for (let level = 0; level < MAX_ABOVE && at >= 0 && found.length === 0; level++, at = page.parents[at]!) {
    if (page.endRuns[at]! - page.firstRuns[at]! > MAX_RUNS) break;
    for (let element = at + 1; element < page.ends[at]!; element++) {
      if (page.isInside(element, hit.element) || page.isInside(hit.element, element)) continue;
      if (claimed.some((other) => other.element === element || page.isInside(element, other.element)))
        continue;
      const text = page.textOf(element);
      if (text.length > 60 || readCurrency(text) === undefined || isStruck(page, element)) continue;
      const amount = amountIn(text, decimal);
      if (amount !== undefined && amount !== own)
        found.push({ ratio: amount / own, label: labelBefore(page, element) });
    }
  }
  return found;
}

/** The last number of a text: others may belong to a label, such as "per 100 g". */
function amountIn(text: string, decimal: Parameters<typeof parseNumber>[1]): number | undefined {
  const numbers = numbersIn(text);
  const last = numbers.at(-1);
  return last && numbers.length <= 2 ? parseNumber(last.text, decimal) : undefined;
}

/** The text in front of a value, in the same parent; empty if there is none. */
function labelBefore(page: PageIndex, element: number): string {
  if (element < 0) return '';
  const run = neighbourRun(page.firstRuns[element]!, -1, page, page.page);
  if (run < 0) return '';
  let parent = page.parents[element]!;
  // Elements around the value alone are passed over.
  while (
    parent >= 0 &&
    page.firstRuns[parent] === page.firstRuns[element] &&
    page.endRuns[parent] === page.endRuns[element]
  )
    parent = page.parents[parent]!;
  if (parent < 0 || run < page.firstRuns[parent]! || page.endRuns[parent]! - page.firstRuns[parent]! > 4)
    return '';
  const text = labelOf(page.runText(run));
  return /\p{L}{2}/u.test(text) ? text : '';
}
