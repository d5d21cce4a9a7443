import type { ValidateFunction } from 'ajv';
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
  // Loaded at the first schema: most processes never see one.
  const Compiler = isModern(schema) ? (await import('ajv/dist/2020.js')).Ajv2020 : (await import('ajv')).Ajv;
  // One compiler a schema: a shared one would keep every caller's `$id`s.
  const compiler = new Compiler(OPTIONS);
  const { $schema: _draft, ...rest } = modernizeSchema(schema);
  try {
    return compiler.compile(rest);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not compile';
    throw refusal(path, `is not a valid JSON Schema: ${reason}`);
  }
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
