import type { FormatName } from '../../../model/formats/page-formats.js';
import { formatNames } from '../../../model/formats/select-formats.js';
import { CHANGE_MODES, historyTag } from '../../fields/change-tracking.fields.js';
import { buildMessage, ValidateBy, type ValidationArguments } from 'class-validator';
import {
  anything, filledText, flag, integer, listOf, object, objectSchema, objectWith, oneOf, type FieldSchema, type Fields,
} from '../../bodies/checks.js'; // prettier-ignore
import { pictureSize } from '../../pages/page-actions.js';
import { isJsonObject } from '../../bodies/json-object.js';

/** An entry of `formats`: a name, or an object with further fields. */
export type FormatEntryV2 = string | FormatV2;

/** A format with its fields, checked. */
interface FormatV2 {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface FormatRule {
  readonly fields?: Fields;
  /** Fields that must be there. */
  readonly requires?: readonly string[];
  /** Alternative fields, at least one of them required. */
  readonly needsOneOf?: readonly string[];
}

const MAX_FORMATS = 100;
const MAX_SELECTORS = 100;
const text = filledText(10_000);
const selectors = listOf(objectWith({ selector: text, attribute: text }), 1, MAX_SELECTORS);

/** The formats that have fields. */
const RULES: Readonly<Partial<Record<FormatName<'v2'>, FormatRule>>> = {
  json: {
    fields: {
      schema: object,
      prompt: text,
      checkPromptInjection: anything,
      extractor: filledText(100),
      version: integer(1, 1_000_000),
      fallback: oneOf('none', 'model'),
      evidence: flag,
      record: flag,
    },
    needsOneOf: ['schema', 'prompt', 'extractor'],
  },
  screenshot: { fields: { fullPage: flag, quality: integer(1, 100), viewport: pictureSize } },
  attributes: { fields: { selectors }, requires: ['selectors'] },
  question: { fields: { question: text }, requires: ['question'] },
  query: { fields: { prompt: text, mode: oneOf('freeform', 'directQuote') }, requires: ['prompt'] },
  highlights: { fields: { query: text }, requires: ['query'] },
};

/** Comparison with the previous visit. */
const CHANGE_TRACKING: FormatRule = {
  fields: {
    modes: listOf(oneOf(...CHANGE_MODES), 0, CHANGE_MODES.length),
    schema: object,
    prompt: text,
    tag: historyTag,
    onlyChanged: flag,
    ignoreNoise: flag,
  },
};

/** Formats that clients know and that are answered with a warning. */
const UNSUPPORTED = ['branding', 'menu', 'audio', 'video'];

/** Every kind of format; a Map, for callers may send the name of anything that objects inherit. */
const FORMATS: ReadonlyMap<string, FormatRule> = new Map<string, FormatRule>([
  ...formatNames('v2').map((name) => [name, RULES[name] ?? {}] as const),
  ['changeTracking', CHANGE_TRACKING],
  ...UNSUPPORTED.map((name) => [name, {}] as const),
]);

/** Words of v1 that are no kinds of format here. */
const OTHER: ReadonlyMap<string, string> = new Map([
  ['extract', '{"type": "json", "schema": …, "prompt": …}'],
  ['screenshot@fullPage', '{"type": "screenshot", "fullPage": true}'],
]);

/** A list of formats, each a name or an object with its `type`. */
export const IsFormatsV2 = () =>
  ValidateBy({
    name: 'isFormatsV2',
    constraints: [{ type: 'array', maxItems: MAX_FORMATS, items: { anyOf: entrySchemas() } }],
    validator: {
      validate: (value) => problemOf(value) === null,
      defaultMessage: buildMessage((_, args?: ValidationArguments) => `$property ${problemOf(args?.value)}`),
    },
  });

function entrySchemas(): FieldSchema[] {
  const rules = [...FORMATS];
  const byName = rules.filter(([, { requires, needsOneOf }]) => !requires && !needsOneOf);
  return [
    { type: 'string', enum: byName.map(([name]) => name) },
    ...rules.map(([name, rule]) => formatSchema(name, rule)),
  ];
}

function formatSchema(name: string, { fields = {}, requires = [], needsOneOf }: FormatRule): FieldSchema {
  return {
    ...objectSchema({ type: oneOf(name), ...fields }, ['type', ...requires]),
    ...(needsOneOf ? { anyOf: needsOneOf.map((field) => ({ required: [field] })) } : {}),
  };
}

function problemOf(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > MAX_FORMATS) {
    return `must be a list of at most ${MAX_FORMATS} formats`;
  }
  for (const [index, entry] of value.entries()) {
    const problem = entryProblem(entry);
    if (problem !== null) return `${index}: ${problem}`;
  }
  return null;
}

function entryProblem(entry: unknown): string | null {
  const format = typeof entry === 'string' ? { type: entry } : entry;
  if (!isJsonObject(format) || typeof format['type'] !== 'string') {
    return 'must be the name of a format or an object with its type';
  }
  const { type } = format;
  const rule = FORMATS.get(type as string);
  if (!rule) return unknownType(type as string);
  const { fields = {}, requires = [], needsOneOf = [] } = rule;
  const has = (name: string): boolean => format[name] !== undefined && format[name] !== null;
  const wrong = Object.keys(fields).find((name) => has(name) && !fields[name]!.accepts(format[name]));
  if (wrong !== undefined) return `${String(type)} has a ${wrong} that is not valid`;
  const missing = requires.find((name) => !has(name));
  if (missing !== undefined) return `${String(type)} must be an object with ${missing}`;
  if (needsOneOf.length > 0 && !needsOneOf.some(has)) {
    return `${String(type)} must be an object with ${needsOneOf.join(' or ')}`;
  }
  return null;
}

function unknownType(type: string): string {
  const own = OTHER.get(type);
  if (own !== undefined) return `${type} is no format of v2; use ${own}`;
  return `${JSON.stringify(type.slice(0, 100))} is none of ${[...FORMATS.keys()].join(', ')}`;
}

/** Requested formats of each page, one entry per type. */
export interface WantedFormats {
  readonly types: ReadonlySet<string>;
  of(type: string): FormatV2 | undefined;
  /** Warnings about entries without effect. */
  readonly warnings: readonly string[];
}

/** @param entries validated entries; absent: markdown */
export function readFormats(entries: readonly FormatEntryV2[] = ['markdown']): WantedFormats {
  const byType = new Map<string, FormatV2>();
  const warnings: string[] = [];
  for (const entry of entries) {
    const format = typeof entry === 'string' ? { type: entry } : withoutNulls(entry);
    const known = byType.get(format.type);
    if (!known) byType.set(format.type, format);
    else if (JSON.stringify(known) !== JSON.stringify(format)) {
      warnings.push(`formats holds ${format.type} several times; the first one counts`);
    }
    warnings.push(...unknownFields(format));
  }
  return { types: new Set(byType.keys()), of: (type) => byType.get(type), warnings: [...new Set(warnings)] };
}

/** True if change tracking is requested. */
export const tracksChanges = (entries: readonly FormatEntryV2[] = []): boolean =>
  entries.some((entry) => (typeof entry === 'string' ? entry : entry.type) === 'changeTracking');

function withoutNulls(format: FormatV2): FormatV2 {
  return Object.fromEntries(Object.entries(format).filter(([, value]) => value !== null)) as FormatV2;
}

const MAX_NAME_CHARS = 60;

function unknownFields(format: FormatV2): string[] {
  const known = FORMATS.get(format.type)?.fields ?? {};
  const names = Object.keys(format).filter((name) => name !== 'type' && !Object.hasOwn(known, name));
  return names
    .slice(0, 5)
    .map(
      (name) => `formats: ${name.slice(0, MAX_NAME_CHARS)} of ${format.type} is not known and was ignored`,
    );
}
