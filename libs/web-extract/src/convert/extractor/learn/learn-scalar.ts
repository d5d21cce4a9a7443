import {
  EXTRACTOR_BOUNDS,
  type ExampleSource,
  type FieldTransform,
  type LearnProblemReason,
  type Locator,
  type ScalarFieldProgram,
  type StatedSyntax,
  type ValueShape,
} from '../../../model/extractor/extractor-program.js';
import { locate } from '../locate.js';
import type { PageIndex } from '../page-index.js';
import { isWeak, valueOfHit } from '../read-field.js';
import {
  durationUnit,
  isCurrencyCode,
  isSameValue,
  marksOf,
  numbersIn,
  shapeOfValues,
  type FieldValue,
} from '../read-value.js';
import type { ScalarField } from '../schema-fields.js';
import { findSpots, type Spot } from './find-spots.js';
import { learnTexts } from './learn-texts.js';
import { proposeInside, proposeLocators, type Proposal } from './propose-locators.js';
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

/** A verified proposal. */
interface Verified extends Proposal {
  readonly verdict: Verdict;
}

export interface Verdict {
  readonly agreeing: readonly number[];
  /** Numbers of trainings that the locator contradicts. */
  readonly others: readonly number[];
  readonly nothing: readonly number[];
  readonly invented: readonly number[];
  readonly values: readonly (FieldValue | undefined)[];
  readonly raws: ReadonlySet<string>;
}

const MAX_TRAININGS = 90;
const GENERATORS = 3;
const HEAL_GENERATORS = 8;
const MAX_SPOTS = 8;

/** Learns where a value is from places that show the examples. */
export function learnScalar(
  spec: ScalarField,
  given: readonly Training[],
  mode: LearningMode,
): LearnedScalar {
  const trainings = sample(given);
  const problems: TrainingProblem[] = [];
  const note = (training: Training, reason: LearnProblemReason) =>
    problems.push({ at: training.at, path: spec.path, reason, source: training.source });
  const withValue = trainings.filter(({ state }) => state === 'value');
  if (withValue.length === 0) return { field: null, reason: 'no-examples', problems };
  if (spec.values || spec.type === 'boolean') return learnTexts(spec, trainings, mode, problems);
  let best: LearnedScalar | null = null;
  let fewest = Infinity;
  let lost = Infinity;
  for (const transform of transformsFor(
    spec,
    withValue.map(({ example }) => example!),
  )) {
    const unseen = withValue.filter((one) => !isOnPage(one, transform));
    if (unseen.length >= fewest) continue;
    const known = new Set(unseen);
    const usable = trainings.map((one): Training => (known.has(one) ? { ...one, state: 'unknown' } : one));
    const learned = learnWith(spec, transform, usable, mode);
    const own = unseen.map((one) => ({
      at: one.at,
      path: spec.path,
      reason: 'not-on-page' as const,
      source: one.source,
    }));
    if (learned.field || (!best?.field && unseen.length < lost)) {
      best = { ...learned, problems: [...own, ...learned.problems] };
      lost = unseen.length;
    }
    if (learned.field) fewest = unseen.length;
    if (learned.field && unseen.length === 0) break;
  }
  if (!best) {
    withValue.forEach((one) => note(one, 'not-on-page'));
    return { field: null, reason: 'not-on-page', problems };
  }
  return best;
}

/** Evenly chosen from many. */
function sample(trainings: readonly Training[]): readonly Training[] {
  const step = trainings.length / MAX_TRAININGS;
  if (step <= 1) return trainings;
  return Array.from({ length: MAX_TRAININGS }, (_, n) => trainings[Math.floor(n * step)]!);
}

/** Possible transforms of a field, the most likely first. */
export function transformsFor(spec: ScalarField, examples: readonly FieldValue[]): FieldTransform[] {
  if (spec.type === 'number' || spec.type === 'integer') {
    const unit = durationUnit(spec);
    const number = { kind: 'number', decimal: 'any', integer: spec.type === 'integer' } as const;
    return [
      ...(unit ? [{ kind: 'duration', unit } as const] : []),
      number,
      { ...number, decimal: ',' },
      { ...number, decimal: '.' },
    ];
  }
  const dates = [false, true].map(
    (monthFirst) => ({ kind: 'date', monthFirst, time: spec.format === 'date-time' }) as const,
  );
  if (spec.format === 'date' || spec.format === 'date-time') return [...dates, { kind: 'text' }];
  if (spec.format === 'uri' || spec.format === 'url') return [{ kind: 'uri' }, { kind: 'text' }];
  if (examples.every(isCurrencyCode)) return [{ kind: 'currency' }, { kind: 'text' }];
  if (examples.every((one) => typeof one === 'string' && /^https?:\/\/\S+$/.test(one)))
    return [{ kind: 'uri' }, { kind: 'text' }];
  if (examples.every((one) => typeof one === 'string' && /^\d{4}-\d\d-\d\d$/.test(one)))
    return [...dates, { kind: 'text' }];
  return [{ kind: 'text' }];
}

function isOnPage(training: Training, transform: FieldTransform): boolean {
  const { example, page, scope } = training;
  return (
    findSpots(example!, transform, page, scope).length > 0 ||
    statedKeys(training, transform).length > 0 ||
    insideLocators(training, transform).length > 0
  );
}

function learnWith(
  spec: ScalarField,
  transform: FieldTransform,
  trainings: readonly Training[],
  mode: LearningMode,
): LearnedScalar {
  const withValue = trainings.filter(({ state }) => state === 'value');
  if (withValue.length === 0) return { field: null, reason: 'not-on-page', problems: [] };
  if (!areEnough(withValue)) return { field: null, reason: 'too-few-pages', problems: [] };
  const verified = verifyAll(proposeAll(withValue, transform, mode), spec, transform, trainings, mode);
  return chooseLocators(verified, { spec, transform, trainings, mode });
}

/** Two pages; of the items of a list, whose place is proven on two pages, two with different values are enough. */
export function areEnough(withValue: readonly Training[]): boolean {
  if (countPages(withValue) >= 2) return true;
  return withValue[0]!.scope.root >= 0 && new Set(withValue.map(({ example }) => example)).size >= 2;
}

/** Proposals of the trainings with the fewest places, on different pages. */
function proposeAll(
  withValue: readonly Training[],
  transform: FieldTransform,
  { heals, valueTexts }: LearningMode,
): Proposal[] {
  // Where values have changed, some are found in other places by chance.
  const most = heals ? HEAL_GENERATORS : GENERATORS;
  const proposals = new Map<string, Proposal>();
  const add = (proposal: Proposal) => {
    const key = JSON.stringify(proposal.locator);
    const known = proposals.get(key);
    if (!known || known.score < proposal.score) proposals.set(key, proposal);
  };
  const bySpots = withValue
    .map((training) => ({
      training,
      spots: findSpots(training.example!, transform, training.page, training.scope),
    }))
    .sort((a, b) => (a.spots.length || 99) - (b.spots.length || 99));
  const pages = new Set<number>();
  let generators = 0;
  for (const { training, spots } of bySpots) {
    if (generators >= most && pages.size > 1) break;
    if (generators >= most && pages.has(training.at)) continue;
    generators++;
    pages.add(training.at);
    const { page, scope } = training;
    for (const spot of bestSpots(spots, page, transform)) {
      // The closest element names a value best.
      const texts =
        spot.run < 0 && spot.attribute === undefined
          ? page.endRuns[spot.element]! - page.firstRuns[spot.element]!
          : 1;
      const depth = page.depths[spot.element]! / 100;
      const loss = transform.kind === 'text' ? 0 : Math.min(4, texts - 1);
      for (const proposal of proposeLocators(spot, page, scope, valueTexts))
        add({ ...proposal, score: proposal.score - loss + depth });
    }
    for (const { syntax, path } of statedKeys(training, transform))
      add({ locator: { kind: 'stated', syntax, path }, score: 40 });
    if (spots.length < 4)
      insideLocators(training, transform).forEach((locator) => add({ locator, score: 5 }));
  }
  return [...proposals.values()].sort((a, b) => b.score - a.score);
}

/** Deep elements come first: they name the value more closely. */
function bestSpots(all: readonly Spot[], page: PageIndex, transform: FieldTransform): readonly Spot[] {
  // A symbol alone is a constant, the amount around it is not.
  const spots =
    transform.kind === 'currency'
      ? all
      : all.filter((one) => !all.some((other) => isCloser(other, one, page)));
  if (spots.length <= MAX_SPOTS) return spots;
  const attributes = spots.filter(({ attribute }) => attribute !== undefined).slice(0, MAX_SPOTS / 2);
  const shown = spots.filter(({ attribute }) => attribute === undefined);
  return [...attributes, ...shown.slice(0, MAX_SPOTS / 2 + 1), ...shown.slice(-2)];
}

/** True for a place inside another one, with less text around the value. */
function isCloser(inner: Spot, outer: Spot, page: PageIndex): boolean {
  if (inner.attribute !== undefined || outer.attribute !== undefined || outer.run >= 0) return false;
  return inner.raw.length < outer.raw.length && page.isInside(inner.element, outer.element);
}

const SYNTAXES: readonly StatedSyntax[] = ['json-ld', 'microdata', 'rdfa', 'meta', 'state'];

function statedKeys(
  { page, scope, example }: Training,
  transform: FieldTransform,
): { syntax: StatedSyntax; path: string }[] {
  if (scope.root >= 0) return [];
  const spec = ANY;
  return SYNTAXES.flatMap((syntax) =>
    [...page.stated.all(syntax)].flatMap(([path, values]) => {
      if (values.length > 5) return [];
      const [first] = values;
      const hit = { element: -1, run: -1, raw: String(first), isMachine: true };
      const value = valueOfHit(hit, transform, spec(example!), page);
      return value !== undefined && isSameValue(value, example) ? [{ syntax, path }] : [];
    }),
  );
}

/** A field that any value of the type of an example fits. */
const ANY = (example: FieldValue): ScalarField => ({
  kind: 'scalar', path: '', keys: [], required: false, type: typeof example === 'number' ? 'number' : typeof example === 'boolean' ? 'boolean' : 'string',
  format: null, values: null, pattern: null, minimum: null, maximum: null, minLength: null, maxLength: null, words: [],
}); // prettier-ignore

const MAX_SENTENCE = 300;

/** Parts of texts that read as the example. */
function insideLocators({ page, scope, example }: Training, transform: FieldTransform): Locator[] {
  const found: Locator[] = [];
  for (let run = scope.runFrom; run < scope.runTo && found.length < 12; run++) {
    const text = page.runs[run]!;
    if (text.length > MAX_SENTENCE) continue;
    if (transform.kind === 'text' && typeof example === 'string') {
      if (example.length >= 2 && text.length > example.length && text.includes(example))
        found.push(...proposeInside(text, example));
    } else if (transform.kind === 'number' && /\d/.test(text)) {
      for (const { text: token } of numbersIn(text))
        if (marksOf(token, example as number).length > 0) found.push(...proposeInside(text, token));
    }
  }
  return found;
}

/** Verifies proposals until there are enough of each kind. */
function verifyAll(
  proposals: readonly Proposal[],
  spec: ScalarField,
  transform: FieldTransform,
  trainings: readonly Training[],
  mode: LearningMode,
): Verified[] {
  const verified: Verified[] = [];
  const counts = new Map<string, number>();
  const labels: Verified[] = [];
  const values = trainings.filter(({ state }) => state === 'value').length;
  for (const proposal of proposals) {
    const { kind } = proposal.locator;
    if ((counts.get(kind) ?? 0) >= ENOUGH || performance.now() > mode.deadline) continue;
    const verdict = judge(proposal.locator, spec, transform, trainings, mode);
    if (!verdict) continue;
    if (kind === 'label' && verdict.nothing.length > 0 && !mode.heals) {
      labels.push({ ...proposal, verdict });
      continue;
    }
    if (
      verdict.nothing.length > 0 &&
      !mode.heals &&
      countOf(verdict.nothing, trainings) > allowance(verdict, trainings)
    )
      continue;
    verified.push({ ...proposal, verdict });
    if (mode.heals && verdict.agreeing.length * 2 < values) continue; // a rival
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (!counts.has('label')) verified.push(...joinLabels(labels, spec, transform, trainings, mode));
  return verified;
}

const ENOUGH = 6;

function countOf(numbers: readonly number[], trainings: readonly Training[]): number {
  return countPages(numbers.map((n) => trainings[n]!));
}

/** A single page that disagrees is dropped if at least four agree. */
function allowance({ agreeing }: Pick<Verdict, 'agreeing'>, trainings: readonly Training[]): number {
  return countOf(agreeing, trainings) >= 4 ? 1 : 0;
}

/** Evaluates a locator on all trainings; null if it is wrong too often. */
export function judge(
  locator: Locator,
  spec: ScalarField,
  transform: FieldTransform,
  trainings: readonly Training[],
  mode: LearningMode,
): Verdict | null {
  const agreeing: number[] = [];
  const others: number[] = [];
  const nothing: number[] = [];
  const invented: number[] = [];
  const values: (FieldValue | undefined)[] = [];
  const raws = new Set<string>();
  const bad = new Set<number>();
  const total = countPages(trainings.filter(({ state }) => state === 'value'));
  const most = mode.heals ? total : total >= 5 ? 1 : 0;
  for (let n = 0; n < trainings.length; n++) {
    const { page, scope, state, example, at } = trainings[n]!;
    const found: FieldValue[] = [];
    let raw = '';
    for (const hit of locate(locator, page, scope)) {
      const value = valueOfHit(hit, transform, spec, page);
      if (value === undefined || found.some((known) => isSameValue(known, value))) continue;
      found.push(value);
      raw = hit.raw;
      if (found.length > 1) break;
    }
    const value = found.length === 1 ? found[0] : undefined;
    values.push(value);
    if (state === 'unknown') continue;
    if (found.length === 0) {
      if (state === 'absent') continue;
      nothing.push(n);
      // Labels may be joined with others.
      if (locator.kind !== 'label') bad.add(at);
    } else if (state === 'absent') {
      invented.push(n);
      bad.add(at);
    } else if (found.length === 1 && isSameValue(value, example)) {
      agreeing.push(n);
      raws.add(raw);
    } else {
      others.push(n);
      bad.add(at);
    }
    if (bad.size > most) return null;
  }
  return agreeing.length === 0 ? null : { agreeing, others, nothing, invented, values, raws };
}

/** Several wordings of one label: each is right where it occurs, and together they cover all pages. */
function joinLabels(
  labels: readonly Verified[],
  spec: ScalarField,
  transform: FieldTransform,
  trainings: readonly Training[],
  mode: LearningMode,
): Verified[] {
  const groups = new Map<string, Verified[]>();
  for (const one of labels) {
    const { locator } = one;
    if (locator.kind !== 'label' || one.verdict.others.length > 0 || one.verdict.invented.length > 0)
      continue;
    const key = `${locator.side} ${locator.take} ${locator.gap} ${locator.row} ${locator.cell}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    // A constant has a text before it somewhere on every page.
    const isConstant =
      new Set(group.flatMap(({ verdict }) => verdict.agreeing.map((n) => trainings[n]!.example))).size < 2;
    if (isConstant || group.length < 2 || group.length > 6 || first!.locator.kind !== 'label') return [];
    // A wording of a single page may be a value that happens to be there.
    const texts = group
      .filter(({ verdict }) => countOf(verdict.agreeing, trainings) >= 2)
      .flatMap(({ locator }) => (locator.kind === 'label' ? locator.texts : []));
    if (texts.length < 2) return [];
    const locator: Locator = { ...first!.locator, texts };
    const verdict = judge(locator, spec, transform, trainings, mode);
    return verdict && verdict.nothing.length === 0 ? [{ locator, score: first!.score - 2, verdict }] : [];
  });
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
      invented.length <= Math.max(1, absent * 0.3)
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

function differ(one: Verdict, other: Verdict): boolean {
  return one.values.some(
    (value, n) =>
      value !== undefined && other.values[n] !== undefined && !isSameValue(value, other.values[n]),
  );
}
