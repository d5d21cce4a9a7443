import type { FieldTransform, Locator } from '../../../model/extractor/extractor-program.js';
import { locate } from '../locate.js';
import { valueOfHit } from '../read-field.js';
import { isSameValue, type FieldValue } from '../read-value.js';
import type { ScalarField } from '../schema-fields.js';
import type { Proposal } from './propose-locators.js';
import { countPages, type LearningMode, type Training } from './training.js';

/** A verified proposal. */
export interface Verified extends Proposal {
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
  /** True if the locator also finds places whose texts are no values. */
  readonly isNoisy: boolean;
}

/** Verifies proposals until there are enough of each kind. */
export function verifyAll(
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
    verified.push({ ...proposal, score: proposal.score - (verdict.isNoisy ? NOISE : 0), verdict });
    if (mode.heals && verdict.agreeing.length * 2 < values) continue; // a rival
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (!counts.has('label')) verified.push(...joinLabels(labels, spec, transform, trainings, mode));
  return verified;
}

const ENOUGH = 6;

/** Loss of score of a locator that also finds other texts. */
const NOISE = 15;

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
  let isNoisy = false;
  const bad = new Set<number>();
  const total = countPages(trainings.filter(({ state }) => state === 'value'));
  const most = mode.heals ? total : total >= 5 ? 1 : 0;
  for (let n = 0; n < trainings.length; n++) {
    const { page, scope, state, example, at } = trainings[n]!;
    const found: FieldValue[] = [];
    let raw = '';
    for (const hit of locate(locator, page, scope)) {
      const value = valueOfHit(hit, transform, spec, page);
      if (value === undefined) isNoisy = true;
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
  return agreeing.length === 0 ? null : { agreeing, others, nothing, invented, values, raws, isNoisy };
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
    const key = `${locator.side} ${locator.take} ${locator.gap} ${locator.close} ${locator.row} ${locator.cell}`;
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
