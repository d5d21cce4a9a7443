import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import {
  EXTRACTOR_BOUNDS,
  type FieldProgram,
  type FieldTransform,
  type ListFieldProgram,
  type Locator,
  type ScalarFieldProgram,
  type TemplateProgram,
  type UnlearnedField,
} from '../../model/extractor/extractor-program.js';
import type {
  HealRefusal,
  HealReport,
  HealRequest,
  RefusedField,
} from '../../model/extractor/extractor-learning.js';
import type { ExtractorResult } from '../../model/extractor/extractor-run.js';
import { isFormerPrice } from './heal/former-price.js';
import { learnList, type LearnedField, type ListTraining } from './learn/learn-list.js';
import { learnScalar } from './learn/learn-scalar.js';
import { enumTexts, nextId, templateOf } from './learn/learn-templates.js';
import { findSpots } from './learn/find-spots.js';
import { textsOfData, type LearningMode, type Training } from './learn/training.js';
import { locate, placeOf, type Hit } from './locate.js';
import { PageIndex, WorkLimitError } from './page-index.js';
import { isWeak, readField, valueOfHit } from './read-field.js';
import { fitsShape, isSameValue, type FieldValue } from './read-value.js';
import { prepareProgram, prepareTemplate, runPrepared } from './run-extractor.js';
import { schemaFields, valueAt, type ScalarField, type SchemaField } from './schema-fields.js';
import { groupByLayout, nearestTemplate } from './template-fingerprint.js';

interface HealPage {
  readonly at: number;
  readonly url: string;
  readonly index: PageIndex;
  readonly last: Readonly<Record<string, unknown>>;
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** Pages that a model is asked for. */
const ASKED = 4;
/** Fewer pages prove nothing. */
const MIN_PAGES = 3;
/** Mean likeness of pages below which their layout is another one. */
const CHANGED = 0.85;
/** Minimum share of pages without a value, among pages with a last value, of a broken field. */
const BROKEN = 0.3;

/**
 * Learns the fields that have lost their places again, from the last good values of the pages. A field stays absent unless the pages prove one place for it. Takes up to ten seconds: to be called in a worker thread.
 */
export function healExtractor({ program, pages, relearn }: HealRequest): HealReport {
  const indexed = pages.map(({ html, ...page }, at): HealPage => ({
    ...page,
    at,
    index: new PageIndex(parseHtml(html, page.url)),
  }));
  const fields = schemaFields(program.schema);
  const ready = prepareProgram(program);
  const templates = new Map(program.templates.map((template) => [template.id, template]));
  const known = new Map(program.templates.flatMap(({ fields: own }) => own.flatMap(transformsIn)));
  const valueTexts = textsOfData(pages.flatMap(({ last, answer = {} }) => [last, answer]));
  program.templates.flatMap((one) => one.fields.flatMap(enumTexts)).forEach((text) => valueTexts.add(text));
  const mode: LearningMode = {
    heals: relearn === undefined,
    known,
    valueTexts,
    deadline: performance.now() + EXTRACTOR_BOUNDS.learnMs,
  };
  // Imported programs and pages are hostile.
  for (const { index } of indexed) index.deadline = performance.now() + EXTRACTOR_BOUNDS.learnEndMs;
  const healed = new Set<string>();
  const refused = new Map<string, HealRefusal>();
  const lost: { readonly path: string; readonly group: PageGroup }[] = [];
  for (const group of groupPages(indexed, program.templates)) {
    const old = group.template;
    const results = group.pages.map(({ index }) => runPrepared(ready, index));
    const broken = fields.filter((spec) =>
      relearn ? relearn.includes(spec.path) : isBroken(spec, group.pages, old ? results : null),
    );
    if (broken.length === 0) continue;
    const isAnswered = group.pages.some(({ answer }) => answer !== undefined);
    if (relearn ? !isAnswered : group.pages.length < MIN_PAGES) {
      broken.forEach(({ path }) => refused.set(path, 'too-few-pages'));
      lost.push(...broken.map(({ path }) => ({ path, group })));
      continue;
    }
    if (!old && templates.size >= EXTRACTOR_BOUNDS.templates) continue;
    const work = new GroupHealing(group.pages, fields, old, program.templates, mode);
    const outcome = inTime(() => work.heal(broken)) ?? refusedInTime(broken);
    outcome.refused.forEach(({ path, reason }) => refused.set(path, reason));
    lost.push(...outcome.refused.map(({ path }) => ({ path, group })));
    if (outcome.healed.length === 0) continue;
    const isNew = !old || (group.likeness < CHANGED && templates.size < EXTRACTOR_BOUNDS.templates);
    const id = isNew ? nextId(templates) : old.id;
    const mended = inTime(() => (old ? work.mended(old, outcome.healed) : work.added(id, outcome.healed)));
    if (!mended) break;
    // The old template stays for pages that have not changed yet.
    templates.set(id, isNew ? { ...mended, ...templateOf(id, group.pages) } : mended);
    outcome.healed.forEach(({ path }) => healed.add(path));
  }
  return {
    program:
      healed.size === 0
        ? null
        : { ...program, version: program.version + 1, templates: [...templates.values()] },
    healed: [...healed],
    refused: [...refused]
      .filter(([path]) => !healed.has(path))
      .map(([path, reason]): RefusedField => ({ path, reason })),
    ask: pagesToAsk(lost.filter(({ path }) => !healed.has(path))),
  };
}

/** @returns null once the time of healing is over */
function inTime<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof WorkLimitError) return null;
    throw error;
  }
}

const refusedInTime = (broken: readonly SchemaField[]): GroupOutcome => ({
  healed: [],
  refused: broken.map(({ path }) => ({ path, reason: 'ambiguous' })),
});

/** Pages of the layout with the most refused fields, evenly chosen. */
function pagesToAsk(lost: readonly { readonly group: PageGroup }[]): number[] {
  const counts = new Map<PageGroup, number>();
  for (const { group } of lost) counts.set(group, (counts.get(group) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || b.pages.length - a.pages.length);
  const { pages } = most?.[0] ?? { pages: [] };
  const step = Math.max(1, pages.length / ASKED);
  return Array.from({ length: Math.min(ASKED, pages.length) }, (_, n) => pages[Math.floor(n * step)]!.at);
}

/** Transforms of enums and booleans by path, items included. */
function transformsIn(field: FieldProgram): [string, FieldTransform][] {
  if ('items' in field) return field.fields.flatMap(transformsIn);
  return field.transform.kind === 'texts' ? [[field.path, field.transform]] : [];
}

interface PageGroup {
  readonly template: TemplateProgram | null;
  readonly likeness: number;
  readonly pages: readonly HealPage[];
}

/** Pages by template; those of none by layout. */
function groupPages(pages: readonly HealPage[], templates: readonly TemplateProgram[]): PageGroup[] {
  const known = new Map<TemplateProgram, { page: HealPage; likeness: number }[]>();
  const unknown: HealPage[] = [];
  for (const page of pages) {
    const nearest = nearestTemplate(templates, page.index);
    if (nearest)
      known.set(nearest.template, [
        ...(known.get(nearest.template) ?? []),
        { page, likeness: nearest.likeness },
      ]);
    else unknown.push(page);
  }
  const layouts = groupByLayout(unknown.map(({ index }) => index));
  return [
    ...[...known].map(([template, own]) => ({
      template,
      likeness: own.reduce((sum, one) => sum + one.likeness, 0) / own.length,
      pages: own.map(({ page }) => page),
    })),
    ...layouts.map((group) => ({ template: null, likeness: 0, pages: group.map((n) => unknown[n]!) })),
  ];
}

/** True if a field that the pages had is read on few of them now. */
function isBroken(
  spec: SchemaField,
  pages: readonly HealPage[],
  results: readonly ExtractorResult[] | null,
): boolean {
  const had = pages.flatMap(({ last }, n) => (valueAt(last, spec.keys) === undefined ? [] : [n]));
  if (had.length === 0) return false;
  if (!results) return true;
  const lost = had.filter((n) => isLost(spec, pages[n]!.last, results[n]!.data));
  return lost.length > had.length * BROKEN;
}

function isLost(spec: SchemaField, last: unknown, data: unknown): boolean {
  const [before, now] = [valueAt(last, spec.keys), valueAt(data, spec.keys)];
  if (now === undefined) return true;
  if (spec.kind === 'scalar' || !Array.isArray(before) || !Array.isArray(now)) return false;
  // A list has lost a field if no item has it any more.
  return spec.fields.some(({ keys }) => {
    const has = (items: readonly unknown[]) => items.some((item) => valueAt(item, keys) !== undefined);
    return has(before) && !has(now);
  });
}

interface GroupOutcome {
  readonly healed: readonly FieldProgram[];
  readonly refused: readonly RefusedField[];
}

/** Healing of the fields of one template. */
class GroupHealing {
  private readonly working: readonly FieldProgram[];
  private readonly oldFields: ReadonlyMap<string, FieldProgram>;

  constructor(
    private readonly pages: readonly HealPage[],
    private readonly fields: readonly SchemaField[],
    template: TemplateProgram | null,
    templates: readonly TemplateProgram[],
    private readonly mode: LearningMode,
  ) {
    const source = template ? [template] : [...templates].reverse();
    this.oldFields = new Map(source.flatMap((one) => one.fields.map((field) => [field.path, field])));
    this.working = template?.fields ?? [];
  }

  heal(broken: readonly SchemaField[]): GroupOutcome {
    const refused: RefusedField[] = [];
    let healed: FieldProgram[] = [];
    for (const spec of broken) {
      const learned = this.learn(spec);
      const reason = this.refusal(spec, learned);
      if (reason) refused.push({ path: spec.path, reason });
      else healed.push(learned.field!);
    }
    // What each field claims is known only now.
    const paths = new Set(broken.map(({ path }) => path));
    const others = this.working.filter(({ path }) => !paths.has(path));
    const wrong = healed.filter((field) =>
      this.isTaken(field, [...others, ...healed, ...this.stillFound(paths)]),
    );
    refused.push(...wrong.map(({ path }): RefusedField => ({ path, reason: 'ambiguous' })));
    healed = healed.filter((field) => !wrong.includes(field));
    const former = healed.filter((field) =>
      this.isFormer(field, [...others, ...healed.filter((one) => one !== field)]),
    );
    refused.push(...former.map(({ path }): RefusedField => ({ path, reason: 'ambiguous' })));
    return { healed: healed.filter((field) => !former.includes(field)), refused };
  }

  /** Broken fields whose old locators still find something on some pages. */
  private stillFound(broken: ReadonlySet<string>): FieldProgram[] {
    return [...this.oldFields.values()].filter(({ path }) => broken.has(path));
  }

  private learn(spec: SchemaField): LearnedField {
    const trainings = this.mode.heals ? this.lastExamples(spec) : this.answers(spec);
    return spec.kind === 'list'
      ? learnList(spec, trainings as ListTraining[], this.mode)
      : learnScalar(spec, trainings as Training[], this.mode);
  }

  /** Answers of a model as examples. */
  private answers(spec: SchemaField): Training<unknown>[] {
    return this.pages.flatMap(({ at, index, answer }): Training<unknown>[] => {
      if (!answer) return [];
      const value = valueAt(answer, spec.keys);
      const base = { at, page: index, scope: index.page, source: 'model' } as const;
      return [
        value === undefined ? { ...base, state: 'absent' } : { ...base, state: 'value', example: value },
      ];
    });
  }

  private lastExamples(spec: SchemaField): Training<unknown>[] {
    return this.pages.map(({ at, index, last }): Training<unknown> => {
      const value = valueAt(last, spec.keys);
      const base = { at, page: index, scope: index.page, source: 'values' } as const;
      return value === undefined ? { ...base, state: 'absent' } : { ...base, state: 'value', example: value };
    });
  }

  private refusal(spec: SchemaField, { field, proof }: LearnedField): HealRefusal | null {
    if (!this.mode.heals) return this.refusalOfAnswers(spec, field);
    const values = this.pages.filter(({ last }) => valueAt(last, spec.keys) !== undefined).length;
    if (values < MIN_PAGES) return 'too-few-pages';
    if (!field || !proof || proof.agreeing < MIN_PAGES)
      return this.saysOther(spec, null) ? 'values-changed' : this.isShown(spec) ? 'ambiguous' : 'not-on-page';
    if (proof.distinct < 2) return 'too-few-pages';
    if (proof.isAmbiguous) return 'ambiguous';
    return this.saysOther(spec, field) ? 'values-changed' : null;
  }

  /** A field that a model has found again must agree with the last values that are still on the pages. */
  private refusalOfAnswers(spec: SchemaField, field: FieldProgram | null): HealRefusal | null {
    if (!field) return 'not-on-page';
    const contradicted = this.pages.some(({ index, last, answer }) => {
      const before = valueAt(last, spec.keys);
      if (before === undefined || !this.isOnPage(before, spec, field, index)) return false;
      const now = this.readBy(field, spec, index);
      const said = answer && valueAt(answer, spec.keys);
      return [now, said].some((value) => value !== undefined && !isSameData(value, before));
    });
    return contradicted || this.saysOther(spec, field) ? 'values-changed' : null;
  }

  /** True if a last value, or all of those of a list, are texts of the page. */
  private isOnPage(value: unknown, spec: SchemaField, field: FieldProgram, page: PageIndex): boolean {
    if (spec.kind === 'scalar')
      return (
        'locators' in field && findSpots(value as FieldValue, field.transform, page, page.page).length > 0
      );
    if (!Array.isArray(value) || !('items' in field)) return false;
    const scalars = spec.fields.flatMap((one) => {
      const own = field.fields.find(({ path }) => path === one.path);
      return one.kind === 'scalar' && own && 'locators' in own ? [{ one, own }] : [];
    });
    return value.every((item) =>
      scalars.every(({ one, own }) => {
        const part = valueAt(item, one.keys);
        return part === undefined || findSpots(part as FieldValue, own.transform, page, page.page).length > 0;
      }),
    );
  }

  private isShown(spec: SchemaField): boolean {
    const old = this.oldFields.get(spec.path);
    if (!old || spec.kind === 'list' || 'items' in old) return false;
    const found = this.pages.filter(({ index, last }) => {
      const value = valueAt(last, spec.keys);
      return (
        value !== undefined && findSpots(value as FieldValue, old.transform, index, index.page).length > 0
      );
    });
    return found.length >= MIN_PAGES;
  }

  /** True if an old locator still finds values of the field, and they are others than the new place has. */
  private saysOther(spec: SchemaField, field: FieldProgram | null): boolean {
    const old = this.oldFields.get(spec.path);
    if (!old || spec.kind === 'list' || 'items' in old || (field && 'items' in field)) return false;
    return old.locators.some((locator) => {
      if (isWeak(locator)) return false;
      const said = this.pages.map(({ index }) => {
        const values = locate(locator, index, index.page)
          .map((hit) => valueOfHit(hit, old.transform, spec, index))
          .filter((value) => value !== undefined && fitsShape(value, old.shape));
        return values.length === 0 ? undefined : values[0];
      });
      // One value on all pages is none of the field: a class that has got another use.
      if (new Set(said.filter((value) => value !== undefined)).size < 2) return false;
      const differing = this.pages.filter(({ index, last }, n) => {
        if (said[n] === undefined) return false;
        const own = field ? this.valueBy(field as ScalarFieldProgram, spec, index) : valueAt(last, spec.keys);
        return own !== undefined && !isSameValue(own, said[n]);
      });
      return differing.length > 0;
    });
  }

  private valueBy(field: ScalarFieldProgram, spec: ScalarField, page: PageIndex): FieldValue | undefined {
    const reading = readField(field, spec, page, page.page, true);
    return 'value' in reading ? reading.value : undefined;
  }

  private hitBy(field: FieldProgram, page: PageIndex): Hit | null {
    const spec = this.fields.find(({ path }) => path === field.path);
    if ('items' in field || spec?.kind !== 'scalar') return null;
    const reading = readField(field, spec, page, page.page, true);
    return 'value' in reading ? reading.hit : null;
  }

  /** All places with the value of a field, by any of its locators. */
  private placesBy(field: FieldProgram, page: PageIndex): Hit[] {
    const spec = this.fields.find(({ path }) => path === field.path);
    if ('items' in field || spec?.kind !== 'scalar') return [];
    const value = this.valueBy(field, spec, page);
    if (value === undefined) return [];
    return field.locators
      .flatMap((locator) => locate(locator, page, page.page))
      .filter((hit) => {
        const own = valueOfHit(hit, field.transform, spec, page);
        return own !== undefined && isSameValue(own, value);
      });
  }

  /** True if the place is that of another field on most pages. */
  private isTaken(field: FieldProgram, others: readonly FieldProgram[]): boolean {
    if ('items' in field) return false;
    const places = this.pages.map(({ index }) => this.placesBy(field, index));
    return others.some((other) => {
      if (other.path === field.path || 'items' in other || other.transform.kind !== field.transform.kind)
        return false;
      if (field.locators.some((locator) => locator.kind === 'stated' && hasLocator(other, locator)))
        return true;
      const shared = this.pages.filter(({ index }, n) => {
        const taken = this.placesBy(other, index);
        return places[n]!.some(
          (place) =>
            place.element >= 0 &&
            taken.some((one) => placeOf(place) === placeOf(one) || isNested(place, one, index)),
        );
      });
      return shared.length >= 2;
    });
  }

  private isFormer(field: FieldProgram, others: readonly FieldProgram[]): boolean {
    const spec = this.fields.find(({ path }) => path === field.path);
    if ('items' in field || spec?.kind !== 'scalar' || field.transform.kind !== 'number') return false;
    const places = this.pages.flatMap(({ index }) => {
      const hit = this.hitBy(field, index);
      const claimed = others.flatMap((other) => this.hitBy(other, index) ?? []);
      return hit ? [{ page: index, hit, claimed }] : [];
    });
    return isFormerPrice(
      spec,
      field,
      places,
      this.oldFields.get(field.path) as ScalarFieldProgram | undefined,
    );
  }

  /** Adds the healed locators to the old ones, for sites that change page by page. */
  mended(old: TemplateProgram, healed: readonly FieldProgram[]): TemplateProgram {
    const byPath = new Map(healed.map((field) => [field.path, field]));
    const kept = old.fields.map((field) => {
      const added = byPath.get(field.path);
      byPath.delete(field.path);
      return added ? this.joined(field, added) : field;
    });
    const fields = [...kept, ...byPath.values()];
    const learned = new Set(fields.map(({ path }) => path));
    return { ...old, fields, missing: old.missing.filter(({ path }) => !learned.has(path)) };
  }

  added(id: string, healed: readonly FieldProgram[]): TemplateProgram {
    const learned = new Set(healed.map(({ path }) => path));
    const missing = this.fields
      .filter(({ path }) => !learned.has(path))
      .map(({ path }): UnlearnedField => ({ path, reason: 'no-locator' }));
    return { ...templateOf(id, this.pages), fields: healed, missing };
  }

  private joined(old: FieldProgram, added: FieldProgram): FieldProgram {
    const both = joinFields(old, added);
    const spec = this.fields.find(({ path }) => path === old.path)!;
    const count = (field: FieldProgram) =>
      this.pages.filter(({ index, last }) => this.agrees(field, spec, index, valueAt(last, spec.keys)))
        .length;
    return count(both) >= count(added) ? both : added;
  }

  private agrees(field: FieldProgram, spec: SchemaField, page: PageIndex, last: unknown): boolean {
    return JSON.stringify(this.readBy(field, spec, page)) === JSON.stringify(last);
  }

  /** The value of a field alone. */
  private readBy(field: FieldProgram, spec: SchemaField, page: PageIndex): unknown {
    const template: TemplateProgram = {
      ...templateOf('', [{ url: '', index: page }]),
      fields: [field],
      missing: [],
    };
    const schema = {};
    const ready = {
      program: {
        kind: 'web-extract/extractor',
        format: 1,
        id: '',
        version: 1,
        schema,
        templates: [template],
      } as const,
      fields: [spec],
      byTemplate: new Map([[template, prepareTemplate(template)]]),
    };
    return valueAt(runPrepared(ready, page).data, spec.keys);
  }
}

/** Compares values, and lists of values in order. */
function isSameData(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return isSameValue(one, other);
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every((key) => isSameData((one as Values)[key], (other as Values)[key]))
  );
}

type Values = Readonly<Record<string, unknown>>;

function hasLocator({ locators }: ScalarFieldProgram, locator: Locator): boolean {
  const text = JSON.stringify(locator);
  return locators.some((one) => JSON.stringify(one) === text);
}

function isNested(one: Hit, other: Hit, page: PageIndex): boolean {
  if (other.element < 0 || one.raw !== other.raw) return false;
  return page.isInside(one.element, other.element) || page.isInside(other.element, one.element);
}

/** New places first, then the old ones, as far as there is room. */
function joinFields(old: FieldProgram, added: FieldProgram): FieldProgram {
  if ('items' in old || 'items' in added)
    return 'items' in old && 'items' in added ? joinLists(old, added) : added;
  const locators = [...added.locators, ...old.locators.filter((locator) => !isWeak(locator))];
  return {
    ...added,
    required: old.required,
    locators: uniqueOf(locators).slice(0, EXTRACTOR_BOUNDS.locators),
    shape: old.shape,
    support: { pages: old.support.pages, absent: Math.max(old.support.absent, added.support.absent) },
    transform:
      old.transform.kind === added.transform.kind && old.transform.kind !== 'date'
        ? old.transform
        : added.transform,
    sources: old.sources,
  };
}

function joinLists(old: ListFieldProgram, added: ListFieldProgram): ListFieldProgram {
  const before = new Map(old.fields.map((field) => [field.path, field]));
  const fields = added.fields.map((field) => {
    const own = before.get(field.path);
    return own ? joinFields(own, field) : field;
  });
  return {
    ...added,
    required: old.required,
    items: uniqueOf([...added.items, ...old.items]).slice(0, EXTRACTOR_BOUNDS.locators),
    fields,
    support: old.support,
    sources: old.sources,
  };
}

function uniqueOf<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
