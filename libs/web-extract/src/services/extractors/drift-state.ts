import { detectDrift } from '../../convert/extractor/detect-drift.js';
import type {
  AbsenceRate,
  DriftBaseline,
  TemplateDrift,
  WindowPage,
} from '../../model/extractor/extractor-drift.js';
import type { ExtractorProgram } from '../../model/extractor/extractor-program.js';
import type { ExtractorResult, ObservedFields } from '../../model/extractor/extractor-run.js';
import type { DriftView } from '../../model/extractor/extractor-view.js';
import { fieldsOf } from './extractor-state.js';

/** Good runs that are added to the learning pages as what is normal. */
const FIRST_RUNS = 20;
/** Pages in a row without a value after which further ones do not count as normal. */
const STREAK = 3;
/** Pages with a value after which a field that had drifted is well again. */
const WELL_AGAIN = 6;

/** A page of the window. */
export interface ObservedPage extends WindowPage {
  readonly url: string;
}

/** Absences of fields of a template in the first good runs. */
type FirstRuns = Readonly<Record<string, Required<AbsenceRate>>>;

const NO_PAGES: Required<AbsenceRate> = { pages: 0, absent: 0, wrong: 0 };

/** Outcomes of the last runs of an extractor, as stored. */
export interface RunsState {
  /** Version of the program that the outcomes are of. */
  readonly version: number;
  readonly saved: { readonly pages: number; readonly tokens: number };
  /** Pages with this version. */
  readonly pages: number;
  /** The newest pages, oldest first. */
  readonly window: readonly ObservedPage[];
  readonly first: Readonly<Record<string, FirstRuns>>;
}

export const NO_RUNS: RunsState = {
  version: 0,
  saved: { pages: 0, tokens: 0 },
  pages: 0,
  window: [],
  first: {},
};

/** Size of stored outcomes in bytes. */
export const MAX_RUNS_BYTES = 524_288;

/** Outcomes as stored. The oldest pages are left out where they are too large. */
export function runsText(runs: RunsState): string {
  const whole = JSON.stringify(runs);
  if (Buffer.byteLength(whole) <= MAX_RUNS_BYTES) return whole;
  const sizes = runs.window.map((page) => Buffer.byteLength(JSON.stringify(page)) + 1);
  let left = MAX_RUNS_BYTES - Buffer.byteLength(JSON.stringify({ ...runs, window: [] }));
  let from = sizes.length;
  while (from > 0 && left >= sizes[from - 1]!) left -= sizes[--from]!;
  return JSON.stringify({ ...runs, window: runs.window.slice(from) });
}

/** A page that was read by a program. */
export interface RunOutcome {
  readonly url: string;
  readonly result: Pick<ExtractorResult, 'template' | 'observed' | 'valid'>;
}

/** Adds pages to the outcomes. @param windowPages pages that are kept of each template */
export function withOutcomes(
  runs: RunsState,
  outcomes: readonly RunOutcome[],
  program: ExtractorProgram,
  windowPages: number,
): RunsState {
  const start =
    runs.version === program.version ? runs : { ...NO_RUNS, saved: runs.saved, version: program.version };
  const window = [...start.window];
  const first: Record<string, FirstRuns> = { ...start.first };
  for (const { url, result } of outcomes) {
    const { template, observed } = result;
    if (template === null && !isOfTemplates(url, program)) continue;
    window.push({ url, template, observed });
    if (template !== null && result.valid)
      first[template] = withFirst(first[template] ?? {}, observed, before(window, template));
    dropOldest(window, template, windowPages);
  }
  return { ...start, window, first, pages: start.pages + outcomes.length };
}

/** Pages of other kinds of a site are no drift: the URL of a page that should have a template begins like those of the learning pages. */
function isOfTemplates(url: string, { templates }: ExtractorProgram): boolean {
  return templates.some(({ urlPattern }) => urlPattern === undefined || url.startsWith(urlPattern));
}

const before = (window: readonly ObservedPage[], template: string): readonly ObservedPage[] =>
  window.filter((page) => page.template === template).slice(-STREAK - 1);

function withFirst(first: FirstRuns, observed: ObservedFields, last: readonly ObservedPage[]): FirstRuns {
  const next: Record<string, FirstRuns[string]> = { ...first };
  for (const [path, outcome] of Object.entries(observed)) {
    const { pages, absent, wrong } = first[path] ?? NO_PAGES;
    const isGone =
      last.length > STREAK && last.every((page) => (page.observed[path] ?? 'missing') !== 'present');
    if (pages >= FIRST_RUNS || isGone) continue;
    next[path] = {
      pages: pages + 1,
      absent: absent + (outcome === 'present' ? 0 : 1),
      wrong: wrong + (outcome === 'invalid' || outcome === 'disagreeing' ? 1 : 0),
    };
  }
  return next;
}

function dropOldest(window: ObservedPage[], template: string | null, most: number): void {
  const count = window.filter((page) => page.template === template).length;
  if (count > most)
    window.splice(
      window.findIndex((page) => page.template === template),
      1,
    );
}

/** Fields that have drifted: of each template in its own pages, and of unknown templates in the newest pages. */
export function driftOf(
  { window, first }: RunsState,
  program: ExtractorProgram,
  windowPages: number,
): TemplateDrift[] {
  const baseline = baselineOf(program, first);
  const known = detectDrift(
    window.filter(({ template }) => template !== null),
    baseline,
  );
  const unknown = detectDrift(window.slice(-windowPages), baseline);
  return [...known, ...unknown.filter(({ template }) => template === null)];
}

function baselineOf({ templates }: ExtractorProgram, first: RunsState['first']): DriftBaseline {
  return Object.fromEntries(
    templates.map((template) => [
      template.id,
      {
        fields: Object.fromEntries(
          fieldsOf(template).map(({ path, required, support }) => {
            const { pages, absent, wrong } = first[template.id]?.[path] ?? NO_PAGES;
            const rate = {
              pages: support.pages + support.absent + pages,
              absent: support.absent + absent,
              wrong,
            };
            return [path, { ...rate, required }];
          }),
        ),
      },
    ]),
  );
}

/** The drift of an extractor after its newest pages, and the fields that are new in it. */
export interface DriftChange {
  readonly drift: readonly DriftView[];
  readonly added: readonly DriftView[];
}

/** Compares the drift that is known with that of the window. A field that has values again is well. */
export function changeDrift(
  known: readonly DriftView[],
  found: readonly TemplateDrift[],
  window: readonly ObservedPage[],
): DriftChange {
  const since = new Date().toISOString();
  const templates = [...new Set([...known, ...found].map(({ template }) => template))];
  const drift: DriftView[] = [];
  const added: DriftView[] = [];
  for (const template of templates) {
    const before = known.find((one) => one.template === template);
    const now = found.find((one) => one.template === template)?.fields ?? [];
    const fresh = now.filter(({ path }) => !before?.fields.some((field) => field.path === path));
    const remaining = (before?.fields ?? []).filter(
      ({ path }) => !now.some((field) => field.path === path) && !isWell(path, template, window),
    );
    const fields = [...now, ...remaining];
    if (fields.length > 0) drift.push({ template, since: before?.since ?? since, fields });
    if (fresh.length > 0) added.push({ template, since, fields: fresh });
  }
  return { drift, added };
}

function isWell(path: string, template: string | null, window: readonly ObservedPage[]): boolean {
  const pages = window.filter((page) => template === null || page.template === template);
  const last = pages.slice(-WELL_AGAIN);
  if (last.length < WELL_AGAIN) return false;
  if (template === null) return last.every((page) => page.template !== null);
  return last.filter(({ observed }) => observed[path] === 'present').length * 2 > last.length;
}

/** Paths of drifted fields, without repetitions. */
export const driftedPaths = (drift: readonly DriftView[]): readonly string[] => [
  ...new Set(drift.flatMap(({ fields }) => fields.map(({ path }) => path))),
];
