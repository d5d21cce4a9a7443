import type { PageIndex, PageScope } from './page-index.js';

/** An element of a selector. */
interface Compound {
  readonly tag: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [string, string])[];
  /** Place among siblings of the same name, from 1; 0: any. */
  readonly place: number;
  readonly isScope: boolean;
  /** True if the element before must be the parent. */
  readonly isChild: boolean;
}

/** The last compound first. */
type CompiledPageSelector = readonly Compound[];

const MAX_STEPS = 4;
const TOKEN =
  /( > | )|([a-z][a-z0-9-]*)|\.((?:[\w-]|[\u0080-\uffff]|\\.)+)|\[([a-z][\w:.-]*)="((?:[^"\\]|\\.)*)"\]|:nth-of-type\((\d{1,4})\)|(:scope)/iy;

/**
 * Reads a selector of a program: tags, classes, attribute values, `:nth-of-type`, `:scope`, descendants and children. The subset of
 * CSS that learning writes is matched by the indexes of the page, in time linear in the candidates.
 *
 * @returns null for other selectors
 */
export function compilePageSelector(selector: string): CompiledPageSelector | null {
  const steps: {
    tag: string | null;
    classes: string[];
    attributes: [string, string][];
    place: number;
    isScope: boolean;
    isChild: boolean;
  }[] = [];
  const open = (isChild: boolean) =>
    steps.push({ tag: null, classes: [], attributes: [], place: 0, isScope: false, isChild });
  open(false);
  let isEmpty = true;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < selector.length) {
    const match = TOKEN.exec(selector);
    if (!match) return null;
    const [, combinator, tag, name, attribute, value, place, scope] = match;
    const step = steps.at(-1)!;
    if (combinator !== undefined) {
      if (isEmpty) return null;
      open(combinator.trim() === '>');
      isEmpty = true;
      continue;
    }
    if (tag !== undefined) {
      if (!isEmpty) return null;
      step.tag = tag.toLowerCase();
    } else if (name !== undefined) step.classes.push(unescape(name));
    else if (attribute !== undefined) step.attributes.push([attribute.toLowerCase(), unescape(value!)]);
    else if (place !== undefined) step.place = Number(place);
    else if (scope !== undefined) step.isScope = true;
    isEmpty = false;
  }
  return isEmpty || steps.length > MAX_STEPS ? null : steps.reverse();
}

const unescape = (text: string): string => text.replace(/\\(.)/g, '$1');

/** A class in a selector. */
export function escapeClass(name: string): string {
  return name.replace(/[^\w\u0080-\uffff-]/g, '\\$&');
}

/** The value of an attribute in a selector. */
export function escapeAttributeValue(value: string): string {
  return value.replace(/["\\]/g, '\\$&');
}

/** Elements of the scope that match, in document order. */
export function matchPageSelector(
  selector: CompiledPageSelector,
  page: PageIndex,
  scope: PageScope,
): number[] {
  const [last] = selector;
  if (last!.isScope) return scope.root >= 0 && selector.length === 1 ? [scope.root] : [];
  const found: number[] = [];
  const candidates = candidatesOf(last!, page);
  for (let n = firstFrom(candidates, scope.from); n < candidates.length; n++) {
    const at = candidates[n]!;
    if (at >= scope.to) break;
    page.spend();
    if (isMatch(last!, page, at) && isBelow(selector, 1, page, scope, at)) found.push(at);
  }
  return found;
}

function candidatesOf({ tag, classes, attributes }: Compound, page: PageIndex): readonly number[] {
  let best: readonly number[] | null = tag === null ? null : (page.byTag.get(tag) ?? []);
  for (const name of classes) {
    const list = page.byClass.get(name) ?? [];
    if (!best || list.length < best.length) best = list;
  }
  const [attribute] = attributes;
  if (attribute && (!best || best.length > 16)) best = page.withAttribute(...attribute);
  return best ?? page.all;
}

/** Place of the first number of an ascending list that is not below another one. */
export function firstFrom(list: readonly number[], from: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isMatch({ tag, classes, attributes, place }: Compound, page: PageIndex, at: number): boolean {
  const element = page.elements[at]!;
  if (tag !== null && element.name !== tag) return false;
  for (const name of classes) if (!page.classes[at]!.includes(name)) return false;
  for (const [name, value] of attributes) if (element.attribs[name] !== value) return false;
  return place === 0 || page.placeOfType(at) === place;
}

/** Checks the elements above, greedily: at most 4 compounds and the depth of the page. */
function isBelow(
  selector: CompiledPageSelector,
  step: number,
  page: PageIndex,
  scope: PageScope,
  at: number,
): boolean {
  const compound = selector[step];
  if (!compound) return true;
  const { isChild } = selector[step - 1]!;
  for (let parent = page.parents[at]!; parent >= 0; parent = page.parents[parent]!) {
    page.spend();
    const matches = compound.isScope ? parent === scope.root : isMatch(compound, page, parent);
    if (matches && isBelow(selector, step + 1, page, scope, parent)) return true;
    if (isChild) return false;
  }
  return false;
}
