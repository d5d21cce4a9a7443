import { foreignSchema } from '../../extraction/schema/foreign-schema.js';
import { InvalidRequestError } from '../../model/errors.js';
import type { ExtractionRequest, JsonSchema } from '../../model/extraction/extraction.js';
import type { ClassReader, DataClass } from '../../ports/class-reader.port.js';
import { validateStandard, type StandardSchema } from './standard-schema.js';

/** A JSON schema with a check of its own. */
export interface CheckedSchema<T> {
  readonly jsonSchema: JsonSchema;
  /** Returns the value to hand out, or throws. The message of the error goes to the model, once. */
  readonly validate: (data: unknown) => T | Promise<T>;
}

/** Instructions for the model in addition to the schema. */
type Instructions = Pick<ExtractionRequest, 'prompt' | 'systemPrompt' | 'temperature' | 'readFrom'>;

/** A JSON schema with a check of its own, and instructions. */
export interface ValidatedSchema<T> extends CheckedSchema<T>, Instructions {}

/** A JSON schema as a plain object: no schema object of a library. */
export type PlainJsonSchema = JsonSchema & {
  readonly jsonSchema?: never;
  readonly validate?: never;
  readonly '~standard'?: never;
};

/** A class with decorators, a Standard Schema that states its JSON schema (zod 4.2 and later), or a JSON schema with a check. */
export type TypedSchema<T> = StandardSchema<T> | CheckedSchema<T> | (T extends object ? DataClass<T> : never);

interface TypedTarget<T> extends Instructions {
  readonly schema: TypedSchema<T>;
}

interface PlainTarget extends Instructions {
  readonly schema?: PlainJsonSchema;
  readonly jsonSchema?: never;
  readonly validate?: never;
  readonly '~standard'?: never;
}

/**
 * Extraction target: a schema in one of its forms, a prompt or both; or a class, a Standard Schema or a checked shape
 * alone.
 */
export type ExtractionTarget<T> =
  | PlainTarget
  | TypedTarget<T>
  | ValidatedSchema<T>
  | StandardSchema<T>
  | (T extends object ? DataClass<T> : never);

/** An extraction request with the check of its schema. */
export interface CheckedExtraction extends ExtractionRequest {
  readonly ownCheck?: (data: unknown) => unknown;
}

/**
 * Converts the extraction target of a caller to a request. @throws InvalidRequestError for another form;
 * NotConfiguredError from the class reader
 */
export async function readTarget<T>(
  target: ExtractionTarget<T>,
  classes: ClassReader,
): Promise<CheckedExtraction> {
  const given: unknown = target;
  if (typeof given === 'function' || isStandard(given)) return readSchema(given, classes);
  if (!isObject(given)) throw refusal('must be a class, a schema, or an object with schema or prompt', []);
  if ('jsonSchema' in given) {
    const { jsonSchema, validate, ...instructions } = given;
    return { ...instructions, ...(await readSchema({ jsonSchema, validate }, classes)) };
  }
  const { schema, ...instructions } = given;
  if (schema === undefined || schema === null) {
    const foreign = foreignSchema(given);
    if (foreign !== null) throw refusal(foreign);
    return instructions;
  }
  return { ...instructions, ...(await readSchema(schema, classes)) };
}

async function readSchema(schema: unknown, classes: ClassReader): Promise<CheckedExtraction> {
  if (isStandard(schema)) return readStandard(schema);
  if (typeof schema === 'function') {
    const { jsonSchema, toInstance } = await classes.read(schema as DataClass<object>);
    return { schema: jsonSchema, ownCheck: toInstance };
  }
  if (!isObject(schema) || !('jsonSchema' in schema)) return { schema: plain(schema) };
  const { jsonSchema, validate } = schema;
  if (typeof validate !== 'function') throw refusal('needs a function validate with jsonSchema');
  return { schema: plain(jsonSchema), ownCheck: validate as NonNullable<CheckedExtraction['ownCheck']> };
}

function readStandard(schema: StandardSchema): CheckedExtraction {
  try {
    const jsonSchema = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    const written = JSON.parse(JSON.stringify(jsonSchema)) as JsonSchema; // libraries hide methods in it
    return { schema: written, ownCheck: (data) => validateStandard(schema, data) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it gives no reason';
    throw refusal(`cannot be written as a JSON schema: ${reason}`, ['schema'], error);
  }
}

function plain(schema: unknown): JsonSchema {
  const foreign = foreignSchema(schema);
  if (foreign !== null) throw refusal(foreign);
  return schema as JsonSchema;
}

/** True for a Standard Schema that provides its JSON schema; in some libraries it is a function. */
function isStandard(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard: unknown = (value as { '~standard'?: unknown })['~standard'];
  if (!isObject(standard) || typeof standard['validate'] !== 'function') return false;
  const { jsonSchema } = standard;
  if (isObject(jsonSchema) && typeof jsonSchema['input'] === 'function') return true;
  throw refusal(foreignSchema({ '~standard': standard }) ?? 'does not state its JSON schema');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refusal = (
  reason: string,
  path: readonly string[] = ['schema'],
  cause?: unknown,
): InvalidRequestError =>
  InvalidRequestError.at(path, { code: 'schema', reason }, cause === undefined ? {} : { cause });
