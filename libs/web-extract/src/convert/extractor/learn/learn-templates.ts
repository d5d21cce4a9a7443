import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import {
  EXTRACTOR_BOUNDS,
  EXTRACTOR_FORMAT,
  EXTRACTOR_KIND,
  type ExampleSource,
  type ExtractorProgram,
  type FieldProgram,
  type TemplateProgram,
  type UnlearnedField,
} from '../../../model/extractor/extractor-program.js';
import type {
  LearnedPage,
  LearnProblem,
  LearnReport,
  LearnRequest,
  PageExample,
} from '../../../model/extractor/extractor-learning.js';
import { PageIndex, WorkLimitError } from '../page-index.js';
import { fitsSchema, type FieldValue } from '../read-value.js';
import { schemaFields, valueAt, type SchemaField } from '../schema-fields.js';
import { fingerprintOf, groupByLayout, nearestTemplate, pageFeatures } from '../template-fingerprint.js';
import { learnList, type LearnedField, type ListTraining } from './learn-list.js';
import type { TrainingProblem } from './choose-locators.js';
import { learnScalar } from './learn-scalar.js';
import { textsOfData, type LearningMode, type Training } from './training.js';

/** Most trusted first. */
const TRUST: readonly ExampleSource[] = ['values', 'stated', 'model'];

interface Page {
  readonly at: number;
  readonly url: string;
  readonly index: PageIndex;
  readonly examples: readonly PageExample[];
}

/**
 * Learns a program from pages with examples of any source. Pages are grouped by layout, and each group of two or more becomes a
 * template.
 */
export function learnTemplates(request: LearnRequest): LearnReport {
  const { schema, program } = request;
  const fields = schemaFields(schema);
  const deadline = performance.now() + EXTRACTOR_BOUNDS.learnMs;
  const valueTexts = textsOfData(request.pages.flatMap(({ examples }) => examples.map(({ data }) => data)));
  const mode = { heals: false, known: new Map(), valueTexts, deadline };
  const pages = request.pages.map(({ url, html, examples }, at): Page => {
    const index = new PageIndex(parseHtml(html, url));
    index.deadline = performance.now() + EXTRACTOR_BOUNDS.learnEndMs;
    return {
      at,
      url,
      index,
      examples: examples.filter(({ source }) => request.sources?.includes(source) ?? true),
    };
  });
  const results: LearnedPage[] = pages.map(({ url }) => ({ url, template: null, sources: [], problems: [] }));
  const templates = new Map((program?.templates ?? []).map((template) => [template.id, template]));
  for (const group of groupByLayout(pages.map(({ index }) => index))) {
    const own = group.map((at) => pages[at]!);
    if (own.length < 2) continue;
    const known = nearestTemplate([...templates.values()], own[0]!.index);
    const isKnown = known !== null && known.isClose;
    if (!isKnown && templates.size >= EXTRACTOR_BOUNDS.templates) continue;
    const id = isKnown ? known.template.id : nextId(templates);
    const { template, problems } = learnTemplate(id, own, fields, mode);
    templates.set(id, isKnown ? extended(known.template, template) : template);
    for (const { at } of own)
      results[at] = {
        ...results[at]!,
        template: id,
        sources: TRUST.filter((source) =>
          own.find((page) => page.at === at)!.examples.some((one) => one.source === source),
        ),
        problems: problems
          .filter((one) => one.at === at)
          .map(({ path, reason, source }): LearnProblem => ({ path, reason, source })),
      };
  }
  return { program: programOf(request, [...templates.values()]), pages: results };
}

function programOf(
  { schema, program, id }: LearnRequest,
  templates: readonly TemplateProgram[],
): ExtractorProgram {
  return {
    kind: EXTRACTOR_KIND,
    format: EXTRACTOR_FORMAT,
    id: program?.id ?? id ?? '',
    version: (program?.version ?? 0) + 1,
    schema,
    templates: templates.filter(({ fields }) => fields.length > 0),
  };
}

export function nextId(templates: ReadonlyMap<string, unknown>): string {
  let n = templates.size + 1;
  while (templates.has(`t${n}`)) n++;
  return `t${n}`;
}

/** Fields of the new pages, and those of the old ones that they do not teach. */
function extended(old: TemplateProgram, added: TemplateProgram): TemplateProgram {
  const paths = new Set(added.fields.map(({ path }) => path));
  const fields = [...added.fields, ...old.fields.filter(({ path }) => !paths.has(path))];
  const learned = new Set(fields.map(({ path }) => path));
  return {
    ...added,
    pages: old.pages + added.pages,
    fields,
    missing: added.missing.filter(({ path }) => !learned.has(path)),
  };
}

interface LearnedTemplate {
  readonly template: TemplateProgram;
  readonly problems: readonly TrainingProblem[];
}

function learnTemplate(
  id: string,
  pages: readonly Page[],
  fields: readonly SchemaField[],
  { valueTexts, ...given }: LearningMode,
): LearnedTemplate {
  // Texts of enums are learned first: they are no labels of other fields.
  const texts = new Set(valueTexts);
  const mode: LearningMode = { ...given, valueTexts: texts };
  const learned: FieldProgram[] = [];
  const missing: UnlearnedField[] = [];
  const problems: TrainingProblem[] = [];
  for (const spec of [...fields].sort((a, b) => rankOf(a) - rankOf(b))) {
    const isLate = performance.now() > mode.deadline;
    const result = isLate ? LATE : learnInTime(spec, pages, mode);
    problems.push(...result.problems);
    if (result.field) {
      learned.push(result.field);
      enumTexts(result.field).forEach((text) => texts.add(text));
    } else missing.push({ path: spec.path, reason: result.reason ?? 'no-locator' });
    missing.push(...(result.missing ?? []));
  }
  return { template: { ...templateOf(id, pages), fields: learned, missing }, problems };
}

const LATE: LearnedField = { field: null, reason: 'time', problems: [] };

export function templateOf(
  id: string,
  pages: readonly { readonly url: string; readonly index: PageIndex }[],
): Pick<TemplateProgram, 'id' | 'fingerprint' | 'pages' | 'urlPattern'> {
  const pattern = commonStart(pages.map(({ url }) => url));
  return {
    id,
    fingerprint: fingerprintOf(pages.map(({ index }) => pageFeatures(index))),
    pages: pages.length,
    ...(pattern === '' ? {} : { urlPattern: pattern }),
  };
}

function rankOf(spec: SchemaField): number {
  return spec.kind === 'scalar' && (spec.values || spec.type === 'boolean') ? 0 : 1;
}

/** Texts of an enum or a boolean. */
export function enumTexts(field: FieldProgram): string[] {
  if ('items' in field) return field.fields.flatMap(enumTexts);
  return field.transform.kind === 'texts' ? field.transform.values.map(({ text }) => text) : [];
}

/** The common beginning of URLs, up to a slash. */
function commonStart(urls: readonly string[]): string {
  const [first = '', ...rest] = urls;
  let length = first.length;
  for (const url of rest) {
    let n = 0;
    while (n < length && first[n] === url[n]) n++;
    length = n;
  }
  const start = first.slice(0, length);
  const end = start.lastIndexOf('/') + 1;
  return /^https?:\/\/[^/]+\/./.test(`${start.slice(0, end)}x`) ? start.slice(0, end) : '';
}

function learnInTime(spec: SchemaField, pages: readonly Page[], mode: LearningMode): LearnedField {
  try {
    return learnField(spec, pages, mode);
  } catch (error) {
    if (error instanceof WorkLimitError) return LATE;
    throw error;
  }
}

function learnField(spec: SchemaField, pages: readonly Page[], mode: LearningMode): LearnedField {
  const source = TRUST.filter((one) =>
    pages.some((page) =>
      page.examples.some((each) => each.source === one && valueAt(each.data, spec.keys) !== undefined),
    ),
  );
  const problems: TrainingProblem[] = [];
  const trainings = pages.map((page) => trainingOf(spec, page, source, problems));
  const result =
    spec.kind === 'list'
      ? learnList(spec, trainings as ListTraining[], mode)
      : learnScalar(spec, trainings as Training[], mode);
  return { ...result, problems: [...problems, ...result.problems] };
}

/** The most trusted example of a page. Only who gives values of a field elsewhere says by giving none that there is none. */
function trainingOf(
  spec: SchemaField,
  { at, index, examples }: Page,
  sources: readonly ExampleSource[],
  problems: TrainingProblem[],
): Training<unknown> {
  const base = { at, page: index, scope: index.page };
  for (const source of sources) {
    for (const { data } of examples.filter((one) => one.source === source)) {
      const value = valueAt(data, spec.keys);
      if (value === undefined) continue;
      if (isOfSchema(value, spec)) return { ...base, source, state: 'value', example: value };
      problems.push({ at, path: spec.path, reason: 'against-schema', source });
      return { ...base, source, state: 'unknown' };
    }
  }
  const [first = 'values'] = sources;
  const saysNone = sources.some(
    (source) => source !== 'stated' && examples.some((one) => one.source === source),
  );
  return { ...base, source: first, state: saysNone ? 'absent' : 'unknown' };
}

function isOfSchema(value: unknown, spec: SchemaField): boolean {
  if (spec.kind === 'list') return Array.isArray(value) && value.length <= EXTRACTOR_BOUNDS.items;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
  return fitsSchema(value as FieldValue, spec);
}
