import type { FieldTransform, Locator } from '../../../model/extractor/extractor-program.js';
import { locate } from '../locate.js';
import { textKey, type FieldValue } from '../read-value.js';
import type { ScalarField } from '../schema-fields.js';
import { areEnough, chooseLocators, type LearnedScalar, type TrainingProblem } from './choose-locators.js';
import { judge, type Verdict } from './judge-locators.js';
import { proposeLocators, type Proposal } from './propose-locators.js';
import type { Spot } from './find-spots.js';
import type { LearningMode, Training } from './training.js';

type Texts = FieldTransform & { readonly kind: 'texts' };

const MAX_TEXT = 60;
const MAX_TEXTS = 40;
const MAX_SPOTS = 60;

/**
 * Learns an enum or a boolean: a place whose text determines the value. On pages with the same value the text is the same, on pages
 * with other values it is another.
 */
export function learnTexts(
  spec: ScalarField,
  trainings: readonly Training[],
  mode: LearningMode,
  problems: readonly TrainingProblem[],
): LearnedScalar {
  const withValue = trainings.filter(({ state }) => state === 'value');
  if (!areEnough(withValue)) return { field: null, reason: 'too-few-pages', problems };
  const known = mode.known.get(spec.path);
  if (mode.heals && known?.kind !== 'texts') return { field: null, reason: 'no-locator', problems };
  const results = new Map<string, { transform: Texts; verified: (Proposal & { verdict: Verdict })[] }>();
  for (const proposal of proposeTexts(withValue, mode)) {
    if (performance.now() > mode.deadline) break;
    const transform = mode.heals
      ? joinTexts(known as Texts, mapTexts(proposal.locator, trainings))
      : mapTexts(proposal.locator, trainings);
    if (!transform) continue;
    const verdict = judge(proposal.locator, spec, transform, trainings, mode);
    if (!verdict || (!mode.heals && (verdict.nothing.length > 0 || verdict.others.length > 0))) continue;
    const key = JSON.stringify(transform);
    const result = results.get(key) ?? { transform, verified: [] };
    results.set(key, result);
    result.verified.push({ ...proposal, verdict });
  }
  const ranked = [...results.values()].sort(
    (a, b) => nearness(b.transform) - nearness(a.transform) || scoreOf(b.verified) - scoreOf(a.verified),
  );
  for (const best of ranked) {
    // One text for all: any text that all pages have, unless it says the value.
    if (best.transform.values.length < 2 && !mode.heals && nearness(best.transform) === 0) continue;
    const { transform, verified } = withOtherSide(best, ranked);
    const learned = chooseLocators(verified, { spec, transform, trainings, mode });
    if (learned.field) return { ...learned, problems: [...problems, ...learned.problems] };
  }
  return { field: null, reason: results.size > 0 ? 'constant' : 'not-on-page', problems };
}

/** Known texts and new ones; only the known ones if they contradict each other. */
function joinTexts(known: Texts, added: Texts | null): Texts {
  const texts = new Map(known.values.map((one) => [one.text, one]));
  const isNew = added?.values.every(({ text, value }) => (texts.get(text)?.value ?? value) === value);
  if (!added || !isNew || added.values.length < 2) return known;
  added.values.forEach((one) => texts.set(one.text, one));
  return { kind: 'texts', values: [...texts.values()] };
}

interface TextsResult {
  readonly transform: Texts;
  readonly verified: readonly (Proposal & { readonly verdict: Verdict })[];
}

/** Combines the terms of stated data with the texts of the page, if both determine the values. */
function withOtherSide(best: TextsResult, ranked: readonly TextsResult[]): TextsResult {
  const isStated = ({ verified }: TextsResult) => verified.some(({ locator }) => locator.kind === 'stated');
  const other = ranked.find(
    (one) => one !== best && isStated(one) !== isStated(best) && one.transform.values.length > 1,
  );
  if (!other) return best;
  const texts = new Map(best.transform.values.map(({ text, value }) => [text, value]));
  if (other.transform.values.some(({ text, value }) => (texts.get(text) ?? value) !== value)) return best;
  const values = new Map([...best.transform.values, ...other.transform.values].map((one) => [one.text, one]));
  return {
    transform: { kind: 'texts', values: [...values.values()] },
    verified: [...best.verified, ...other.verified],
  };
}

function scoreOf(proposals: readonly Proposal[]): number {
  return Math.max(...proposals.map(({ score }) => score));
}

/** Number of texts that are like their value: `In stock` and `in_stock`. */
function nearness({ values }: Texts): number {
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return values.filter(({ text, value }) => bare(text) === bare(String(value))).length;
}

/** Locators of places whose texts distinguish the values. */
function proposeTexts(withValue: readonly Training[], { valueTexts }: LearningMode): Proposal[] {
  const proposals = new Map<string, Proposal>();
  const groups = new Map<FieldValue, Training[]>();
  for (const one of withValue) groups.set(one.example!, [...(groups.get(one.example!) ?? []), one]);
  const texts = new Map(withValue.map((one) => [one, textsIn(one)]));
  const largest = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, 3);
  for (const [, group] of largest) {
    const [first] = group;
    const telling = tellingTexts(group, withValue, texts);
    const spots = telling.flatMap((text) => texts.get(first!)!.get(text) ?? []).slice(0, MAX_SPOTS);
    for (const spot of spots)
      for (const proposal of proposeLocators(spot, first!.page, first!.scope, valueTexts))
        proposals.set(JSON.stringify(proposal.locator), proposal);
    for (const locator of statedLocators(first!))
      proposals.set(JSON.stringify(locator), { locator, score: 40 });
  }
  return [...proposals.values()].sort((a, b) => b.score - a.score);
}

function statedLocators({ page, scope }: Training): Locator[] {
  if (scope.root >= 0) return [];
  return (['json-ld', 'microdata', 'rdfa', 'meta', 'state'] as const).flatMap((syntax) =>
    [...page.stated.all(syntax)]
      .filter(([, values]) => values.length === 1 && String(values[0]).length <= MAX_TEXT)
      .slice(0, 200)
      .map(([path]): Locator => ({ kind: 'stated', syntax, path })),
  );
}

/** Texts of all pages with a value and of none with another. */
function tellingTexts(
  group: readonly Training[],
  all: readonly Training[],
  texts: ReadonlyMap<Training, ReadonlyMap<string, readonly Spot[]>>,
): string[] {
  const others = all.filter((one) => !group.includes(one));
  const [first, ...rest] = group;
  return [...texts.get(first!)!.keys()]
    .filter((text) => rest.every((one) => texts.get(one)!.has(text)))
    .filter(
      (text) =>
        others.length === 0 || others.filter((one) => texts.get(one)!.has(text)).length <= others.length / 2,
    )
    .slice(0, MAX_TEXTS);
}

function textsIn({ page, scope }: Training): ReadonlyMap<string, Spot[]> {
  const texts = new Map<string, Spot[]>();
  const add = (raw: string, spot: Spot) => {
    const key = textKey(raw);
    if (key === '' || key.length > MAX_TEXT) return;
    const list = texts.get(key) ?? [];
    list.push(spot);
    texts.set(key, list);
  };
  for (let at = Math.max(0, scope.from); at < scope.to; at++) {
    if (page.endRuns[at] === page.firstRuns[at] || page.sizeOf(at) > 4 * MAX_TEXT) continue;
    const raw = page.textOf(at);
    add(raw, { element: at, run: -1, raw, isMachine: false });
  }
  for (let run = scope.runFrom; run < scope.runTo; run++) {
    const owner = page.owners[run]!;
    const raw = page.runText(run);
    if (page.endRuns[owner]! - page.firstRuns[owner]! > 1)
      add(raw, { element: owner, run, raw, isMachine: false });
  }
  return texts;
}

/** Values by the texts that a locator finds; null if they do not distinguish the values. */
function mapTexts(locator: Locator, trainings: readonly Training[]): Texts | null {
  const byText = new Map<string, FieldValue>();
  const byValue = new Map<FieldValue, string>();
  for (const { page, scope, state, example } of trainings) {
    if (state === 'unknown') continue;
    const found = new Set(locate(locator, page, scope).map(({ raw }) => textKey(raw)));
    if (state === 'absent') {
      if (found.size > 0 && [...found].some((text) => byText.has(text))) return null;
      continue;
    }
    if (found.size !== 1) return null;
    const [text] = found as Set<string> & Iterable<string>;
    if (text === '' || text!.length > MAX_TEXT) return null;
    if ((byText.get(text!) ?? example) !== example || (byValue.get(example!) ?? text) !== text) return null;
    byText.set(text!, example!);
    byValue.set(example!, text!);
  }
  return byText.size === 0
    ? null
    : { kind: 'texts', values: [...byText].map(([text, value]) => ({ text, value })) };
}
