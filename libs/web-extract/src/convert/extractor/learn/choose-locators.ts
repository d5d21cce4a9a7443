import {
  EXTRACTOR_BOUNDS,
  type ExampleSource,
  type FieldTransform,
  type LearnProblemReason,
  type Locator,
  type ScalarFieldProgram,
  type ValueShape,
} from '../../../model/extractor/extractor-program.js';
import { atLeast } from '../detect-drift.js';
import { locate } from '../locate.js';
import { isWeak } from '../read-field.js';
import { isSameValue, marksOf, numbersIn, shapeOfValues } from '../read-value.js';
import type { ScalarField } from '../schema-fields.js';
import type { Verdict, Verified } from './judge-locators.js';
import type { Proposal } from './propose-locators.js';
import { countPages, type LearningMode, type Training } from './training.js';

/** A problem of an example. */
export interface TrainingProblem {
  readonly at: number;
  readonly path: string;
  readonly reason: LearnProblemReason;
  readonly source: ExampleSource;
}

export interface LearnedScalar {
  readonly field: ScalarFieldProgram | null;
  /** Why there is no field. */
  readonly reason: LearnProblemReason | null;
  readonly problems: readonly TrainingProblem[];
  /** For healing: how the field was proven. */
  readonly proof?: Proof;
}

/** Agreement of a locator with the examples. */
export interface Proof {
  readonly agreeing: number;
  readonly distinct: number;
  /** True if another place agrees nearly as well and says something else somewhere. */
  readonly isAmbiguous: boolean;
}

/** Two pages; of the items of a list, whose place is proven on two pages, two with different values are enough. */
export function areEnough(withValue: readonly Training[]): boolean {
  if (countPages(withValue) >= 2) return true;
  return withValue[0]!.scope.root >= 0 && new Set(withValue.map(({ example }) => example)).size >= 2;
}

interface Choice {
  readonly spec: ScalarField;
  readonly transform: FieldTransform;
  readonly trainings: readonly Training[];
  readonly mode: LearningMode;
}

const NAMED = new Set(['stated', 'label', 'attribute']);

/** The best locators of each kind. */
export function chooseLocators(verified: readonly Verified[], choice: Choice): LearnedScalar {
  const { spec, transform, trainings, mode } = choice;
  const withValue = trainings.filter(({ state }) => state === 'value');
  if (mode.heals) return chooseHealed(verified, choice);
  const raws = new Set(verified.flatMap(({ verdict }) => [...verdict.raws]));
  const isConstant = raws.size <= 1;
  const usable = isConstant ? verified.filter(({ locator }) => NAMED.has(locator.kind)) : verified;
  const perfect = usable.filter(({ verdict }) => isExact(verdict));
  const pool = perfect.length > 0 ? perfect : usable;
  if (pool.length === 0)
    return { field: null, reason: verified.length > 0 ? 'constant' : reasonOf(trainings), problems: [] };
  const locators = pickBest(pool);
  const [best] = pool;
  const dropped = new Set([...best!.verdict.others, ...best!.verdict.nothing]);
  const problems = [...new Map([...dropped].map((n) => [trainings[n]!.at, trainings[n]!])).values()].map(
    (one) => ({ at: one.at, path: spec.path, reason: 'examples-disagree' as const, source: one.source }),
  );
  const used = trainings.filter((one, n) => one.state === 'value' && !dropped.has(n));
  return {
    field: {
      path: spec.path,
      required: spec.required,
      locators,
      transform: withMark(transform, locators, used),
      shape: { ...shapeOfValues(used.map(({ example }) => example!)), ...textWords(locators, used) },
      support: { pages: used.length, absent: trainings.filter(({ state }) => state === 'absent').length },
      sources: [...new Set(used.map(({ source }) => source))],
    },
    reason: null,
    problems,
    proof: { agreeing: countPages(withValue), distinct: raws.size, isAmbiguous: false },
  };
}

function reasonOf(trainings: readonly Training[]): LearnProblemReason {
  return trainings.some(({ state }) => state === 'value') ? 'no-locator' : 'not-on-page';
}

function isExact({ others, nothing, invented }: Verdict): boolean {
  return others.length === 0 && nothing.length === 0 && invented.length === 0;
}

/** Best of each kind; a place only if nothing names the value. */
export function pickBest(pool: readonly Proposal[]): Locator[] {
  const ranked = [...pool].sort((a, b) => b.score - a.score);
  const chosen: Locator[] = [];
  for (const kind of ['stated', 'attribute', 'label', 'selector', 'text'] as const) {
    const ofKind = ranked.filter(({ locator }) => locator.kind === kind);
    const most = kind === 'selector' ? 2 : 1;
    // Texts around a value are kept where nothing else names it.
    if (kind === 'text' && chosen.length > 0) continue;
    for (const { locator } of distinctSelectors(ofKind).slice(0, most)) chosen.push(locator);
  }
  if (chosen.length === 0) {
    const places = ranked.filter(({ locator }) => isWeak(locator));
    const [first] = places;
    const nth = places.find(({ locator }) => locator.kind === 'path' && locator.text !== undefined);
    if (first) chosen.push(first.locator);
    if (nth && nth !== first) chosen.push(nth.locator);
  }
  return chosen.slice(0, EXTRACTOR_BOUNDS.locators);
}

/** Selectors that rest on different names: `.price` and `.box div`, not `.price` and `div.price`. */
function distinctSelectors(proposals: readonly Proposal[]): Proposal[] {
  const kept: Proposal[] = [];
  const last = ({ locator }: Proposal) =>
    'selector' in locator ? (locator.selector?.split(' ').at(-1) ?? '') : '';
  for (const one of proposals) if (!kept.some((known) => last(known) === last(one))) kept.push(one);
  return kept;
}

/** Words of the texts that the locators find. */
function textWords(locators: readonly Locator[], used: readonly Training[]): Pick<ValueShape, 'textWords'> {
  const counts = used.flatMap(({ page, scope }) =>
    locators.flatMap((locator) =>
      locate(locator, page, scope).flatMap(({ raw, isMachine }) => (isMachine ? [] : raw.split(' ').length)),
    ),
  );
  return counts.length === 0 ? {} : { textWords: [Math.min(...counts), Math.max(...counts)] };
}

/** The decimal separator that the texts of the examples prove. */
function withMark(
  transform: FieldTransform,
  locators: readonly Locator[],
  used: readonly Training[],
): FieldTransform {
  if (transform.kind !== 'number' || transform.decimal !== 'any') return transform;
  const open = new Set<',' | '.'>([',', '.']);
  for (const { page, scope, example } of used)
    for (const locator of locators)
      for (const hit of locate(locator, page, scope)) {
        if (hit.isMachine) continue;
        const numbers = numbersIn(hit.raw);
        if (numbers.length !== 1) continue;
        const marks = marksOf(numbers[0]!.text, example as number);
        if (marks.length === 1) open.delete(marks[0] === ',' ? '.' : ',');
      }
  return open.size === 1 ? { ...transform, decimal: [...open][0]! } : transform;
}

/** Share of the agreement of the best place that makes another place a rival. */
const RIVAL = 0.35;

/** Pages that agree, for each page whose old value is gone. */
const GONE = 0.5;

/** Chooses the place that most pages agree with, unless another one agrees nearly as well. */
function chooseHealed(verified: readonly Verified[], choice: Choice): LearnedScalar {
  const { spec, transform, trainings } = choice;
  const withValue = trainings.flatMap((one, n) => (one.state === 'value' ? [n] : []));
  const gone = trainings.flatMap((one, n) => (one.state === 'unknown' ? [n] : []));
  const absent = trainings.filter(({ state }) => state === 'absent').length;
  const fine = verified.filter(({ verdict }) => {
    const { agreeing, others, nothing, invented } = verdict;
    const valid = gone.filter((n) => verdict.values[n] !== undefined).length;
    return (
      agreeing.length >= others.length &&
      agreeing.length >= gone.length * GONE &&
      valid >= gone.length * 0.7 &&
      nothing.length <= withValue.length * 0.1 &&
      invented.length <= Math.max(1, absent * 0.3) &&
      !isByChance(verdict, trainings)
    );
  });
  const most = Math.max(0, ...fine.map(({ verdict }) => verdict.agreeing.length));
  const best = fine.filter(({ verdict }) => verdict.agreeing.length >= most);
  if (best.length === 0) return { field: null, reason: 'no-locator', problems: [] };
  const [first] = best;
  const rivals = verified.filter(({ verdict }) => verdict.agreeing.length >= Math.max(2, most * RIVAL));
  const isAmbiguous = rivals.some(
    ({ verdict }) =>
      verdict.agreeing.some((n) => !first!.verdict.agreeing.includes(n)) ||
      (verdict.agreeing.length >= most && differ(verdict, first!.verdict)),
  );
  const used = first!.verdict.agreeing.map((n) => trainings[n]!);
  const values = used.map(({ example }) => example!);
  const locators = pickBest(best.filter(({ verdict }) => !differ(verdict, first!.verdict)));
  return {
    field: {
      path: spec.path,
      required: spec.required,
      locators,
      transform: withMark(transform, locators, used),
      shape: { ...shapeOfValues(values), ...textWords(locators, used) },
      support: { pages: used.length, absent },
      sources: ['values'],
    },
    reason: null,
    problems: [],
    proof: {
      agreeing: countPages(used),
      distinct: Math.max(new Set(values.map(String)).size, first!.verdict.raws.size),
      isAmbiguous,
    },
  };
}

/** Probability of an agreement by chance above which it proves nothing. */
const CHANCE = 1e-3;

/**
 * True if values of other pages agree with the place nearly as often: small numbers coincide. Compares the value of each page with the examples of all
 * others. Places that no page contradicts are not in doubt.
 */
function isByChance({ agreeing, values }: Verdict, trainings: readonly Training[]): boolean {
  const read = trainings.flatMap(({ example }, n) =>
    example !== undefined && values[n] !== undefined ? [{ example, value: values[n] }] : [],
  );
  if (read.length <= agreeing.length) return false;
  let equal = 0;
  read.forEach(({ value }, n) =>
    read.forEach((other, m) => {
      if (n !== m && isSameValue(value, other.example)) equal++;
    }),
  );
  const rate = (equal + 0.5) / (read.length * (read.length - 1) + 1);
  return atLeast(agreeing.length, read.length, Math.min(0.95, rate)) > CHANCE;
}

function differ(one: Verdict, other: Verdict): boolean {
  return one.values.some(
    (value, n) =>
      value !== undefined && other.values[n] !== undefined && !isSameValue(value, other.values[n]),
  );
}
