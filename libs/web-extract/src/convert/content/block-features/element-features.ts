import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { TraitsMemo } from './element-traits.js';
import type { HintWeights } from './name-hints.js';
import type { PageOutline } from './page-outline.js';
import type { RunningTotal } from './running-total.js';

/** Features of each element of an outline, by index: its own and those inherited from its ancestors. */
export interface ElementFeatures {
  readonly depth: ArrayLike<number>;
  /** Hints of the element's names, and their sum, least and greatest over its ancestors and itself. */
  readonly nameHintOwn: ArrayLike<number>;
  readonly nameHintSum: ArrayLike<number>;
  readonly nameHintLow: ArrayLike<number>;
  readonly nameHintHigh: ArrayLike<number>;
  /** 1 inside an element named as comments. */
  readonly inComments: ArrayLike<number>;
  /** Siblings of the same tag and class, the most of any ancestor or itself, and the place of that one. */
  readonly alike: ArrayLike<number>;
  readonly alikeMost: ArrayLike<number>;
  readonly alikePlace: ArrayLike<number>;
}

const memo = new TraitsMemo();

/** Computes the features in one pass from the root down: parents come before their children. */
export function gatherElementFacts(outline: PageOutline, nameHints: HintWeights): ElementFeatures {
  const { elements, parents } = outline;
  const floats = (): Float64Array => new Float64Array(elements.length);
  const [own, sum, low, high] = [floats(), floats(), floats(), floats()];
  const inComments = new Uint8Array(elements.length);
  const depth = new Int32Array(elements.length);
  const kinds = new KindCounts(elements.length);
  for (let at = 1; at < elements.length; at++) {
    const parent = parents[at]!;
    const { hint, isComments, kind } = memo.of(elements[at] as PageElement, nameHints);
    kinds.add(at, parent, kind);
    depth[at] = depth[parent]! + 1;
    own[at] = hint;
    sum[at] = sum[parent]! + hint;
    low[at] = Math.min(low[parent]!, hint);
    high[at] = Math.max(high[parent]!, hint);
    inComments[at] = inComments[parent]! | isComments;
  }
  return {
    depth,
    nameHintOwn: own,
    nameHintSum: sum,
    nameHintLow: low,
    nameHintHigh: high,
    inComments,
    ...alikeness(kinds.counts(), parents),
  };
}

/** Siblings that look the same are rows of a listing, posts of a thread, cards of a grid. */
function alikeness(
  alike: Int32Array,
  parents: readonly number[],
): Pick<ElementFeatures, 'alike' | 'alikeMost' | 'alikePlace'> {
  const alikeMost = new Int32Array(alike.length);
  const alikePlace = new Int32Array(alike.length);
  for (let at = 1; at < alike.length; at++) {
    const parent = parents[at]!;
    const isMore = alike[at]! > alikeMost[parent]!;
    alikeMost[at] = isMore ? alike[at]! : alikeMost[parent]!;
    alikePlace[at] = isMore ? at : alikePlace[parent]!;
  }
  return { alike, alikeMost, alikePlace };
}

/** Counts the children of a parent that are of the same kind. */
class KindCounts {
  private readonly kinds = new Map<string, number>();
  /** By parent and kind as one number. */
  private readonly groups = new Map<number, number>();
  private readonly sizes: Int32Array;
  private readonly groupOf: Int32Array;

  constructor(private readonly elements: number) {
    this.sizes = new Int32Array(elements);
    this.groupOf = new Int32Array(elements);
  }

  add(at: number, parent: number, kind: string): void {
    let number = this.kinds.get(kind);
    if (number === undefined) this.kinds.set(kind, (number = this.kinds.size));
    const key = parent * this.elements + number;
    let group = this.groups.get(key);
    if (group === undefined) this.groups.set(key, (group = this.groups.size));
    this.groupOf[at] = group;
    this.sizes[group]!++;
  }

  /** For each element the size of its group; 0 for the root. */
  counts(): Int32Array {
    return this.groupOf.map((group, at) => (at > 0 ? this.sizes[group]! : 0));
  }
}

/** For each element the nearest ancestor that holds more blocks. */
export function largerAncestors(outline: PageOutline): Int32Array {
  const { firstBlock, endBlock, parents } = outline;
  const larger = new Int32Array(parents.length);
  const size = (place: number): number => endBlock[place]! - firstBlock[place]!;
  for (let at = 1; at < parents.length; at++) {
    const parent = parents[at]!;
    larger[at] = size(parent) > size(at) ? parent : larger[parent]!;
  }
  return larger;
}

/** An ancestor with more of the page's text than this is the page, not a region of it. */
const MOST_OF_PAGE = 0.85;

export function regions(outline: PageOutline, chars: RunningTotal): Int32Array {
  const { firstBlock, endBlock, parents } = outline;
  const most = MOST_OF_PAGE * chars.sum(0, outline.blocks.length);
  const region = new Int32Array(parents.length);
  for (let at = 1; at < parents.length; at++) {
    const above = region[parents[at]!]!;
    region[at] = above > 0 ? above : chars.sum(firstBlock[at]!, endBlock[at]!) < most ? at : 0;
  }
  return region;
}

/** For each element: share of the range's text in the smallest ancestor that holds it. 1 inside, small far away. */
export function shareWith(
  first: number,
  end: number,
  outline: PageOutline,
  chars: RunningTotal,
): Float64Array {
  const { firstBlock, endBlock, parents } = outline;
  const shares = new Float64Array(parents.length);
  const wanted = chars.sum(first, Math.min(end, outline.blocks.length));
  for (let at = 0; at < parents.length; at++) {
    const holds = firstBlock[at]! <= first && endBlock[at]! >= end;
    const own = chars.sum(firstBlock[at]!, endBlock[at]!);
    shares[at] = holds ? (own > 0 ? wanted / own : 0) : at > 0 ? shares[parents[at]!]! : 0;
  }
  return shares;
}
