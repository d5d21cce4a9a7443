import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../model/extraction/extraction.js';
import { boundSchema, schemaRefusal, type SchemaPath } from './schema/bound-schema.js';
import { upgradeDraft } from './schema/upgrade-draft.js';
import { compilePattern } from './schema/pattern-engine.js';

/** Validates a value against a schema and collects all errors. */
export type Validator = ValidateFunction;

/**
 * Compiles a JSON Schema provided by a caller. `$schema` or the keywords select draft 2020-12 or 2019-09, otherwise
 * draft 7 is used. Draft 4 and the `nullable` of OpenAPI are supported. Unknown keywords and formats are ignored;
 * references must be local. Compilation takes about 0.1 ms per subschema, and the time of a validation is not bounded,
 * so both must not run on the event loop of a host.
 *
 * @param path path of the schema in the request, for the error
 * @throws InvalidRequestError if it is not a JSON Schema, has unresolvable references, or exceeds the limits
 */
export function compileSchema(schema: JsonSchema, path: SchemaPath = []): Validator {
  boundSchema(schema, path);
  try {
    const { $schema: _draft, ...rest } = upgradeDraft(schema);
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

/** Sample values to verify that the validator returns a boolean and terminates. */
const SAMPLES = [null, '', 0, {}, []];
const MAX_REASON_CHARS = 500;

/** A draft of JSON Schema. `judge` contains its meta-schema, which is expensive to compile. */
interface Draft {
  readonly judge: Ajv;
  /** Creates a compiler for a single schema, because a shared one would retain the `$id`s of all callers. */
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
  /** Inherited properties such as `toString` do not count. */
  ownProperties: true,
  /** With inlining, compiling a small schema with nested references may never finish. */
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
