import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../model/extraction/extraction.js';
import { boundSchema, schemaRefusal, type SchemaPath } from './schema/bound-schema.js';
import { modernizeSchema } from './schema/modernize-schema.js';
import { compilePattern } from './schema/pattern-engine.js';

/** Says whether a value satisfies a schema, and lists every error where it does not. */
export type Validator = ValidateFunction;

/**
 * Compiles a caller's JSON Schema: draft 2020-12 or 2019-09 where `$schema` or its keywords say so, else draft 7, with draft 4
 * and OpenAPI's `nullable` understood. Unknown keywords and formats are ignored; references must be local. It takes about
 * 0.1 ms a schema within the schema, and what it gives takes any time: neither is for the event loop of a host.
 *
 * @param path where the schema stands in the request, for the error
 * @throws InvalidRequestError when it is no JSON Schema, refers to what it does not hold, or is out of bounds
 */
export function compileSchema(schema: JsonSchema, path: SchemaPath = []): Validator {
  boundSchema(schema, path);
  try {
    const { $schema: _draft, ...rest } = modernizeSchema(schema);
    const draft = isModern(schema) ? modernDraft() : draft7();
    if (!draft.judge.validateSchema(rest)) throw new Error(draft.judge.errorsText(draft.judge.errors));
    const validator = draft.newCompiler().compile(rest);
    for (const value of SAMPLES) {
      if (typeof validator(value) !== 'boolean') throw new Error('it gives no answer');
    }
    return validator;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not compile';
    throw schemaRefusal(path, `is not a valid JSON Schema: ${reason.slice(0, MAX_REASON_CHARS)}`);
  }
}

/** Held against these, a schema shows whether it answers, and comes to an end. */
const SAMPLES = [null, '', 0, {}, []];
const MAX_REASON_CHARS = 500;

/** A draft of JSON Schema. The judge knows its meta-schema, which takes long to compile. */
interface Draft {
  readonly judge: Ajv;
  /** One a schema: a shared one would keep every caller's `$id`s. */
  newCompiler(): Ajv;
}

const draft7 = once(() => draftOf(Ajv));
const modernDraft = once(() => draftOf(Ajv2020));

function draftOf(Compiler: new (options: Options) => Ajv): Draft {
  return {
    judge: new Compiler(OPTIONS),
    newCompiler: () => new Compiler({ ...OPTIONS, meta: false, validateSchema: false }),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

const OPTIONS = {
  strict: false,
  logger: false,
  validateFormats: false,
  allErrors: true,
  /** A property named `toString` is missing where only the prototype has it. */
  ownProperties: true,
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
