import { Body, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { InvalidRequestError, NotSupportedError, type RequestProblem } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { ExtractJobFields } from '../fields/extract-job.fields.js';
import { readBody, toSafeObject, unrecognized } from '../bodies/read-body.pipe.js';
import { didYouMean } from '../bodies/similar-field.js';
import { isJsonObject } from '../bodies/json-object.js';
import { nestedClass } from '../bodies/validators.js';
import { HOSTED_ONLY_KEYS, NO_REDACTION, RENAMED_KEYS, IGNORED_KEYS, IGNORED_WHERE_EMPTY } from './words.js';

/** A validated body of v2, and warnings about unknown keys. */
export interface OpenBody<T> {
  readonly body: T;
  /** Texts for the `warning` of the response. */
  readonly warnings: readonly string[];
}

/** Binds a parameter to the request body of v2, checked against `bodyClass`. */
export const OpenlyCheckedBody = <T extends object>(bodyClass: Type<T>): ParameterDecorator =>
  Body(openBodyPipe(bodyClass));

/** A class for each kind of body: Nest makes it, with the options of the registration. */
function openBodyPipe<T extends object>(bodyClass: Type<T>): Type<PipeTransform<unknown, OpenBody<T>>> {
  @Injectable()
  class ReadOpenBodyPipe implements PipeTransform<unknown, OpenBody<T>> {
    constructor(private readonly options: ResolvedOptions) {}

    transform(value: unknown): OpenBody<T> {
      return readOpenBody(bodyClass, value, this.options);
    }
  }
  return ReadOpenBodyPipe;
}

/**
 * Validates a body of v2. Newer clients send additional keys: unknown keys are ignored with a warning, unless the host
 * refuses them, and null counts as absent. Keys of v1 are refused, because the response would lack the requested
 * result.
 *
 * @throws InvalidRequestError with every problem; NotSupportedError
 */
export function readOpenBody<T extends object>(
  bodyClass: Type<T>,
  value: unknown,
  { unknownKeys }: Pick<ResolvedOptions, 'unknownKeys'>,
): OpenBody<T> {
  const given = withoutNulls(toSafeObject(value), bodyClass);
  refuseHosted(given);
  const problems = otherWords(given, bodyClass, []);
  if (problems.length > 0) throw new InvalidRequestError(problems);
  const body = readBody(bodyClass, given, 'ignore');
  refuseRedaction(given);
  const unknown = unknownPaths(given, body, bodyClass, []).slice(0, MAX_NAMED);
  if (unknown.length > 0 && unknownKeys === 'reject')
    throw new InvalidRequestError(
      unknown.map(({ path, owner }) => unrecognized(path, didYouMean(owner, path))),
    );
  return { body, warnings: unknown.map(toWarning) };
}

function withoutNulls(given: Record<string, unknown>, bodyClass: Type<object>): Record<string, unknown> {
  const entries = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const nested = nestedClass(bodyClass, key);
      return [key, nested && isJsonObject(value) ? withoutNulls(value, nested) : value];
    });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function refuseHosted(given: object): void {
  const word = Object.keys(given).find((key) => HOSTED_ONLY_KEYS.has(key));
  if (word !== undefined && !('url' in given)) throw new NotSupportedError(HOSTED_ONLY_KEYS.get(word)!);
}

/**
 * Refuses `redactPII` anywhere in a body. If it were ignored, the response would contain data that the caller wants
 * removed.
 */
function refuseRedaction({ redactPII, scrapeOptions }: Record<string, unknown>): void {
  const isRequested =
    Boolean(redactPII) || (isJsonObject(scrapeOptions) && Boolean(scrapeOptions['redactPII']));
  if (isRequested) throw new NotSupportedError(NO_REDACTION);
}

function otherWords(
  given: Record<string, unknown>,
  bodyClass: Type<object>,
  parents: readonly string[],
): RequestProblem[] {
  return Object.entries(given).flatMap(([key, value]) => {
    const path = [...parents, key];
    const own = isExtractField(bodyClass, key) ? undefined : RENAMED_KEYS.get(key);
    if (own !== undefined) return [{ path, message: `${path.join('.')} is no field of v2; use ${own}` }];
    const nested = nestedClass(bodyClass, key);
    return nested && isJsonObject(value) ? otherWords(value, nested, path) : [];
  });
}

/** Extract bodies of v2 have one field that other bodies of v2 name otherwise. */
const isExtractField = (bodyClass: Type<object>, key: string): boolean =>
  key === 'ignoreSitemap' && bodyClass.prototype instanceof ExtractJobFields;

/** Most keys that are named; there may be hundreds. */
const MAX_NAMED = 10;
const MAX_NAME_CHARS = 60;

/** An unknown key and the class of its object. */
interface UnknownKey {
  readonly path: readonly string[];
  readonly owner: Type<object>;
}

function toWarning({ path, owner }: UnknownKey): string {
  const name = path.join('.').slice(0, MAX_NAME_CHARS);
  return `${name} is not known and was ignored${didYouMean(owner, path)}`;
}

function unknownPaths(
  given: object,
  body: object,
  bodyClass: Type<object>,
  parents: readonly string[],
): UnknownKey[] {
  return Object.entries(given).flatMap(([key, value]: [string, unknown]) => {
    const path = [...parents, key];
    const read = Object.hasOwn(body, key) ? (body as Record<string, unknown>)[key] : undefined;
    if (read === undefined) return isSilent(key, value) ? [] : [{ path, owner: bodyClass }];
    const nested = nestedClass(bodyClass, key);
    return nested && isJsonObject(value) && isJsonObject(read) ? unknownPaths(value, read, nested, path) : [];
  });
}

function isSilent(key: string, value: unknown): boolean {
  if (key.startsWith('__') || IGNORED_KEYS.has(key)) return true;
  return IGNORED_WHERE_EMPTY.has(key) && (!value || (isJsonObject(value) && Object.keys(value).length === 0));
}
