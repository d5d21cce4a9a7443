import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { HintMemo } from './hint-memo.js';
import { nameWords, sumHints, type HintWeights } from './name-hints.js';
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

const COMMENTS =
  /(?:^|[\s_-])(?:comments?|respond|disqus|replies|discussion|kommentare?|commentaires?|comentarios?|commenti)(?:[\s_-]|$)/i;

/** Features derived from the names of an element; equal names have equal features. */
interface Traits {
  readonly hint: number;
  readonly isComments: number;
}

/** Computes the features in one pass from the root down: parents come before their children. */
export function gatherElementFacts(outline: PageOutline, nameHints: HintWeights): ElementFeatures {
  const { elements, parents } = outline;
  const floats = (): Float64Array => new Float64Array(elements.length);
  const [own, sum, low, high] = [floats(), floats(), floats(), floats()];
  const inComments = new Uint8Array(elements.length);
  const depth = new Int32Array(elements.length);
  for (let at = 1; at < elements.length; at++) {
    const parent = parents[at]!;
    const { hint, isComments } = traitsOf(elements[at] as PageElement, nameHints);
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
    ...alikeness(outline),
  };
}

const memo = new HintMemo<Traits>();

function traitsOf(element: PageElement, weights: HintWeights): Traits {
  const { class: className = '', id = '', role = '', itemprop = '', itemtype = '' } = element.attribs;
  return memo.get(
    `${element.name} ${className} ${id} ${role} ${itemprop} ${itemtype}`,
    weights,
    (): Traits => ({
      hint: sumHints(nameWords(element), weights),
      isComments: COMMENTS.test(className) || COMMENTS.test(id) ? 1 : 0,
    }),
  );
}

/** Siblings that look the same are rows of a listing, posts of a thread, cards of a grid. */
function alikeness(outline: PageOutline): Pick<ElementFeatures, 'alike' | 'alikeMost' | 'alikePlace'> {
  const { parents } = outline;
  const alike = countAlike(outline);
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

/** For each element: the children of its parent that have its tag and first class. 0 for the root. */
function countAlike({ elements, parents }: PageOutline): Int32Array {
  const kinds = new Map<string, number>();
  const kindOfEach = new Int32Array(elements.length);
  for (let at = 1; at < elements.length; at++) kindOfEach[at] = kindOf(elements[at] as PageElement, kinds);
  const keyOf = (at: number): number => parents[at]! * kinds.size + kindOfEach[at]!;
  const counts = new Map<number, number>();
  for (let at = 1; at < elements.length; at++) counts.set(keyOf(at), (counts.get(keyOf(at)) ?? 0) + 1);
  return kindOfEach.map((_, at) => (at > 0 ? counts.get(keyOf(at))! : 0));
}

/** A number for the tag and first class of an element. */
function kindOf({ name, attribs }: PageElement, kinds: Map<string, number>): number {
  const className = attribs['class'];
  const end = className?.indexOf(' ') ?? -1;
  const key = className === undefined ? name : `${name} ${end < 0 ? className : className.slice(0, end)}`;
  let kind = kinds.get(key);
  if (kind === undefined) kinds.set(key, (kind = kinds.size));
  return kind;
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
