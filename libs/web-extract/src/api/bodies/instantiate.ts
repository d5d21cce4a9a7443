import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { InvalidRequestError } from '../../model/errors.js';
import { isJsonObject } from './json-object.js';
import { nestedClass } from './validators.js';

/** Each key of a checked object is looked at several times; no body has a hundred fields. */
const MAX_FIELDS = 1_000;

/** An instance made from parsed JSON, and the keys that could not be carried over. */
interface Instantiated<T> {
  readonly instance: T;
  /** Paths of keys that every object inherits, such as `hasOwnProperty`: code that meets them as values breaks. */
  readonly oddKeys: readonly (readonly string[])[];
}

/**
 * Makes an instance of a body's class, and of the classes of its nested objects.
 *
 * class-transformer gets the fields that hold no objects. What callers nest freely (JSON Schemas, headers, metadata) stays as
 * it came: it is data, and keys such as `hasOwnProperty` in it would break the transformation. Keys starting with `__` are clients' own and carry nothing for us.
 *
 * @throws InvalidRequestError when an object has more than a thousand keys
 */
export function instantiate<T extends object>(
  bodyClass: Type<T>,
  body: Record<string, unknown>,
  parents: readonly string[] = [],
): Instantiated<T> {
  const plain: Record<string, unknown> = {};
  const nestedValues: Record<string, unknown> = {};
  const oddKeys: (readonly string[])[] = [];
  refuseTooManyFields(body, parents);
  for (const [key, value] of Object.entries(body)) {
    const path = [...parents, key];
    if (key.startsWith('__')) continue;
    if (key in Object.prototype) {
      oddKeys.push(path);
      continue;
    }
    if (typeof value !== 'object' || value === null) {
      plain[key] = value;
      continue;
    }
    const nested = nestedClass(bodyClass, key);
    const child = nested && isJsonObject(value) ? instantiate(nested, value, path) : null;
    if (child) oddKeys.push(...child.oddKeys);
    nestedValues[key] = child ? child.instance : value;
  }
  return { instance: Object.assign(plainToInstance(bodyClass, plain), nestedValues), oddKeys };
}

/** @throws InvalidRequestError */
export function refuseTooManyFields(body: object, path: readonly string[] = []): void {
  if (Object.keys(body).length <= MAX_FIELDS) return;
  const message = `${path.join('.') || 'body'} has more than ${MAX_FIELDS} keys`;
  throw new InvalidRequestError([{ path, message }]);
}
