import { InvalidRequestError } from '../../model/errors.js';

/** Maximum nesting depth: recursive code needs stack for each level. JSON Schemas in use stay under 40. */
export const MAX_DEPTH = 100;
/** More values would hold up the event loop while they are checked; the largest honest bodies have a few thousand. */
export const MAX_VALUES = 50_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses keys that could reach a prototype, nesting and lists without end. Iterative: safe on any parsed JSON. */
export function refuseUnsafeJson(body: object): void {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: body, depth: 1 }];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH) throw tooDeep();
    const keys = Array.isArray(value) ? null : Object.keys(value);
    values += keys?.length ?? (value as unknown[]).length;
    if (values > MAX_VALUES) throw tooManyValues();
    for (const key of keys ?? []) {
      if (FORBIDDEN_KEYS.has(key)) throw refusal([key], `key ${key} is not allowed`);
    }
    const children = keys === null ? (value as unknown[]) : Object.values(value);
    for (const child of children) {
      if (typeof child === 'object' && child !== null) open.push({ value: child, depth: depth + 1 });
    }
  }
}

export const tooDeep = () => refusal([], `body is nested deeper than ${MAX_DEPTH} levels`);

export const tooManyValues = () => refusal([], `body has more than ${MAX_VALUES} values`);

function refusal(path: readonly string[], message: string): InvalidRequestError {
  return new InvalidRequestError([{ path, message }]);
}
