import type {
  AbsenceRate,
  DriftBaseline,
  DriftedField,
  TemplateDrift,
  WindowPage,
} from '../../model/extractor/extractor-drift.js';
import type { FieldOutcome } from '../../model/extractor/extractor-run.js';

/** Probability of a window below which it is no coincidence. */
const ALARM = 1e-4;
/** Absence that any field may show: a required field alarms at 4 of 6 pages. */
const REQUIRED_RATE = 0.05;

/** Share of invalid values that an optional field may show: texts such as "free" in the place of a price. */
const WRONG_RATE = 0.3;

/**
 * Compares the newest pages with the baseline, field by field. Values that changed are no drift, values that are missing,
 * invalid or contradictory are.
 *
 * @param window the newest pages, at most 20 of each template
 * @returns templates with at least one drifted field
 */
export function detectDrift(window: readonly WindowPage[], baseline: DriftBaseline): TemplateDrift[] {
  const drifts = Object.entries(baseline).map(([template, { fields }]) => {
    const pages = window.filter((page) => page.template === template);
    return {
      template,
      fields: Object.entries(fields).flatMap(([path, rate]) => driftOf(path, rate, pages) ?? []),
    };
  });
  return [...drifts, unknownPages(window, baseline)].filter(({ fields }) => fields.length > 0);
}

/** Pages of no known template lack all fields. */
function unknownPages(window: readonly WindowPage[], baseline: DriftBaseline): TemplateDrift {
  const missing = window.filter(({ template }) => template === null).length;
  const isAlarm = atLeast(missing, window.length, REQUIRED_RATE) < ALARM;
  const paths = new Set(Object.values(baseline).flatMap(({ fields }) => Object.keys(fields)));
  const expected = window.length * REQUIRED_RATE;
  const fields = [...paths].map((path) => ({ path, missing, pages: window.length, expected }));
  return { template: null, fields: isAlarm ? fields : [] };
}

function driftOf(
  path: string,
  rate: AbsenceRate & { readonly required: boolean },
  pages: readonly WindowPage[],
): DriftedField | null {
  const outcomes = pages.flatMap(({ observed }) => observed[path] ?? []);
  const hasKnownText = outcomes.includes('present');
  const isFault = (outcome: FieldOutcome) => outcome !== 'unseen-text' || !hasKnownText;
  const missing = outcomes.filter((outcome) => outcome !== 'present' && isFault(outcome)).length;
  const wrong = outcomes.filter((outcome) => outcome === 'invalid' || outcome === 'disagreeing').length;
  const normal = normalRate(rate);
  const isAlarm =
    atLeast(missing, outcomes.length, normal) < ALARM ||
    atLeast(wrong, outcomes.length, Math.max(wrongRate(rate), Math.min(normal, WRONG_RATE))) < ALARM;
  return isAlarm ? { path, missing, pages: outcomes.length, expected: outcomes.length * normal } : null;
}

/** The highest absence that is likely, given the pages seen: few pages prove little. */
function normalRate({ pages, absent, required }: AbsenceRate & { readonly required: boolean }): number {
  if (required && absent === 0) return REQUIRED_RATE;
  return Math.max(REQUIRED_RATE, Math.min(0.95, (absent + 1.5) / (pages + 2)));
}

/** The highest share of invalid and contradictory values that is likely. */
function wrongRate({ pages, wrong = 0 }: AbsenceRate): number {
  return wrong === 0 ? REQUIRED_RATE : Math.max(REQUIRED_RATE, Math.min(0.95, (wrong + 1.5) / (pages + 2)));
}

/** Probability of `count` or more of `total` at this rate (binomial distribution). */
export function atLeast(count: number, total: number, rate: number): number {
  if (count === 0) return 1;
  let sum = 0;
  let coefficient = 1;
  for (let n = 0; n <= total; n++) {
    if (n >= count) sum += coefficient * rate ** n * (1 - rate) ** (total - n);
    coefficient = (coefficient * (total - n)) / (n + 1);
  }
  return sum;
}
