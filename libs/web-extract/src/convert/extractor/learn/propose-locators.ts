import type { Locator, TextPart } from '../../../model/extractor/extractor-program.js';
import { besideLabel, cutPart, depthOfCommon, isInOwnRow, neighbourRun } from '../locate.js';
import { isWordy, labelOf, MAX_LABEL, type PageIndex, type PageScope } from '../page-index.js';
import { escapeAttributeValue, escapeClass } from '../page-selector.js';
import type { Spot } from './find-spots.js';

/** A possible locator and its specificity. */
export interface Proposal {
  readonly locator: Locator;
  readonly score: number;
}

/** An element of a selector and its basis. */
interface Compound {
  readonly css: string;
  readonly score: number;
  readonly basis: 'attribute' | 'class' | 'tag';
}

/** Tags with a meaning of their own. */
const SEMANTIC = new Set(
  'h1 time address del s ins blockquote figcaption cite sup legend caption title th dt dd'.split(' '),
);
const ATTRIBUTES =
  /^(?:id|name|property|itemprop|rel|type|role|scope|width|size|align|data-[\w-]{1,40}|aria-labelledby)$/;
const MAX_VALUE = 40;
const MAX_CLASSES = 5;
const MAX_ABOVE = 7;

/** Locators that find this place, in no order. */
export function proposeLocators(
  spot: Spot,
  page: PageIndex,
  scope: PageScope,
  valueTexts: ReadonlySet<string>,
): Proposal[] {
  if (spot.run >= 0)
    return [
      ...proposeLabels(spot, page, scope, valueTexts),
      ...proposeBetween(spot.run, page, scope),
      ...proposeNth(spot.run, page, scope),
    ];
  const { firstRuns, endRuns } = page;
  const first = firstRuns[spot.element]!;
  const isOneRun = spot.attribute === undefined && endRuns[spot.element]! - first === 1;
  return [
    ...proposeSelectors(spot.element, spot.attribute, page, scope),
    ...(spot.attribute === undefined ? proposeLabels(spot, page, scope, valueTexts) : proposeOwn(spot, page)),
    ...(isOneRun ? [...proposeBetween(first, page, scope), ...proposeNth(first, page, scope)] : []),
  ];
}

/** Selectors of an element, by itself and below others. */
export function proposeSelectors(
  element: number,
  attribute: string | undefined,
  page: PageIndex,
  scope: PageScope,
): Proposal[] {
  const found: Proposal[] = [];
  const read = attribute === undefined ? {} : { attribute };
  const add = (selector: string, basis: Compound['basis'], score: number, isPlace = false) => {
    const isNamed = basis !== 'tag';
    const kind =
      isPlace || (!isNamed && attribute === undefined)
        ? 'path'
        : attribute !== undefined || basis === 'attribute'
          ? 'attribute'
          : 'selector';
    found.push({ locator: { kind, selector, ...read }, score: score + (kind === 'path' ? -20 : 0) });
  };
  if (element === scope.root) {
    add(':scope', 'class', 20);
    return found;
  }
  const own = compoundsOf(element, page);
  for (const { css, basis, score } of own) {
    const isMeant = basis === 'tag' && SEMANTIC.has(css);
    add(css, isMeant ? 'class' : basis, score + 10);
  }
  const slim = own.slice(0, 4);
  if (!slim.includes(own.at(-1)!)) slim.push(own.at(-1)!); // the tag alone
  let at = page.parents[element]!;
  for (let level = 0; level < MAX_ABOVE && at >= 0 && at >= scope.root; level++) {
    const above = at === scope.root ? SCOPE : aboveOf(at, page);
    const isParent = level === 0;
    for (const anchor of above) {
      for (const compound of slim) {
        const basis = strongest(anchor.basis, SEMANTIC.has(compound.css) ? 'class' : compound.basis);
        const score = (anchor.score + compound.score) / 2 - level;
        add(`${anchor.css} ${compound.css}`, basis, score);
        if (isParent) add(`${anchor.css} > ${compound.css}`, basis, score - 1);
      }
      if (isParent) {
        const { name } = page.elements[element]!;
        add(`${anchor.css} > ${name}:nth-of-type(${page.placeOfType(element)})`, 'tag', anchor.score, true);
      } else if (level === 1)
        add(
          `${anchor.css} > ${stepOf(page.parents[element]!, page)} > ${stepOf(element, page)}`,
          'tag',
          anchor.score - 2,
          true,
        );
    }
    at = page.parents[at]!;
  }
  return found;
}

const SCOPE: readonly Compound[] = [{ css: ':scope', score: 4, basis: 'tag' }];

function stepOf(element: number, page: PageIndex): string {
  return `${page.elements[element]!.name}:nth-of-type(${page.placeOfType(element)})`;
}

function strongest(one: Compound['basis'], other: Compound['basis']): Compound['basis'] {
  if (one === 'attribute' || other === 'attribute') return 'attribute';
  return one === 'class' || other === 'class' ? 'class' : 'tag';
}

/** Ways to name one element, the best first and its tag last. */
function compoundsOf(element: number, page: PageIndex): Compound[] {
  const { name, attribs } = page.elements[element]!;
  const classes = page.classes[element]!.slice(0, MAX_CLASSES);
  const found: Compound[] = [];
  for (const attribute of Object.keys(attribs).slice(0, 20)) {
    const value = attribs[attribute]!;
    if (
      !ATTRIBUTES.test(attribute) ||
      value === '' ||
      value.length > MAX_VALUE ||
      (/\d{3}/.test(value) && attribute !== 'width')
    )
      continue;
    const css = `${name}[${attribute}="${escapeAttributeValue(value)}"]`;
    found.push({ css, score: attribute === 'type' ? 8 : 12, basis: 'attribute' });
  }
  if (classes.length > 1)
    found.push({ css: name + classes.map(classOf).join(''), score: 11, basis: 'class' });
  for (const one of classes) found.push({ css: name + classOf(one), score: 10, basis: 'class' });
  found.push({ css: name, score: SEMANTIC.has(name) ? 9 : 0, basis: 'tag' });
  return found;
}

/** Elements above that say something: those with a class, an attribute or a meaning. */
function aboveOf(element: number, page: PageIndex): Compound[] {
  const { name } = page.elements[element]!;
  const compounds = compoundsOf(element, page);
  return compounds.filter(
    ({ basis }, at) =>
      (basis !== 'tag' && at < 3) || (basis === 'tag' && !/^(?:div|span|body|html)$/.test(name)),
  );
}

function classOf(name: string): string {
  return `.${escapeClass(name)}`;
}

function proposeLabels(
  spot: Spot,
  page: PageIndex,
  scope: PageScope,
  valueTexts: ReadonlySet<string>,
): Proposal[] {
  const first = spot.run >= 0 ? spot.run : page.firstRuns[spot.element]!;
  const last = spot.run >= 0 ? spot.run : page.endRuns[spot.element]! - 1;
  const found: Proposal[] = [];
  for (const [side, run, value] of [
    ['before', neighbourRun(first, -1, page, scope), first],
    ['after', neighbourRun(last, 1, page, scope), last],
  ] as const) {
    if (run < 0) continue;
    const text = labelOf(page.shortRun(run, MAX_LABEL) ?? '');
    if (!/\p{L}{2}/u.test(text) || valueTexts.has(text)) continue;
    // Separators between label and value are passed over, and so are those in front of a value.
    const next = neighbourRun(run, side === 'before' ? 1 : -1, page, scope);
    if (next < 0 || next < first || next > last) continue;
    const { row, cell } = besideLabel(run, next, page);
    if (!isLabelOf(run, side, next, page, scope)) continue;
    const gap = Math.abs(next - run) > 1 ? { gap: true } : {};
    const distance = distanceOf(page.owners[run]!, page.owners[value]!, page);
    const closeness = isInOwnRow(run, side, next, page, scope) ? [true, false] : [false];
    for (const take of ['run', 'cell'] as const)
      for (const close of closeness)
        found.push({
          locator: {
            kind: 'label',
            texts: [text],
            side,
            take,
            ...gap,
            ...(close ? { close } : {}),
            row,
            cell,
          },
          score:
            30 - distance - (side === 'after' ? 1 : 0) - (take === 'cell' ? 0.5 : 0) - (close ? 0 : 0.25),
        });
  }
  return found;
}

/** Texts of a row without a structure. */
const MAX_ROW = 14;

/** False for a text in another row, and for the label of another text. */
function isLabelOf(
  label: number,
  side: 'before' | 'after',
  value: number,
  page: PageIndex,
  scope: PageScope,
): boolean {
  if (side === 'after' && /[:：]$/.test(page.runText(label))) return false;
  const row = page.common(page.owners[label]!, page.owners[value]!);
  if (row < 0) return false;
  const { name } = page.elements[row]!;
  if (
    !/^(?:tr|dl|li|dd)$/.test(name) &&
    page.endRuns[row]! - page.firstRuns[row]! > MAX_ROW &&
    row !== scope.root
  )
    return false;
  const other = neighbourRun(label, side === 'before' ? -1 : 1, page, scope);
  return other < 0 || depthOfCommon(label, other, page) <= depthOfCommon(label, value, page);
}

/** Number of texts in the smallest element around two others. */
function rowSize(one: number, other: number, page: PageIndex, scope: PageScope): number {
  const row = page.common(one, other);
  if (row < 0) return Infinity;
  return row === scope.root ? 0 : page.endRuns[row]! - page.firstRuns[row]!;
}

/** The text of a link names it: "Apply now". */
function proposeOwn({ element, attribute }: Spot, page: PageIndex): Proposal[] {
  const first = page.firstRuns[element]!;
  if (page.endRuns[element]! - first !== 1 || attribute === undefined) return [];
  const text = labelOf(page.runText(first));
  if (text.length > MAX_LABEL || !/\p{L}{2}/u.test(text)) return [];
  const { name } = page.elements[element]!;
  return [
    {
      locator: { kind: 'label', texts: [text], side: 'before', take: 'own', attribute, row: '', cell: name },
      score: 30,
    },
  ];
}

function distanceOf(one: number, other: number, page: PageIndex): number {
  const common = page.common(one, other);
  const depth = common < 0 ? 0 : page.depths[common]!;
  return page.depths[one]! + page.depths[other]! - 2 * depth;
}

const MAX_BETWEEN = 40;

/** The texts around a run, in the same block. */
function proposeBetween(run: number, page: PageIndex, scope: PageScope): Proposal[] {
  const text = (at: number) =>
    at >= scope.runFrom && at < scope.runTo ? (page.shortRun(at, MAX_BETWEEN) ?? '') : '';
  let [prefix, suffix] = [text(run - 1), text(run + 1)];
  const locator = (before: string, after: string): Locator => ({
    kind: 'text',
    prefix: before,
    suffix: after,
    scope: 'between',
  });
  const found: Proposal[] = [];
  const isNear = (at: number) => rowSize(page.owners[run]!, page.owners[at]!, page, scope) <= MAX_ROW;
  if (prefix !== '' && !isNear(run - 1)) prefix = '';
  if (suffix !== '' && !isNear(run + 1)) suffix = '';
  if (prefix !== '' && suffix !== '') found.push({ locator: locator(prefix, suffix), score: 6 });
  const says = (one: string) => one.length >= 2 || /[^\s\p{L}\p{N},.:;·|/()–—-]/u.test(one);
  if (says(prefix)) found.push({ locator: locator(prefix, ''), score: 4 });
  if (says(suffix)) found.push({ locator: locator('', suffix), score: 4 });
  return found;
}

/** Parts of texts: the value between a prefix and a suffix of the same text. */
export function proposeInside(text: string, value: string): Locator[] {
  const found: Locator[] = [];
  for (let at = text.indexOf(value); at >= 0 && found.length < 3; at = text.indexOf(value, at + 1)) {
    const [prefix, suffix] = [text.slice(0, at), text.slice(at + value.length)];
    if (prefix.length > MAX_LABEL || suffix.length > MAX_LABEL || !isWordy(prefix + suffix)) continue;
    found.push({ kind: 'text', prefix, suffix, scope: 'inside' });
  }
  return found;
}

const MAX_DELIMITER = 30;

/** Ways to cut a value out of a text: by the texts around it if they are short, or by the separators next to it. */
export function proposeParts(text: string, value: string): TextPart[] {
  const at = text.indexOf(value);
  if (at < 0 || text.length === value.length) return [];
  const [before, after] = [text.slice(0, at), text.slice(at + value.length)];
  const prefixes = [
    ...(before.length <= MAX_DELIMITER ? [before] : []),
    ...separatorAt(before, before.length - 1, -1),
  ];
  const suffixes = [...(after.length <= MAX_DELIMITER ? [after] : []), ...separatorAt(after, 0, 1)];
  const parts = prefixes.flatMap((prefix) => suffixes.map((suffix) => ({ prefix, suffix })));
  // A blank alone separates the words of values, too: it counts for the first or the last word of a text.
  const isBlank = (one: string) => one !== '' && one.trim() === '';
  const isClear = ({ prefix, suffix }: TextPart) =>
    prefix + suffix !== '' && (isBlank(prefix) ? suffix === '' : !isBlank(suffix) || prefix === '');
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()].filter(
    (part) => isClear(part) && cutPart(text, part) === value,
  );
}

/** Characters without letters and digits from here on, in one direction; none if there are none. */
function separatorAt(text: string, from: number, step: 1 | -1): string[] {
  let at = from;
  while (at >= 0 && at < text.length && !isWordy(text[at]!)) at += step;
  const found = step > 0 ? text.slice(0, at) : text.slice(at + 1);
  return found === '' ? [] : [found];
}

/** The nth text of an item, or of the element with several texts. */
function proposeNth(run: number, page: PageIndex, scope: PageScope): Proposal[] {
  const text = run - scope.runFrom;
  if (scope.root >= 0)
    return text >= 0 && text < MAX_NTH ? [{ locator: { kind: 'path', text }, score: -25 }] : [];
  const element = page.owners[run]!;
  const place = run - page.firstRuns[element]!;
  if (page.endRuns[element]! - page.firstRuns[element]! < 2 || place >= MAX_NTH) return [];
  return proposeSelectors(element, undefined, page, scope).flatMap(({ locator, score }): Proposal[] =>
    'selector' in locator && locator.selector !== undefined
      ? [{ locator: { kind: 'path', selector: locator.selector, text: place }, score: score - 25 }]
      : [],
  );
}

const MAX_NTH = 30;
