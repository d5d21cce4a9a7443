import { InvalidRequestError } from '../../model/errors.js';

/** Deeper bodies serve no field and cost stack in whatever walks them; JSON Schemas of real use stay under 40. */
const MAX_DEPTH = 100;
/** More values would hold up the event loop while they are checked; the largest honest bodies have a few thousand. */
const MAX_VALUES = 50_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses keys that could reach a prototype, nesting and lists without end. Iterative: safe on any parsed JSON. */
export function refuseUnsafeJson(body: object): void {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: body, depth: 1 }];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH) throw refusal([], `body is nested deeper than ${MAX_DEPTH} levels`);
    values += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (values > MAX_VALUES) throw refusal([], `body has more than ${MAX_VALUES} values`);
    for (const key of Array.isArray(value) ? [] : Object.keys(value)) {
      if (FORBIDDEN_KEYS.has(key)) throw refusal([key], `key ${key} is not allowed`);
    }
    for (const child of Object.values(value)) {
      if (typeof child === 'object' && child !== null) open.push({ value: child, depth: depth + 1 });
    }
  }
}

function refusal(path: readonly string[], message: string): InvalidRequestError {
  return new InvalidRequestError([{ path, message }]);
}
