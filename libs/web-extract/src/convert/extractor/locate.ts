import { EXTRACTOR_BOUNDS, type Locator, type TextPart } from '../../model/extractor/extractor-program.js';
import { compilePageSelector, firstFrom, matchPageSelector } from './page-selector.js';
import { labelOf, type PageIndex, type PageScope } from './page-index.js';

/** A place of a page that a locator finds. */
export interface Hit {
  /** Element with the value; -1: data of the page. */
  readonly element: number;
  /** Text run, if the value is one; -1: not. */
  readonly run: number;
  readonly raw: string;
  /** True for values that programs wrote. */
  readonly isMachine: boolean;
}

type CompiledSelector = NonNullable<ReturnType<typeof compilePageSelector>>;

/** Selectors by their text. Programs are read again and again. */
const compiled = new Map<string, CompiledSelector | null>();
const MAX_COMPILED = 5_000;

/** Elements that a selector of a program matches; none for an invalid one. */
export function elementsBy(selector: string, page: PageIndex, scope: PageScope): readonly number[] {
  let known = compiled.get(selector);
  if (known === undefined) {
    known = compilePageSelector(selector);
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(selector, known);
  }
  return known ? matchPageSelector(known, page, scope) : [];
}

/** More hits are not unique. */
const MAX_HITS = 200;

/** All places that a locator finds in a scope, in document order. */
export function locate(locator: Locator, page: PageIndex, scope: PageScope): Hit[] {
  const { part } = locator;
  const hits = locateWhole(locator, page, scope);
  if (!part) return hits;
  return hits.flatMap((hit) => {
    const raw = cutPart(hit.raw, part);
    return raw === null ? [] : { ...hit, raw };
  });
}

/** A part of a text; null if its prefix or suffix is missing. */
export function cutPart(text: string, { prefix, suffix }: TextPart): string | null {
  const at = text.indexOf(prefix);
  const start = at + prefix.length;
  const end = suffix === '' ? text.length : text.indexOf(suffix, start);
  const found = at < 0 || end < 0 ? '' : text.slice(start, end).trim();
  return found === '' ? null : found;
}

function locateWhole(locator: Locator, page: PageIndex, scope: PageScope): Hit[] {
  switch (locator.kind) {
    case 'stated':
      return scope.root >= 0 ? [] : statedHits(locator, page);
    case 'label':
      return locator.texts.flatMap((text) => labelHits(locator, text, page, scope));
    case 'text':
      return textHits(locator, page, scope);
    default:
      return elementHits(locator, page, scope);
  }
}

function statedHits({ syntax, path }: Locator & { kind: 'stated' }, page: PageIndex): Hit[] {
  return page.stated
    .valuesOf(syntax, path)
    .slice(0, MAX_HITS)
    .map((value) => ({ element: -1, run: -1, raw: String(value), isMachine: true }));
}

function elementHits(
  locator: Locator & { kind: 'attribute' | 'selector' | 'path' },
  page: PageIndex,
  scope: PageScope,
): Hit[] {
  if (locator.kind === 'path' && locator.text !== undefined)
    return nthHits(locator.text, locator.selector, page, scope);
  const { selector, attribute } = locator;
  if (selector === undefined) return [];
  const hits: Hit[] = [];
  for (const element of elementsBy(selector, page, scope)) {
    const hit = elementHit(element, attribute, page, scope);
    if (hit) hits.push(hit);
    if (hits.length >= MAX_HITS) break;
  }
  return hits;
}

/** The nth text of the elements that match, or of the scope. */
function nthHits(text: number, selector: string | undefined, page: PageIndex, scope: PageScope): Hit[] {
  const places =
    selector === undefined
      ? [scope]
      : elementsBy(selector, page, scope)
          .slice(0, MAX_HITS)
          .map((element) => page.scopeOf(element));
  return places.flatMap(({ runFrom, runTo }) => {
    const run = runFrom + text;
    return run < Math.min(runTo, scope.runTo) ? [runHit(run, page)] : [];
  });
}

export function elementHit(
  element: number,
  attribute: string | undefined,
  page: PageIndex,
  scope: PageScope = page.page,
): Hit | null {
  if (attribute === undefined) {
    if (page.ends[element]! > scope.to) return null; // begins in the item and ends after it
    const raw = page.textOf(element);
    return raw === '' ? null : { element, run: -1, raw, isMachine: false };
  }
  const { attribs } = page.elements[element]!;
  const raw = Object.hasOwn(attribs, attribute) ? attribs[attribute]! : '';
  const isValue = raw.length <= EXTRACTOR_BOUNDS.valueChars && raw.trim() !== '';
  return isValue ? { element, run: -1, raw, isMachine: true } : null;
}

function runHit(run: number, page: PageIndex, text = page.runText(run)): Hit {
  const raw = text.slice(0, EXTRACTOR_BOUNDS.valueChars);
  return { element: page.owners[run]!, run, raw, isMachine: false };
}

/** Tags that layouts exchange for one another. */
const NEUTRAL =
  /^(?:div|section|article|main|aside|header|footer|span|p|b|strong|i|em|small|font|a|h[1-6]|label|button|address|figure)$/;

/** The name of an element for the structure of a row; empty for those that layouts exchange. */
export function rowTag(element: number, page: PageIndex): string {
  const name = element < 0 ? '' : page.elements[element]!.name;
  return NEUTRAL.test(name) ? '' : name === 'ol' ? 'ul' : name;
}

/** The next run that is no separator. */
export function neighbourRun(run: number, step: 1 | -1, page: PageIndex, scope: PageScope): number {
  let at = run + step;
  while (at >= scope.runFrom && at < scope.runTo && !page.isWordyRun(at)) {
    at += step;
    page.spend();
  }
  return at >= scope.runFrom && at < scope.runTo ? at : -1;
}

function labelHits(
  locator: Locator & { kind: 'label' },
  text: string,
  page: PageIndex,
  scope: PageScope,
): Hit[] {
  const hits: Hit[] = [];
  const labels = page.runsOf(text);
  for (let n = firstFrom(labels, scope.runFrom); n < labels.length && labels[n]! < scope.runTo; n++) {
    const label = labels[n]!;
    page.spend();
    const hit =
      locator.take === 'own' ? ownHit(label, locator, page, scope) : besideHit(label, locator, page, scope);
    if (hit) hits.push(hit);
    if (hits.length >= MAX_HITS) break;
  }
  return hits;
}

/** The attribute of the element that the label is the text of, or of one around it. */
function ownHit(
  label: number,
  { attribute, cell }: Locator & { kind: 'label' },
  page: PageIndex,
  scope: PageScope,
): Hit | null {
  if (attribute === undefined) return null;
  let element = page.owners[label]!;
  for (let level = 0; level < MAX_OWN && element >= 0 && element >= scope.from; level++) {
    if (page.endRuns[element]! - page.firstRuns[element]! > 2) return null;
    if (page.elements[element]!.name === cell) return elementHit(element, attribute, page, scope);
    element = page.parents[element]!;
  }
  return null;
}

/** Elements between a text and the one that it labels. */
const MAX_OWN = 4;

function besideHit(
  label: number,
  { side, take, row, cell, gap = false, close = false }: Locator & { kind: 'label' },
  page: PageIndex,
  scope: PageScope,
): Hit | null {
  const run = neighbourRun(label, side === 'before' ? 1 : -1, page, scope);
  if (run < 0 || (!gap && Math.abs(run - label) > 1)) return null;
  const place = besideLabel(label, run, page);
  if (place.row !== row || place.cell !== cell) return null;
  if (close && !isInOwnRow(label, side, run, page, scope)) return null;
  if (take === 'run' || place.element < 0) return runHit(run, page);
  return { element: place.element, run: -1, raw: page.textOf(place.element), isMachine: false };
}

/** True if a text is closer to its label than the text on the other side of the label is. */
export function isInOwnRow(
  label: number,
  side: 'before' | 'after',
  run: number,
  page: PageIndex,
  scope: PageScope,
): boolean {
  const other = neighbourRun(label, side === 'before' ? -1 : 1, page, scope);
  return other < 0 || depthOfCommon(label, other, page) < depthOfCommon(label, run, page);
}

/** Depth of the innermost element around two texts; -1: none. */
export function depthOfCommon(one: number, other: number, page: PageIndex): number {
  const common = page.common(page.owners[one]!, page.owners[other]!);
  return common < 0 ? -1 : page.depths[common]!;
}

/** The structure around a label and its text: names of row and cell, and the cell element (-1: none). */
export function besideLabel(
  label: number,
  run: number,
  page: PageIndex,
): { readonly row: string; readonly cell: string; readonly element: number } {
  const owner = page.owners[run]!;
  const common = page.common(page.owners[label]!, owner);
  const element = owner === common ? -1 : page.childOf(common, owner);
  return { row: rowTag(common, page), cell: element < 0 ? '' : rowTag(element, page), element };
}

function textHits(
  { prefix, suffix, scope: where, selector }: Locator & { kind: 'text' },
  page: PageIndex,
  scope: PageScope,
): Hit[] {
  const hits: Hit[] = [];
  const within = selector === undefined ? null : elementsBy(selector, page, scope);
  const add = (run: number, raw: string) => {
    if (within && !within.some((element) => page.isInside(page.owners[run]!, element))) return;
    if (raw !== '') hits.push(runHit(run, page, raw));
  };
  for (let run = scope.runFrom; run < scope.runTo && hits.length < MAX_HITS; run++) {
    const text = page.runText(run);
    page.spend();
    if (where === 'inside') {
      if (text.length <= prefix.length + suffix.length) continue;
      if (text.startsWith(prefix) && text.endsWith(suffix))
        add(run, text.slice(prefix.length, text.length - suffix.length).trim());
    } else if (isBetween(run, prefix, suffix, page, scope)) add(run, text);
  }
  return hits;
}

function isBetween(run: number, prefix: string, suffix: string, page: PageIndex, scope: PageScope): boolean {
  if (prefix !== '' && (run - 1 < scope.runFrom || page.runText(run - 1) !== prefix)) return false;
  return suffix === '' || (run + 1 < scope.runTo && page.runText(run + 1) === suffix);
}

/** Identifies the place of a hit among those of a page. */
export function placeOf({ element, run }: Hit): string {
  return run >= 0 ? `r${run}` : `e${element}`;
}

export { labelOf };
