import type { Choice, StatedValue } from './stated-value.js';

/** Properties that identify an item: items with different values are different. */
const IDENTITY =
  /^(?:id|sku|gtin|isbn|url|link|href|name|title|headline|question|email|slug|code)$|(?:_id|Id|_url|Url|_name|Name|_title|Title)$/;
/** Unique identifiers: items with the same value are the same, even if other properties differ. */
const UNIQUE = /^(?:id|sku|gtin\d*|ean|isbn\d*)$/i;

/**
 * Merges the values of two sources. New list items are appended; an object gets the properties of both; for a scalar in
 * both sources, both values are kept.
 */
export function mergeStated(a: StatedValue, b: StatedValue): StatedValue {
  if (b.kind === 'empty')
    return a.kind === 'empty' && (a.value ?? null) === null ? { ...a, value: a.value ?? b.value } : a;
  if (a.kind === 'empty') return b;
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', items: joinLists(a.items, b.items) };
  if (a.kind === 'record' && b.kind === 'record') return joinRecords(a, b);
  if (a.kind === 'scalar' && b.kind === 'scalar')
    return { kind: 'scalar', choices: joinChoices(a.choices, b.choices) };
  return a; // different types, such as a list and a text: the first value determines the type
}

type StatedRecord = Extract<StatedValue, { kind: 'record' }>;

function joinRecords(a: StatedRecord, b: StatedRecord): StatedRecord {
  const fields = new Map(a.fields);
  for (const [name, other] of b.fields) {
    const own = fields.get(name);
    fields.set(name, own ? mergeStated(own, other) : other);
  }
  return { kind: 'record', fields };
}

function joinChoices(a: readonly Choice[], b: readonly Choice[]): readonly Choice[] {
  const joined = new Map(a.map((choice) => [choice.key, choice]));
  for (const choice of b) {
    const known = joined.get(choice.key);
    joined.set(choice.key, known ? { ...known, claims: [...known.claims, ...choice.claims] } : choice);
  }
  return [...joined.values()];
}

/** Duplicates within one source are kept; only duplicates between the sources are merged. */
function joinLists(a: readonly StatedValue[], b: readonly StatedValue[]): StatedValue[] {
  const joined = [...a];
  const open = new Map<string, Set<number>>();
  a.forEach((item, at) => keysOf(item).forEach((key) => open.set(key, (open.get(key) ?? new Set()).add(at))));
  for (const item of b) {
    const known = keysOf(item).flatMap((key) => [...(open.get(key) ?? [])]);
    const at =
      known.find((index) => isConsistent(a[index]!, item)) ??
      known.find((index) => isSameThing(a[index]!, item));
    if (at === undefined) joined.push(item);
    else {
      keysOf(a[at]!).forEach((key) => open.get(key)?.delete(at));
      joined[at] = mergeStated(a[at]!, item);
    }
  }
  return joined;
}

/** Lookup keys of an item: its identifying properties, or else its whole content. */
function keysOf(item: StatedValue): string[] {
  if (item.kind !== 'record') return [textOf(item)];
  const names = [...item.fields].filter(([name]) => IDENTITY.test(name) || UNIQUE.test(name));
  if (names.length === 0) return [textOf(item)];
  return names.flatMap(([name, one]) => (one.kind === 'scalar' ? [`${name} ${textOf(one)}`] : []));
}

/** True if no property in both items has contradictory values. */
function isConsistent(a: StatedValue, b: StatedValue): boolean {
  if (a.kind !== 'record' || b.kind !== 'record') return textOf(a) === textOf(b);
  return [...a.fields].every(([name, one]) => {
    const other = b.fields.get(name);
    return other?.kind !== 'scalar' || one.kind !== 'scalar' || isShared(one.choices, other.choices);
  });
}

/** True if both items have the same unique identifier. */
function isSameThing(a: StatedValue, b: StatedValue): boolean {
  if (a.kind !== 'record' || b.kind !== 'record') return false;
  return [...a.fields].some(([name, one]) => {
    const other = b.fields.get(name);
    return (
      UNIQUE.test(name) &&
      one.kind === 'scalar' &&
      other?.kind === 'scalar' &&
      isShared(one.choices, other.choices)
    );
  });
}

function isShared(a: readonly Choice[], b: readonly Choice[]): boolean {
  return a.some(({ key }) => b.some((other) => other.key === key));
}

/** Canonical text: equal for equal content. */
function textOf(stated: StatedValue): string {
  if (stated.kind === 'empty') return '';
  if (stated.kind === 'scalar') return stated.choices[0]!.key;
  if (stated.kind === 'list') return `[${stated.items.map(textOf).join()}]`;
  return `{${[...stated.fields].map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`).join()}}`;
}
