import { asText } from './as-text.js';
import type { ErrorObject } from 'ajv';
import type { JsonSchema } from '../model/extraction/extraction.js';
import { compileSchema, type Validator } from './compile-schema.js';
import type { SchemaPath } from './schema/bound-schema.js';
import { fitToSchema } from './schema/fit-to-schema.js';
import { relaxRequired } from './schema/relax-required.js';
import { upgradeDraft } from './schema/upgrade-draft.js';
import { refillPatternTime } from './schema/pattern-engine.js';
import { shapeOf } from './schema/schema-shape.js';

/** A valid value, or a value and its errors. */
export type Checked =
  | { readonly isFine: true; readonly value: unknown }
  | { readonly isFine: false; readonly value: unknown; readonly problems: readonly Problem[] };

interface Problem {
  /** Affected root property; null: the whole value. */
  readonly property: string | null;
  readonly message: string;
}

/** Additional check of a host: returns the final value or throws. */
export type OwnCheck = (data: unknown) => unknown;

/** Root keywords that make properties depend on each other. */
const ENTANGLING = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'minProperties',
];
/** Property that wraps a list or scalar in questions, because models answer with objects. */
const WRAPPER = 'items';
const MAX_PROBLEMS = 12;
/** Every item of a long list may have the same error. */
const MAX_ERRORS = 500;

/** A schema prepared for prompting, fitting and validation. */
export class OutputSchema {
  private constructor(
    /** Schema for the model, always an object. */
    readonly schema: JsonSchema,
    private readonly validator: Validator,
    private readonly isWrapped: boolean,
    private readonly ownCheck: OwnCheck | null,
    private readonly mayBeEmpty: boolean,
  ) {}

  /** @throws InvalidRequestError for an invalid schema */
  static of(schema: JsonSchema, ownCheck: OwnCheck | null = null): OutputSchema {
    const { wanted, validator, isWrapped } = known(schema, ['extraction', 'schema']);
    return new OutputSchema(wanted, validator, isWrapped, ownCheck, false);
  }

  /** Shape for the data of one of several pages, which may be incomplete. */
  static ofPart(schema: JsonSchema): OutputSchema {
    const { wanted, validator, isWrapped } = known(relaxRequired(schema), ['extraction', 'schema']);
    return new OutputSchema(wanted, validator, isWrapped, null, true);
  }

  /**
   * Compiles a schema and caches it for the next request.
   * @throws InvalidRequestError at `path` for an invalid schema
   */
  static prepare(schema: JsonSchema, path: SchemaPath): void {
    known(schema, path);
  }

  /** True if single root properties can be requested. */
  get isSeparable(): boolean {
    return !ENTANGLING.some((keyword) => keyword in this.schema);
  }

  /** Schema with some of the root properties. */
  pick(names: readonly string[]): JsonSchema {
    const { properties = {}, required } = this.schema as {
      properties?: Record<string, unknown>;
      required?: string[];
    };
    return {
      ...this.schema,
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
      ...(Array.isArray(required) ? { required: required.filter((name) => names.includes(name)) } : {}),
    };
  }

  /** Fits a value to the schema and validates it. */
  async check(answer: unknown): Promise<Checked> {
    const fitted = fitToSchema(this.withWrapper(answer), this.schema, this.schema);
    const value = this.isWrapped ? (fitted as Record<string, unknown>)[WRAPPER] : fitted;
    refillPatternTime();
    if (this.validator(value) !== true)
      return { isFine: false, value, problems: describe(this.validator.errors ?? []) };
    if (!this.mayBeEmpty && isEmptyObject(value)) return { isFine: false, value, problems: [NOTHING_FOUND] };
    if (!this.ownCheck) return { isFine: true, value };
    try {
      return { isFine: true, value: await this.ownCheck(value) };
    } catch (error) {
      const message = error instanceof Error ? error.message : asText(error);
      return { isFine: false, value, problems: [{ property: null, message }] };
    }
  }

  private withWrapper(answer: unknown): unknown {
    if (!this.isWrapped) return answer;
    return typeof answer === 'object' && answer !== null && Object.hasOwn(answer, WRAPPER)
      ? answer
      : { [WRAPPER]: answer };
  }
}

interface Compiled {
  readonly wanted: JsonSchema;
  readonly validator: Validator;
  readonly isWrapped: boolean;
}

/** Cache: each page of a crawl is validated with the same schema, which arrives in this thread as a new copy. */
const compiled = new Map<string, Compiled>();
const MAX_COMPILED = 20;

function known(schema: JsonSchema, path: SchemaPath): Compiled {
  const text = JSON.stringify(schema);
  const one = compiled.get(text) ?? compile(schema, path);
  compiled.delete(text);
  compiled.set(text, one);
  const [oldest] = compiled.keys();
  if (compiled.size > MAX_COMPILED && oldest !== undefined) compiled.delete(oldest);
  return one;
}

function compile(schema: JsonSchema, path: SchemaPath): Compiled {
  const validator = compileSchema(schema, path);
  const { $schema: _draft, ...modern } = upgradeDraft(schema);
  const { kinds } = shapeOf(modern, modern);
  const isWrapped = kinds.size > 0 && !kinds.has('object');
  return { wanted: isWrapped ? wrap(modern) : modern, validator, isWrapped };
}

const NOTHING_FOUND: Problem = { property: null, message: 'it has none of the requested data' };

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/** Local references start at the root, so their targets are moved to it. */
function wrap(schema: JsonSchema): JsonSchema {
  const { $defs, definitions, ...own } = schema;
  return {
    type: 'object',
    properties: { [WRAPPER]: own },
    required: [WRAPPER],
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

function describe(errors: readonly ErrorObject[]): Problem[] {
  const problems = errors.slice(0, MAX_ERRORS).map(({ instancePath, message, params, keyword }) => {
    const missing =
      keyword === 'required' ? String((params as { missingProperty?: unknown }).missingProperty) : null;
    const allowed =
      keyword === 'enum'
        ? `: ${JSON.stringify((params as { allowedValues?: unknown }).allowedValues).slice(0, 300)}`
        : '';
    const first = instancePath.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
    return {
      property: first ?? missing,
      message: `${instancePath || 'the object'} ${message ?? 'is wrong'}${allowed}`,
    };
  });
  const different = new Map(problems.map((problem) => [problem.message, problem]));
  return [...different.values()].slice(0, MAX_PROBLEMS);
}
