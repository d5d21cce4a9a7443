import { applyDecorators, type Type } from '@nestjs/common';
import {
  buildMessage,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import type { FieldSchema } from './checks.js';
import { isJsonObject } from './json-object.js';

/** Longest text that makes sense for a header value or a selector. */
const MAX_TEXT_CHARS = 8_192;
const MAX_HEADERS = 100;
const TEXT: FieldSchema = { type: 'string', maxLength: MAX_TEXT_CHARS };

/** Creates a validation rule with its schema as the only constraint, which the documentation generator reads. */
function rule(
  name: string,
  isValid: (value: unknown) => boolean,
  message: string,
  schema: FieldSchema,
  options?: ValidationOptions,
) {
  return ValidateBy(
    {
      name,
      constraints: [schema],
      validator: { validate: isValid, defaultMessage: buildMessage(() => `$property ${message}`, options) },
    },
    options,
  );
}

const listOf = (items: FieldSchema, most: number): FieldSchema => ({ type: 'array', maxItems: most, items });

/** The field may be left out. Unlike `IsOptional`, null is a value and must pass the other checks. */
export const IfPresent = () => ValidateIf((_, value) => value !== undefined);

/** A field that `null` removes: open bodies leave nulls out before they are checked. */
export const IsRemovable = () => rule('isRemovable', () => true, '', { nullable: true });

/** A plain JSON object, its inside unchecked. */
export const IsJsonObject = (options?: ValidationOptions) =>
  rule('isJsonObject', isJsonObject, 'must be an object', { type: 'object' }, options);

const NESTED = 'web-extract:nested';

/** An object that is checked against a class of its own. */
export const IsNested = (type: () => Type<object>) =>
  applyDecorators(IsJsonObject(), ValidateNested(), Reflect.metadata(NESTED, type));

/** Objects in a field are checked against the same class as those in a field of another body. */
export function carryNestedClass(from: Type<object>, field: string, to: Type<object>, name: string): void {
  const type: unknown = Reflect.getMetadata(NESTED, from.prototype as object, field);
  if (type !== undefined) Reflect.defineMetadata(NESTED, type, to.prototype as object, name);
}

/** The class that the objects in a field are checked against, if there is one. */
export function nestedClass(bodyClass: Type<object>, field: string): Type<object> | undefined {
  const type = Reflect.getMetadata(NESTED, bodyClass.prototype as object, field) as
    (() => Type<object>) | undefined;
  return type?.();
}

/** An object whose values are all strings: request headers. */
export const IsHeaders = () =>
  rule(
    'isHeaders',
    (value) =>
      isJsonObject(value) &&
      Object.keys(value).length <= MAX_HEADERS &&
      Object.values(value).every((item) => typeof item === 'string' && item.length <= MAX_TEXT_CHARS),
    `must be an object of at most ${MAX_HEADERS} strings`,
    { type: 'object', maxProperties: MAX_HEADERS, additionalProperties: TEXT },
  );

/** A list of strings. */
export const IsStringList = (most: number) =>
  rule(
    'isStringList',
    (value) => Array.isArray(value) && value.length <= most && value.every(isText),
    `must be a list of at most ${most} strings`,
    listOf(TEXT, most),
  );

/** A list of known words. The message names the first unknown one. */
export const IsWordList = (words: readonly string[], most: number) =>
  ValidateBy({
    name: 'isWordList',
    constraints: [listOf({ type: 'string', enum: words }, most)],
    validator: {
      validate: (value) =>
        Array.isArray(value) && value.length <= most && value.every((word) => words.includes(word)),
      defaultMessage: buildMessage(
        (_, args?: ValidationArguments) => `$property ${wordProblem(args?.value, words, most)}`,
      ),
    },
  });

function wordProblem(value: unknown, words: readonly string[], most: number): string {
  if (!Array.isArray(value) || value.length > most) return `must be a list of at most ${most} words`;
  const unknown = JSON.stringify(value.find((word) => !words.includes(word)) ?? null).slice(0, 100);
  return `holds ${unknown}, which is none of ${words.join(', ')}`;
}

/** A string or a list of strings, the format of tags and patterns in v0. */
export const IsStringOrList = (most: number) =>
  rule(
    'isStringOrList',
    (value) => isText(value) || (Array.isArray(value) && value.length <= most && value.every(isText)),
    `must be a string or a list of at most ${most} strings`,
    { anyOf: [TEXT, listOf(TEXT, most)] },
  );

/** A string, or null. */
export const IsNullableString = () =>
  rule(
    'isNullableString',
    (value) => value === null || typeof value === 'string',
    'must be a string or null',
    { type: 'string', nullable: true },
  );

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_TEXT_CHARS;
}
