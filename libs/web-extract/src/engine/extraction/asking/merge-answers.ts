import { ownValue } from '../own-value.js';

/** Names under which things are known: two things with another name are two things. */
const IDENTITY =
  /^(?:id|sku|gtin|isbn|url|link|href|name|title|headline|question|email|slug|code)$|(?:_id|Id|_url|Url|_name|Name|_title|Title)$/;

/**
 * Joins what was found in the parts of a page, in their order. Lists grow by what is new; where an object is stated more
 * than once, each property comes from the part that states it most completely.
 */
export function mergeAnswers(answers: readonly unknown[]): unknown {
  return answers.reduce((merged, answer) => merge(merged, answer));
}

function merge(a: unknown, b: unknown): unknown {
  if (isEmpty(b)) return a ?? b;
  if (isEmpty(a)) return b;
  if (Array.isArray(a) && Array.isArray(b)) return joinLists(a, b);
  if (isRecord(a) && isRecord(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return Object.fromEntries(names.map((name) => [name, merge(ownValue(a, name), ownValue(b, name))]));
  }
  return a; // both state it: what stands first on a page is what the page is about
}

/** What one part lists twice is listed twice; only what two parts say of the same thing is said once. */
function joinLists(a: readonly unknown[], b: readonly unknown[]): unknown[] {
  const joined = [...a];
  const open = new Map<string, Set<number>>();
  a.forEach((item, at) => keysOf(item).forEach((key) => open.set(key, (open.get(key) ?? new Set()).add(at))));
  for (const item of b) {
    const known = keysOf(item).flatMap((key) => [...(open.get(key) ?? [])]);
    const at = known.find((index) => isConsistent(a[index], item));
    if (at === undefined) joined.push(item);
    else {
      keysOf(a[at]).forEach((key) => open.get(key)?.delete(at));
      joined[at] = merge(a[at], item);
    }
  }
  return joined;
}

/** What an item is known by: each of its names, or else all of it. */
function keysOf(item: unknown): string[] {
  if (!isRecord(item)) return [normal(item)];
  const names = Object.keys(item).filter((name) => IDENTITY.test(name));
  if (names.length === 0) return [JSON.stringify(item)];
  return names
    .filter((name) => !isEmpty(item[name]) && !isObject(item[name]))
    .map((name) => `${name} ${normal(item[name])}`);
}

/** Whether nothing that both items state contradicts. */
function isConsistent(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return normal(a) === normal(b);
  return Object.entries(a).every(([name, one]) => {
    const other = ownValue(b, name);
    return (
      isEmpty(one) || isEmpty(other) || isObject(one) || isObject(other) || normal(one) === normal(other)
    );
  });
}

function normal(value: unknown): string {
  return typeof value === 'string'
    ? value.toLowerCase().replace(/\s+/g, ' ').trim()
    : (JSON.stringify(value) ?? '');
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}
