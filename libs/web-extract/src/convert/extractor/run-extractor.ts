import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import {
  EXTRACTOR_BOUNDS,
  type ExtractorProgram,
  type FieldProgram,
  type ListFieldProgram,
  type ScalarFieldProgram,
  type TemplateProgram,
} from '../../model/extractor/extractor-program.js';
import type {
  ExtractorEvidence,
  ExtractorPage,
  ExtractorResult,
  FieldOutcome,
  MissingField,
  MissingReason,
} from '../../model/extractor/extractor-run.js';
import { checkProgram } from './check-program.js';
import { findItems } from './find-items.js';
import { PageIndex, WorkLimitError, type PageScope } from './page-index.js';
import type { Hit } from './locate.js';
import { readField, type ReadableField } from './read-field.js';
import { isSameValue, type FieldValue } from './read-value.js';
import {
  escapeKey,
  removeValueAt,
  schemaFields,
  setValueAt,
  valueAt,
  type ListField,
  type ScalarField,
  type SchemaField,
} from './schema-fields.js';
import { nearestTemplate } from './template-fingerprint.js';

/** A program that is ready to run. */
export interface PreparedProgram {
  readonly program: ExtractorProgram;
  readonly fields: readonly SchemaField[];
  readonly byTemplate: ReadonlyMap<TemplateProgram, PreparedTemplate>;
}

type PreparedTemplate = ReadonlyMap<string, PreparedField>;

type PreparedField = PreparedScalar | PreparedList;

interface PreparedScalar {
  readonly program: ScalarFieldProgram;
  readonly readable: ReadableField;
}

interface PreparedList {
  readonly program: ListFieldProgram;
  /** Fields of an item. */
  readonly fields: PreparedTemplate;
}

/** Programs by their JSON: consecutive pages use the same. */
const prepared = new Map<string, PreparedProgram>();
const MAX_PREPARED = 16;

/**
 * Runs a program on a page: the values of its template, each with evidence, and a reason for each that is absent.
 * The same page and version give the same result.
 *
 * @param program JSON of a program
 * @throws InvalidRequestError for an invalid program
 */
export function runExtractor(program: string, { url, html }: ExtractorPage): ExtractorResult {
  return runOnTree(program, parseHtml(html, url));
}

/** Runs a program on a page as parsed, before it is cleaned. */
export function runOnTree(program: string, document: DomTree): ExtractorResult {
  const ready = prepared.get(program) ?? prepareProgram(checkProgram(JSON.parse(program)));
  prepared.delete(program);
  prepared.set(program, ready);
  if (prepared.size > MAX_PREPARED) prepared.delete(prepared.keys().next().value!);
  return runPrepared(ready, new PageIndex(document));
}

export function prepareProgram(program: ExtractorProgram): PreparedProgram {
  const byTemplate = new Map(program.templates.map((template) => [template, prepareTemplate(template)]));
  return { program, fields: schemaFields(program.schema), byTemplate };
}

export function prepareTemplate({ fields }: Pick<TemplateProgram, 'fields'>): PreparedTemplate {
  const labels = new Set<string>();
  for (const field of fields)
    for (const locator of 'locators' in field ? field.locators : [])
      if (locator.kind === 'label') locator.texts.forEach((text) => labels.add(text));
  return prepareFields(fields, labels);
}

function prepareFields(fields: readonly FieldProgram[], labels: ReadonlySet<string>): PreparedTemplate {
  return new Map(
    fields.map((program): [string, PreparedField] => [
      program.path,
      'items' in program
        ? { program, fields: prepareFields(program.fields, labels) }
        : { program, readable: { ...program, isOptional: program.support.absent > 0, labels } },
    ]),
  );
}

export function runPrepared(ready: PreparedProgram, page: PageIndex): ExtractorResult {
  const nearest = nearestTemplate(ready.program.templates, page);
  if (!nearest) return withoutValues(ready.fields, 'unknown-template');
  const { deadline } = page;
  page.deadline = Math.min(deadline, performance.now() + EXTRACTOR_BOUNDS.runMs);
  const fields = ready.byTemplate.get(nearest.template)!;
  const run = new ExtractorRun(page, nearest.isClose);
  try {
    run.readFields(ready.fields, fields, page.page, '', run.data);
    run.dropTaken();
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    return { ...withoutValues(ready.fields, 'limit'), template: nearest.template.id };
  } finally {
    page.deadline = deadline;
  }
  return {
    template: nearest.template.id,
    data: run.data,
    valid: ready.fields.every(({ required, keys }) => !required || valueAt(run.data, keys) !== undefined),
    missing: run.missing,
    evidence: run.evidence,
    observed: observedIn(run.outcomes),
  };
}

function withoutValues(fields: readonly SchemaField[], reason: MissingReason): ExtractorResult {
  const missing = fields.map(({ path }) => ({ path, reason }));
  return { template: null, data: {}, valid: false, missing, evidence: [], observed: {} };
}

const OUTCOMES: Readonly<Record<MissingReason, FieldOutcome>> = {
  'unknown-template': 'missing',
  'not-learned': 'missing',
  'not-found': 'missing',
  'locators-disagree': 'disagreeing',
  'not-unique': 'disagreeing',
  'invalid-value': 'invalid',
  'unseen-text': 'unseen-text',
  limit: 'missing',
};

/** Values read in a scope: the page or one item. */
interface ScopeReading {
  readonly data: Record<string, unknown>;
  readonly missing: MissingField[];
  readonly evidence: ExtractorEvidence[];
  readonly outcomes: Observation[];
  /** False if a required field has no value. */
  isComplete: boolean;
}

/** Path of a field with its outcome. */
type Observation = readonly [string, FieldOutcome];

/** Outcomes by path: an item with a value is enough, of the reasons the first counts. */
function observedIn(outcomes: readonly Observation[]): ExtractorResult['observed'] {
  const observed: Record<string, FieldOutcome> = {};
  for (const [path, outcome] of outcomes)
    if (outcome === 'present' || !Object.hasOwn(observed, path)) observed[path] = outcome;
  return observed;
}

class ExtractorRun implements ScopeReading {
  readonly data: Record<string, unknown> = {};
  readonly missing: MissingField[] = [];
  readonly evidence: ExtractorEvidence[] = [];
  readonly outcomes: Observation[] = [];
  isComplete = true;
  private values = 0;
  /** Characters of values and quotes. */
  private chars = 0;
  /** Characters of absent fields, and of paths of items. */
  private noted = 0;
  private readonly amounts: { readonly spec: ScalarField; readonly hit: Hit; readonly value: FieldValue }[] =
    [];

  constructor(
    private readonly page: PageIndex,
    private readonly isClose: boolean,
  ) {}

  /** @param pointer path of the scope in the data */
  readFields(
    specs: readonly SchemaField[],
    programs: PreparedTemplate,
    scope: PageScope,
    pointer: string,
    data: Record<string, unknown>,
    into: ScopeReading = this,
  ): void {
    for (const spec of specs) {
      const program = programs.get(spec.path);
      const path = `${pointer}${spec.keys.map((key) => `/${escapeKey(key)}`).join('')}`;
      const value = this.readOne(spec, program, scope, path, into);
      if (value !== undefined) {
        if (spec.keys.length === 0) setValueAt(data, ['*'], value);
        else setValueAt(data, spec.keys, value);
      } else if (spec.required) into.isComplete = false;
    }
  }

  private readOne(
    spec: SchemaField,
    field: PreparedField | undefined,
    scope: PageScope,
    path: string,
    into: ScopeReading,
  ): unknown {
    if (spec.kind === 'list' && field && 'fields' in field)
      return this.readList(spec, field, scope, path, into);
    if (spec.kind === 'scalar' && field && 'readable' in field)
      return this.readScalar(spec, field, scope, path, into);
    return this.lack(into, path, 'not-learned');
  }

  private lack(into: ScopeReading, path: string, reason: MissingReason, program?: FieldProgram): undefined {
    const isOptional = program !== undefined && program.support.absent > 0;
    this.spend(path.length);
    into.missing.push({ path, reason, ...(isOptional ? { optional: true } : {}) });
  }

  /** Counts the characters of paths. @throws WorkLimitError where no further path may be added */
  private spend(chars: number): void {
    this.noted += chars + PATH_CHARS;
    if (this.noted > 2 * EXTRACTOR_BOUNDS.pageChars) throw new WorkLimitError();
  }

  private readScalar(
    spec: ScalarField,
    { program, readable }: PreparedScalar,
    scope: PageScope,
    path: string,
    into: ScopeReading,
  ): unknown {
    const reading = readField(readable, spec, this.page, scope, this.isClose);
    if ('reason' in reading) {
      // Where values were absent while learning, texts that are none ("on request") are no fault.
      const isNone = reading.reason === 'invalid-value' && readable.isOptional;
      into.outcomes.push([spec.path, isNone ? 'missing' : OUTCOMES[reading.reason]]);
      return this.lack(into, path, reading.reason, program);
    }
    const quote = reading.hit.raw.slice(0, MAX_QUOTE);
    const chars = String(reading.value).length + quote.length + 2 * path.length;
    if (++this.values > EXTRACTOR_BOUNDS.values || this.chars + chars > EXTRACTOR_BOUNDS.pageChars)
      return this.lack(into, path, 'limit', program);
    this.chars += chars;
    into.outcomes.push([spec.path, 'present']);
    if (scope.root < 0 && AMOUNTS.has(program.transform.kind) && reading.hit.element >= 0)
      this.amounts.push({ spec, hit: reading.hit, value: reading.value });
    into.evidence.push({ path, locator: reading.locator, quote });
    return reading.value;
  }

  /** Drops values of blocks around the only amount in them, which is that of another field. */
  dropTaken(): void {
    for (const { spec, hit, value } of this.amounts) {
      const isTaken = this.amounts.some(
        (other) =>
          other.spec !== spec &&
          other.hit.element > hit.element &&
          this.page.isInside(other.hit.element, hit.element) &&
          isSameValue(other.value, value),
      );
      if (!isTaken) continue;
      removeValueAt(this.data, spec.keys);
      this.evidence.splice(
        this.evidence.findIndex(({ path }) => path === spec.path),
        1,
      );
      this.outcomes.splice(
        this.outcomes.findIndex(([path]) => path === spec.path),
        1,
        [spec.path, 'disagreeing'],
      );
      this.missing.push({ path: spec.path, reason: 'locators-disagree' });
    }
  }

  private readList(
    spec: ListField,
    { program, fields }: PreparedList,
    scope: PageScope,
    path: string,
    into: ScopeReading,
  ): unknown {
    let chosen: { readonly items: ItemReadings; readonly starts: string } | null = null;
    let reason: MissingReason = 'not-found';
    const { values, chars, noted } = this;
    for (const locator of program.items) {
      const scopes = findItems(locator, this.page, scope);
      if (!scopes) reason = 'not-unique';
      if (!scopes || scopes.length === 0) continue;
      const starts = scopes.map(({ from, to }) => `${from}-${to}`).join(' ');
      if (chosen && chosen.starts === starts) continue;
      const counts = { values: this.values, chars: this.chars, noted: this.noted };
      Object.assign(this, { values, chars, noted }); // each locator has the same room
      const items = this.readItems(spec, fields, scopes);
      if (chosen) Object.assign(this, counts); // it is compared only
      if (items.length === 0) continue;
      const kept = items.map(({ from }) => from).join(' ');
      if (chosen && chosen.items.map(({ from }) => from).join(' ') !== kept) {
        chosen = null;
        reason = 'locators-disagree';
        break;
      }
      chosen ??= { items, starts };
    }
    if (!chosen) {
      Object.assign(this, { values, chars, noted });
      into.outcomes.push([spec.path, OUTCOMES[reason]]);
      return this.lack(into, path, reason, program);
    }
    into.outcomes.push([spec.path, 'present']);
    if (chosen.items.isCut) this.lack(into, path, 'limit', program);
    return chosen.items.map((item, n) => {
      this.spend((item.missing.length + item.evidence.length) * (path.length + PATH_CHARS));
      const move = <Part extends { readonly path: string }>(part: Part): Part => ({
        ...part,
        path: `${path}/${n}${part.path}`,
      });
      into.missing.push(...item.missing.map(move));
      into.evidence.push(...item.evidence.map(move));
      into.outcomes.push(...item.outcomes);
      return Object.hasOwn(item.data, '*') && spec.fields[0]!.keys.length === 0 ? item.data['*'] : item.data;
    });
  }

  /** Items without a required field are dropped: advertisements. */
  private readItems(spec: ListField, programs: PreparedTemplate, scopes: readonly PageScope[]): ItemReadings {
    const items: ItemReadings = [];
    for (const scope of scopes) {
      const item: ItemReading = {
        from: scope.from,
        data: {},
        missing: [],
        evidence: [],
        outcomes: [],
        isComplete: true,
      };
      const { values, chars, noted } = this;
      this.readFields(spec.fields, programs, scope, '', item.data, item);
      if (item.isComplete && Object.keys(item.data).length > 0) {
        items.push(item);
        continue;
      }
      Object.assign(this, { values, chars, noted });
      items.isCut = item.missing.some(({ reason }) => reason === 'limit');
      if (items.isCut) break;
    }
    return items;
  }
}

/** Items in document order. */
interface ItemReadings extends Array<ItemReading> {
  /** True if further items exceed the bounds of a page. */
  isCut?: boolean;
}

interface ItemReading extends ScopeReading {
  readonly from: number;
}

/** Transforms of values that occur once. */
const AMOUNTS = new Set(['number', 'date', 'duration']);

const MAX_QUOTE = 1_000;
/** The other parts of an entry that has a path. */
const PATH_CHARS = 20;
