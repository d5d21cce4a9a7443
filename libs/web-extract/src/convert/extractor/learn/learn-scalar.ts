import type {
  FieldTransform,
  LearnProblemReason,
  Locator,
  StatedSyntax,
  TextPart,
} from '../../../model/extractor/extractor-program.js';
import type { PageIndex } from '../page-index.js';
import { valueOfHit } from '../read-field.js';
import {
  durationUnit,
  isCurrencyCode,
  isSameValue,
  marksOf,
  numbersIn,
  type FieldValue,
} from '../read-value.js';
import type { ScalarField } from '../schema-fields.js';
import { areEnough, chooseLocators, type LearnedScalar, type TrainingProblem } from './choose-locators.js';
import { findSpots, type Spot } from './find-spots.js';
import { verifyAll } from './judge-locators.js';
import { learnTexts } from './learn-texts.js';
import { proposeInside, proposeLocators, proposeParts, type Proposal } from './propose-locators.js';
import type { LearningMode, Training } from './training.js';

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
    insideLocators(training, transform).length > 0 ||
    partSpots(training, transform).length > 0
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
    if (spots.length < 3)
      for (const { spot, part } of partSpots(training, transform))
        for (const { locator, score } of proposeLocators(spot, page, scope, valueTexts))
          if (locator.kind !== 'text') add({ locator: { ...locator, part }, score: score - 6 });
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

/** A place whose text contains the value. */
interface PartSpot {
  readonly spot: Spot;
  readonly part: TextPart;
}

const MAX_PARTS = 24;

/** Places that contain the example as a part of their text. */
function partSpots({ page, scope, example }: Training, transform: FieldTransform): PartSpot[] {
  if (transform.kind !== 'text' && transform.kind !== 'number') return [];
  const found: PartSpot[] = [];
  const add = (spot: Spot) => {
    if (spot.raw.length > MAX_SENTENCE || found.length >= MAX_PARTS) return;
    const tokens =
      transform.kind === 'text'
        ? [String(example)]
        : numbersIn(spot.raw).flatMap(({ text }) =>
            marksOf(text, example as number).length > 0 ? text : [],
          );
    for (const token of tokens) for (const part of proposeParts(spot.raw, token)) found.push({ spot, part });
  };
  for (let run = scope.runFrom; run < scope.runTo; run++) {
    const element = page.owners[run]!;
    const isWhole = page.endRuns[element]! - page.firstRuns[element]! === 1;
    add({ element, run: isWhole ? -1 : run, raw: page.runText(run), isMachine: false });
  }
  for (let element = Math.max(0, scope.from); element < scope.to; element++)
    for (const attribute of ['title', 'aria-label', 'alt', 'content']) {
      const raw = page.elements[element]!.attribs[attribute];
      if (raw !== undefined && raw !== '') add({ element, run: -1, raw, isMachine: true, attribute });
    }
  return found;
}

const MAX_SENTENCE = 300;

/** Parts of texts that read as the example. */
function insideLocators({ page, scope, example }: Training, transform: FieldTransform): Locator[] {
  const found: Locator[] = [];
  for (let run = scope.runFrom; run < scope.runTo && found.length < 12; run++) {
    const text = page.runText(run);
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
