import type { FieldTransform } from '../../../model/extractor/extractor-program.js';
import { elementHit, type Hit } from '../locate.js';
import type { PageIndex, PageScope } from '../page-index.js';
import { readValue, textForComparison, type FieldValue } from '../read-value.js';

/** A place of a page with a value. */
export interface Spot extends Hit {
  readonly attribute?: string;
}

/** Attributes that describe looks or behaviour, and hold no values. */
const PLAIN =
  /^(?:class|style|id|on.*|target|rel|type|role|for|method|action|width|height|itemtype|itemscope|itemprop|lang|dir|tabindex|colspan|rowspan|loading|sizes|media)$/;
const MAX_TEXT = 2_000;
const MAX_SHORT = 160;
const MAX_ATTRIBUTES = 20;

const indexes = new WeakMap<PageIndex, Map<string, ReadonlyMap<string, readonly Spot[]>>>();

/** Places in a scope whose text or attribute reads as this value, in document order. */
export function findSpots(
  value: FieldValue,
  transform: FieldTransform,
  page: PageIndex,
  scope: PageScope,
): Spot[] {
  const spots = spotsOf(page, transform).get(keyOfValue(value)) ?? [];
  return spots.filter(({ element, run }) =>
    run >= 0
      ? run >= scope.runFrom && run < scope.runTo
      : element >= scope.from && element < scope.to && page.ends[element]! <= scope.to,
  );
}

/** All readable places of a page by value. */
function spotsOf(page: PageIndex, transform: FieldTransform): ReadonlyMap<string, readonly Spot[]> {
  const ofPage = indexes.get(page) ?? new Map<string, ReadonlyMap<string, readonly Spot[]>>();
  indexes.set(page, ofPage);
  const key = JSON.stringify(transform);
  const known = ofPage.get(key) ?? collectSpots(page, transform);
  ofPage.set(key, known);
  return known;
}

function collectSpots(page: PageIndex, transform: FieldTransform): ReadonlyMap<string, readonly Spot[]> {
  const spots = new Map<string, Spot[]>();
  const origin = { baseUrl: page.document.baseUrl, isMachine: false };
  const add = (spot: Spot) => {
    const value = readValue(spot.raw, transform, { ...origin, isMachine: spot.isMachine });
    if (value === undefined) return;
    const key = keyOfValue(value);
    const list = spots.get(key);
    if (list) list.push(spot);
    else spots.set(key, [spot]);
  };
  const longest = transform.kind === 'text' ? MAX_TEXT : MAX_SHORT;
  page.elements.forEach(({ attribs }, at) => {
    page.spend();
    if (
      transform.kind !== 'uri' &&
      page.endRuns[at]! > page.firstRuns[at]! &&
      page.sizeOf(at) <= longest * 2
    ) {
      const hit = elementHit(at, undefined, page);
      if (hit && hit.raw.length <= longest) add(hit);
    }
    for (const attribute of Object.keys(attribs).slice(0, MAX_ATTRIBUTES)) {
      if (PLAIN.test(attribute)) continue;
      const hit = elementHit(at, attribute, page);
      if (hit && hit.raw.length <= longest) add({ ...hit, attribute });
    }
  });
  for (let run = 0; run < page.runCount; run++) {
    const raw = page.runText(run);
    const owner = page.owners[run]!;
    const isWhole = page.endRuns[owner]! - page.firstRuns[owner]! === 1;
    if (!isWhole && raw.length <= longest) add({ element: owner, run, raw, isMachine: false });
  }
  return spots;
}

export function keyOfValue(value: FieldValue): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(12)));
  return typeof value === 'string' ? textForComparison(value) : String(value);
}
