import {
  EXTRACTOR_BOUNDS,
  type FieldProgram,
  type LearnProblemReason,
  type ListFieldProgram,
  type ListLocator,
  type UnlearnedField,
} from '../../../model/extractor/extractor-program.js';
import { findItems } from '../find-items.js';
import { neighbourRun } from '../locate.js';
import { labelOf, MAX_LABEL, type PageIndex, type PageScope } from '../page-index.js';
import { escapeClass } from '../page-selector.js';
import { readField } from '../read-field.js';
import { fitsSchema, type FieldValue } from '../read-value.js';
import { valueAt, type ListField, type ScalarField, type SchemaField } from '../schema-fields.js';
import { findSpots, type Spot } from './find-spots.js';
import type { Proof, TrainingProblem } from './choose-locators.js';
import { learnScalar, transformsFor } from './learn-scalar.js';
import { proposeSelectors } from './propose-locators.js';
import { countPages, type LearningMode, type Training } from './training.js';

export interface LearnedList {
  readonly field: ListFieldProgram | null;
  readonly reason: LearnProblemReason | null;
  readonly problems: readonly TrainingProblem[];
  readonly proof?: Proof;
  /** Fields of items that were not learned. */
  readonly missing?: readonly UnlearnedField[];
}

/** Learned scalar field or list. */
export interface LearnedField extends Omit<LearnedList, 'field'> {
  readonly field: FieldProgram | null;
}

export type ListTraining = Training<readonly unknown[]>;

/** Elements that could be the items of a list. */
interface Structure {
  readonly container: number;
  readonly starts: readonly number[];
  readonly span: ListLocator['span'];
  readonly page: PageIndex;
  readonly scope: PageScope;
  readonly matched: number;
}

interface Candidate {
  readonly locator: ListLocator;
  readonly score: number;
}

/** A candidate with the items that it finds for the examples. */
interface Fitting extends Candidate {
  readonly pairs: readonly Pair[];
  /** Items that are none of the examples. */
  readonly extras: readonly { readonly training: ListTraining; readonly scope: PageScope }[];
  /** Numbers of trainings whose items are all found. */
  readonly agreeing: readonly number[];
}

interface Pair {
  readonly training: ListTraining;
  readonly scope: PageScope;
  readonly item: unknown;
}

const GENERATORS = 3;
/** Items of a list that stands on one page only. */
const LEAST_ITEMS = 3;
const MAX_ITEMS_TO_LEARN = 40;

/** Learns where the items of a list are, and the fields of an item. */
export function learnList(
  spec: ListField,
  trainings: readonly ListTraining[],
  mode: LearningMode,
): LearnedList {
  const withValue = trainings.filter(({ state }) => state === 'value');
  if (withValue.length === 0) return { field: null, reason: 'no-examples', problems: [] };
  const isOnOnePage = countPages(withValue) < 2;
  if (isOnOnePage && (mode.heals || !isProvenByOthers(withValue, trainings)))
    return { field: null, reason: 'too-few-pages', problems: [] };
  const leaves = leavesOf(spec, withValue);
  const structures = structuresOf(leaves, withValue);
  if (structures.length === 0) return notFound(spec, withValue, leaves);
  const fittings = proposeLists(structures)
    .sort((a, b) => b.score - a.score)
    .flatMap((candidate) =>
      performance.now() > mode.deadline ? [] : (fit(candidate, leaves, trainings, mode) ?? []),
    )
    .filter(({ extras }) => !isOnOnePage || extras.length === 0);
  const ranked = fittings.sort(
    (a, b) => b.agreeing.length - a.agreeing.length || a.extras.length - b.extras.length || b.score - a.score,
  );
  for (const best of distinctPairs(ranked).slice(0, 4)) {
    const learned = learnItems(spec, best, ranked, trainings, mode);
    // Items of another page may have what those of one page lack.
    if (isOnOnePage && learned.missing?.length !== 0) continue;
    if (learned.field) return learned;
  }
  return { field: null, reason: isOnOnePage ? 'too-few-pages' : 'no-locator', problems: [] };
}

/** A list of several items on one page is proven by pages without it, on which nothing may be found. */
function isProvenByOthers([first]: readonly ListTraining[], trainings: readonly ListTraining[]): boolean {
  const items = new Set(first!.example!.map((item) => JSON.stringify(item)));
  return items.size >= LEAST_ITEMS && countPages(trainings.filter(({ state }) => state === 'absent')) >= 3;
}

function notFound(spec: ListField, withValue: readonly ListTraining[], leaves: readonly Leaf[]): LearnedList {
  const isThere = withValue.some((training) =>
    leaves.some(({ keys, transform }) =>
      training.example!.some((item) => {
        const value = leafValue(item, keys);
        return value !== undefined && findSpots(value, transform, training.page, training.scope).length > 0;
      }),
    ),
  );
  const reason = isThere ? 'no-locator' : 'not-on-page';
  const problems = withValue.map(({ at, source }) => ({ at, path: spec.path, reason, source }) as const);
  return { field: null, reason, problems: isThere ? [] : problems };
}

/** A scalar field of an item whose texts can be looked up. */
interface Leaf {
  readonly keys: readonly string[];
  readonly required: boolean;
  readonly transform: ReturnType<typeof transformsFor>[number];
}

/** Items are found by their texts: enums and booleans have no texts of their own. */
function leavesOf(spec: ListField, withValue: readonly ListTraining[]): Leaf[] {
  return spec.fields.flatMap((field) => {
    if (field.kind === 'list' || field.values || field.type === 'boolean') return [];
    const samples = withValue
      .flatMap(({ example, page, scope }) =>
        example!.flatMap((item) => {
          const value = leafValue(item, field.keys);
          return value === undefined ? [] : [{ value, page, scope }];
        }),
      )
      .slice(0, 60);
    if (samples.length === 0) return [];
    const transforms = transformsFor(
      field,
      samples.map(({ value }) => value),
    );
    const counted = transforms.map((transform) => ({
      transform,
      count: samples.filter(({ value, page, scope }) => findSpots(value, transform, page, scope).length > 0)
        .length,
    }));
    const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
    return best.count === 0
      ? []
      : [{ keys: field.keys, required: field.required, transform: best.transform }];
  });
}

function leafValue(item: unknown, keys: readonly string[]): FieldValue | undefined {
  const value = valueAt(item, keys);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

/** Structures of the pages with several items. */
function structuresOf(leaves: readonly Leaf[], withValue: readonly ListTraining[]): Structure[] {
  const generators = withValue
    .filter(({ example }) => example!.length > 1)
    .sort((a, b) => b.example!.length - a.example!.length)
    .slice(0, GENERATORS);
  return generators.flatMap((training) => {
    const found = leaves.flatMap((leaf) => structuresBy(leaf, leaves, training));
    const most = Math.max(0, ...found.map(({ matched }) => matched));
    return found.filter(({ matched }) => matched >= most * 0.9).slice(0, 6);
  });
}

/** Structures whose items each contain the value of one leaf, in order. */
function structuresBy(leaf: Leaf, leaves: readonly Leaf[], training: ListTraining): Structure[] {
  const { page, scope } = training;
  const items = training.example!.slice(0, MAX_ITEMS_TO_LEARN);
  const spots: Spot[][] = [];
  for (const item of items) {
    const value = leafValue(item, leaf.keys);
    const found = value === undefined ? [] : findSpots(value, leaf.transform, page, scope);
    if (found.length === 0) return [];
    spots.push(found);
  }
  const kinds = new Map<string, Spot[]>();
  for (const spot of spots[0]!) {
    const kind = kindOf(spot, page);
    if (!kinds.has(kind)) kinds.set(kind, [spot]);
  }
  return [...kinds.keys()].slice(0, 12).flatMap((kind) => {
    const chain = chainOf(kind, spots, page);
    const structure = chain && structureOf(chain, page, scope);
    if (!structure) return [];
    return [measured(structure, items, leaves)];
  });
}

/** Names and classes of an element and its parent. */
function kindOf({ element, attribute }: Spot, page: PageIndex): string {
  const own = (at: number) => (at < 0 ? '' : `${page.elements[at]!.name}.${page.classes[at]!.join('.')}`);
  return `${own(page.parents[element]!)}>${own(element)}@${attribute ?? ''}`;
}

/** A place for each item, in order, with the same names and classes. */
function chainOf(kind: string, spots: readonly (readonly Spot[])[], page: PageIndex): number[] | null {
  const chain: number[] = [];
  for (const ofItem of spots) {
    const next = ofItem.find((spot) => spot.element > (chain.at(-1) ?? -1) && kindOf(spot, page) === kind);
    if (!next) return null;
    chain.push(next.element);
  }
  return chain;
}

function structureOf(
  chain: readonly number[],
  page: PageIndex,
  scope: PageScope,
): Omit<Structure, 'matched' | 'span'> | null {
  const container = chain.reduce((common, element) => page.common(common, element));
  const starts = chain.map((element) => (element === container ? -1 : page.childOf(container, element)));
  if (starts.includes(-1) || new Set(starts).size < starts.length) return null;
  return { container, starts, page, scope };
}

/** Counts the values in the items as elements, and as runs up to the next one. */
function measured(
  structure: Omit<Structure, 'matched' | 'span'>,
  items: readonly unknown[],
  leaves: readonly Leaf[],
): Structure {
  const { container, starts, page } = structure;
  const count = (scopes: readonly PageScope[]) => {
    let matched = 0;
    scopes.forEach((scope, n) => {
      for (const { keys, transform } of leaves) {
        const value = leafValue(items[n], keys);
        if (value !== undefined && findSpots(value, transform, page, scope).length > 0) matched++;
      }
    });
    return matched;
  };
  const elements = count(starts.map((start) => page.scopeOf(start)));
  const runs = count(
    starts.map((start, n) => {
      const next = starts[n + 1];
      return next === undefined
        ? page.scopeOf(start, page.ends[container]!, page.endRuns[container]!)
        : page.scopeOf(start, next, page.firstRuns[next]!);
    }),
  );
  return runs > elements
    ? { ...structure, span: 'run', matched: runs }
    : { ...structure, span: 'element', matched: elements };
}

const MAX_CANDIDATES = 400;

/** Locators of the structures: selectors of items, below roots. */
function proposeLists(structures: readonly Structure[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const structure of structures) {
    const { page, container, scope, span, starts } = structure;
    // The last run ends with its root.
    const roots: { root?: ListLocator['root']; score: number }[] =
      span === 'run' && scope.root < 0 ? [] : [{ score: 0 }];
    if (container !== scope.root && container >= 0) {
      for (const { locator, score } of proposeSelectors(container, undefined, page, scope)
        .sort((a, b) => b.score - a.score)
        .slice(0, 24))
        if ('selector' in locator && locator.selector !== undefined)
          roots.push({
            root: { kind: 'selector', selector: locator.selector },
            score: locator.kind === 'path' ? -8 : 6 + score / 10,
          });
    }
    roots.push(...labelRoots(structure));
    for (const item of itemSelectors(starts, page))
      for (const { root, score } of roots) {
        const locator: ListLocator = { ...(root ? { root } : {}), item: item.selector, span };
        const key = JSON.stringify(locator);
        if (found.size < MAX_CANDIDATES && !found.has(key))
          found.set(key, { locator, score: item.score + score });
      }
  }
  return [...found.values()];
}

function itemSelectors(starts: readonly number[], page: PageIndex): { selector: string; score: number }[] {
  const [first] = starts;
  const { name } = page.elements[first!]!;
  const isOneTag = starts.every((start) => page.elements[start]!.name === name);
  const common = page.classes[first!]!.filter((one) =>
    starts.every((start) => page.classes[start]!.includes(one)),
  );
  const tag = isOneTag ? name : '';
  const found = common.map((one) => ({ selector: `${tag}.${escapeClass(one)}`, score: 9 }));
  if (common.length > 1)
    found.unshift({ selector: tag + common.map((one) => `.${escapeClass(one)}`).join(''), score: 10 });
  if (isOneTag) found.push({ selector: name, score: /^(?:li|tr|dt|article)$/.test(name) ? 5 : 1 });
  return found.slice(0, 6);
}

/** A text in front of the list, or the text around it. */
function labelRoots({ container, page, scope }: Structure): { root: ListLocator['root']; score: number }[] {
  const found: { root: ListLocator['root']; score: number }[] = [];
  const first = page.firstRuns[container] ?? 0;
  const before = neighbourRun(first, -1, page, scope);
  for (const [run, take] of [
    [before, 'next'],
    [first, 'around'],
  ] as const) {
    if (run < 0 || run >= page.runCount) continue;
    const text = labelOf(page.shortRun(run, MAX_LABEL) ?? '');
    if (/\p{L}{2}/u.test(text) && !/\d/.test(text))
      found.push({ root: { kind: 'label', texts: [text], take }, score: 4 });
  }
  return found;
}

/** Finds the examples among the items of a candidate; null if it does not find them. */
function fit(
  candidate: Candidate,
  leaves: readonly Leaf[],
  trainings: readonly ListTraining[],
  mode: LearningMode,
): Fitting | null {
  const pairs: Pair[] = [];
  const extras: { training: ListTraining; scope: PageScope }[] = [];
  const agreeing: number[] = [];
  const total = countPages(trainings.filter(({ state }) => state === 'value'));
  const failed = new Set<number>();
  const most = mode.heals ? total * 0.4 : total >= 5 ? 1 : 0;
  for (let n = 0; n < trainings.length; n++) {
    const training = trainings[n]!;
    if (training.state === 'unknown') continue;
    const scopes = findItems(candidate.locator, training.page, training.scope);
    const items = training.state === 'value' ? training.example! : [];
    if (scopes && items.length === 0) extras.push(...scopes.map((scope) => ({ training, scope })));
    if (items.length === 0) continue;
    const paired = scopes && pairUp(scopes, items, leaves, training);
    if (!paired) {
      failed.add(training.at);
      if (failed.size > most) return null;
      continue;
    }
    agreeing.push(n);
    const used = new Set(paired.map(({ scope }) => scope));
    pairs.push(...paired);
    extras.push(...scopes.filter((scope) => !used.has(scope)).map((scope) => ({ training, scope })));
  }
  return pairs.length === 0 ? null : { ...candidate, pairs, extras, agreeing };
}

/** The items of a page with the examples, in order; null if one is not found. */
function pairUp(
  scopes: readonly PageScope[],
  items: readonly unknown[],
  leaves: readonly Leaf[],
  training: ListTraining,
): Pair[] | null {
  const pairs: Pair[] = [];
  let next = 0;
  for (const scope of scopes) {
    if (next >= items.length) break;
    if (!holds(scope, items[next], leaves, training.page)) continue;
    pairs.push({ training, scope, item: items[next] });
    next++;
  }
  return next === items.length ? pairs : null;
}

/** True if an item has the required values and most of the others. */
function holds(scope: PageScope, item: unknown, leaves: readonly Leaf[], page: PageIndex): boolean {
  let [all, found] = [0, 0];
  for (const { keys, transform, required } of leaves) {
    const value = leafValue(item, keys);
    if (value === undefined) continue;
    all++;
    if (findSpots(value, transform, page, scope).length > 0) found++;
    else if (required) return false;
  }
  return all > 0 && found >= all * 0.6;
}

/** Fittings with the same items count once. */
function distinctPairs(fittings: readonly Fitting[]): Fitting[] {
  const seen = new Set<string>();
  return fittings.filter((one) => {
    const key = itemsKey(one);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function itemsKey({ pairs, locator }: Fitting): string {
  return `${locator.span} ${pairs.map(({ training, scope }) => `${training.at}:${scope.from}`).join(' ')}`;
}

function learnItems(
  spec: ListField,
  best: Fitting,
  all: readonly Fitting[],
  trainings: readonly ListTraining[],
  mode: LearningMode,
): LearnedList {
  const problems: TrainingProblem[] = [];
  const fields: FieldProgram[] = [];
  const missing: UnlearnedField[] = [];
  for (const field of spec.fields) {
    const learned = learnItemField(field, best.pairs, mode);
    problems.push(...learned.problems);
    if (learned.field) fields.push(learned.field);
    else if (field.required) return { field: null, reason: learned.reason, problems };
    else missing.push({ path: field.path, reason: learned.reason ?? 'no-locator' });
    missing.push(...(learned.missing ?? []));
  }
  if (fields.length === 0) return { field: null, reason: 'no-locator', problems };
  const kept = best.extras.filter(({ training, scope }) => isItem(spec, fields, training.page, scope));
  // Other items with the required fields: the list is another one. After a change some items may be new.
  const mostKept = mode.heals ? best.pairs.length * 0.25 : 0;
  if (kept.length > mostKept) return { field: null, reason: 'no-locator', problems };
  const key = itemsKey(best);
  const same = all.filter((one) => itemsKey(one) === key && one.extras.length <= best.extras.length);
  const withValue = trainings.filter(({ state }) => state === 'value');
  return {
    field: {
      path: spec.path,
      required: spec.required,
      items: differentRoots(same),
      fields,
      support: {
        pages: best.agreeing.length,
        absent: trainings.filter(({ state }) => state === 'absent').length,
      },
      sources: [...new Set(withValue.map(({ source }) => source))],
    },
    reason: null,
    problems,
    missing,
    proof: {
      agreeing: countPages(best.agreeing.map((n) => trainings[n]!)),
      distinct: new Set(best.pairs.map(({ item }) => JSON.stringify(item))).size,
      isAmbiguous: false,
    },
  };
}

/** The best locator of each kind of root. */
function differentRoots(fittings: readonly Fitting[]): ListLocator[] {
  const byKind = new Map<string, Fitting>();
  for (const one of fittings) {
    const kind = one.locator.root?.kind ?? 'none';
    if (!byKind.has(kind)) byKind.set(kind, one);
  }
  return [...byKind.values()]
    .sort((a, b) => b.score - a.score)
    .map(({ locator }) => locator)
    .slice(0, EXTRACTOR_BOUNDS.locators);
}

function learnItemField(field: SchemaField, pairs: readonly Pair[], mode: LearningMode): LearnedField {
  // Items of pages that agree are read exactly: only whole lists may be out of date.
  const strict = { ...mode, heals: false };
  if (field.kind === 'list')
    return learnList(
      field,
      pairs.map((pair) => listTraining(pair, field)),
      strict,
    );
  const trainings = pairs.map(({ training, scope, item }): Training => {
    const value = leafValue(item, field.keys);
    const { at, page, source } = training;
    if (value === undefined) return { at, page, scope, source, state: 'absent' };
    return { at, page, scope, source, state: fitsSchema(value, field) ? 'value' : 'unknown', example: value };
  });
  return learnScalar(field, trainings, field.values || field.type === 'boolean' ? mode : strict);
}

function listTraining({ training, scope, item }: Pair, field: ListField): ListTraining {
  const value = valueAt(item, field.keys);
  const { at, page, source } = training;
  if (!Array.isArray(value)) return { at, page, scope, source, state: 'absent' };
  return { at, page, scope, source, state: 'value', example: value };
}

/** True if a scope has all required fields: it would be kept when the program runs. */
function isItem(
  spec: ListField,
  fields: readonly FieldProgram[],
  page: PageIndex,
  scope: PageScope,
): boolean {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const has = (field: SchemaField): boolean => {
    const program = byPath.get(field.path);
    if (!program) return false;
    if ('items' in program)
      return program.items.some((locator) => (findItems(locator, page, scope)?.length ?? 0) > 0);
    return 'value' in readField(program, field as ScalarField, page, scope, true);
  };
  const required = spec.fields.filter((field) => field.required);
  return required.length > 0 ? required.every(has) : spec.fields.some(has);
}
