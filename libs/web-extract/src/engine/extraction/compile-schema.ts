import type { Ajv, Options, ValidateFunction } from 'ajv';
import { InvalidRequestError } from '../../model/errors.js';
import type { JsonSchema } from '../../model/extraction.js';
import { modernizeSchema } from './schema/modernize-schema.js';
import { compilePattern } from './schema/pattern-engine.js';

/** Compiling takes about 0.1 ms a value and happens on the event loop; schemas of 400 properties have about as many. */
const MAX_VALUES = 2_000;
const MAX_DEPTH = 100;

/**
 * Compiles a caller's JSON Schema: draft 2020-12 or 2019-09 where `$schema` or its keywords say so, else draft 7, with draft 4
 * and OpenAPI's `nullable` understood. Unknown keywords and formats are ignored; references must be local. The function returned
 * lists every error.
 *
 * @param path where the schema stands in the request, for the error
 * @throws InvalidRequestError when it is no JSON Schema, refers to what it does not hold, or is too large
 */
export async function compileSchema(
  schema: JsonSchema,
  path: readonly (string | number)[] = [],
): Promise<ValidateFunction> {
  refuseLarge(schema, path);
  const text = JSON.stringify(schema);
  const known = compiled.get(schema);
  if (known?.text === text) return known.validator;
  const validator = await compile(schema, path);
  compiled.set(schema, { text, validator });
  return validator;
}

/** The schema of a crawl is the same object for each of its pages; its text says whether it still is what it was. */
const compiled = new WeakMap<JsonSchema, { readonly text: string; readonly validator: ValidateFunction }>();

async function compile(schema: JsonSchema, path: readonly (string | number)[]): Promise<ValidateFunction> {
  const { $schema: _draft, ...rest } = modernizeSchema(schema);
  const draft = isModern(schema) ? await modernDraft() : await draft7();
  try {
    if (!draft.judge.validateSchema(rest)) throw new Error(draft.judge.errorsText(draft.judge.errors));
    return draft.newCompiler().compile(rest);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not compile';
    throw refusal(path, `is not a valid JSON Schema: ${reason}`);
  }
}

/** A draft of JSON Schema. The judge knows its meta-schema, which takes long to compile. */
interface Draft {
  readonly judge: Ajv;
  /** One a schema: a shared one would keep every caller's `$id`s. */
  newCompiler(): Ajv;
}

// Loaded at the first schema: most processes never see one.
const draft7 = once(async () => draftOf((await import('ajv')).Ajv));
const modernDraft = once(async () => draftOf((await import('ajv/dist/2020.js')).Ajv2020));

function draftOf(Compiler: new (options: Options) => Ajv): Draft {
  return {
    judge: new Compiler(OPTIONS),
    newCompiler: () => new Compiler({ ...OPTIONS, meta: false, validateSchema: false }),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

const OPTIONS = {
  strict: false,
  logger: false,
  validateFormats: false,
  allErrors: true,
  /** Inlining makes small schemas of nested references compile for ever. */
  inlineRefs: false,
  code: { optimize: false, regExp: Object.assign(compilePattern, { code: 'compilePattern' }) },
} as const;

const MODERN_KEYWORDS =
  /"(?:prefixItems|dependentRequired|dependentSchemas|unevaluatedProperties|unevaluatedItems|\$dynamicRef)":/;

function isModern(schema: JsonSchema): boolean {
  const { $schema } = schema;
  if (typeof $schema === 'string') return /2019-09|2020-12/.test($schema);
  return MODERN_KEYWORDS.test(JSON.stringify(schema));
}

function refuseLarge(schema: JsonSchema, path: readonly (string | number)[]): void {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: schema, depth: 1 }];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const children = Object.values(next.value) as unknown[];
    values += children.length;
    if (values > MAX_VALUES) throw refusal(path, `has more than ${MAX_VALUES} values`);
    if (next.depth > MAX_DEPTH) throw refusal(path, `is nested deeper than ${MAX_DEPTH} levels`);
    for (const value of children) {
      if (typeof value === 'object' && value !== null) open.push({ value, depth: next.depth + 1 });
    }
  }
}

function refusal(path: readonly (string | number)[], problem: string): InvalidRequestError {
  return new InvalidRequestError([{ path, message: `${path.join('.') || 'schema'} ${problem}` }]);
}
