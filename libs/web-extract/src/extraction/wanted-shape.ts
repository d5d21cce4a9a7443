import { asText } from './as-text.js';
import type { ErrorObject } from 'ajv';
import type { JsonSchema } from '../model/extraction/extraction.js';
import { compileSchema, type Validator } from './compile-schema.js';
import type { SchemaPath } from './schema/bound-schema.js';
import { fitToSchema } from './schema/fit-to-schema.js';
import { loosenSchema } from './schema/loosen-schema.js';
import { modernizeSchema } from './schema/modernize-schema.js';
import { refillPatternTime } from './schema/pattern-engine.js';
import { shapeOf } from './schema/schema-shape.js';

/** A value that is what was asked for, or what is wrong with it. */
export type Checked =
  | { readonly isFine: true; readonly value: unknown }
  | { readonly isFine: false; readonly value: unknown; readonly problems: readonly Problem[] };

interface Problem {
  /** Property of the root that it is about; null: the whole. */
  readonly property: string | null;
  readonly message: string;
}

/** A further check of a host: returns the value to hand out, or throws. */
export type OwnCheck = (data: unknown) => unknown;

/** Keywords at the root that make its properties depend on each other. */
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
/** The name that a list or a plain value stands under while it is asked for: models answer with objects. */
const WRAPPER = 'items';
const MAX_PROBLEMS = 12;
/** Of a long list each item may be wrong in the same way. */
const MAX_ERRORS = 500;

/** A schema ready for asking, fitting and checking. */
export class WantedShape {
  private constructor(
    /** What the model is asked for, always an object. */
    readonly schema: JsonSchema,
    private readonly validator: Validator,
    private readonly isWrapped: boolean,
    private readonly ownCheck: OwnCheck | null,
    private readonly mayBeEmpty: boolean,
  ) {}

  /** @throws InvalidRequestError when the schema is none */
  static of(schema: JsonSchema, ownCheck: OwnCheck | null = null): WantedShape {
    const { wanted, validator, isWrapped } = known(schema, ['extraction', 'schema']);
    return new WantedShape(wanted, validator, isWrapped, ownCheck, false);
  }

  /** The shape of what one of several pages states: as much of it as there is. */
  static ofPart(schema: JsonSchema): WantedShape {
    const { wanted, validator, isWrapped } = known(loosenSchema(schema), ['extraction', 'schema']);
    return new WantedShape(wanted, validator, isWrapped, null, true);
  }

  /**
   * Makes a schema ready, for whoever asks for it next.
   * @throws InvalidRequestError naming `path` when the schema is none
   */
  static prepare(schema: JsonSchema, path: SchemaPath): void {
    known(schema, path);
  }

  /** Whether single properties of the root can be asked for. */
  get isSeparable(): boolean {
    return !ENTANGLING.some((keyword) => keyword in this.schema);
  }

  /** The schema of some properties of the root only. */
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

  /** Brings a value into the form asked for and checks it. */
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

/** Each page of a crawl is held against the same schema, which comes to this thread as a copy every time. */
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
  const { $schema: _draft, ...modern } = modernizeSchema(schema);
  const { kinds } = shapeOf(modern, modern);
  const isWrapped = kinds.size > 0 && !kinds.has('object');
  return { wanted: isWrapped ? wrap(modern) : modern, validator, isWrapped };
}

const NOTHING_FOUND: Problem = { property: null, message: 'it holds nothing of what was asked for' };

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/** Local references start at the root: what they lead to moves along. */
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
