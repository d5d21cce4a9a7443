import type { Choice, StatedValue } from './stated-value.js';

/** Names under which things are known: two things with another name are two things. */
const IDENTITY =
  /^(?:id|sku|gtin|isbn|url|link|href|name|title|headline|question|email|slug|code)$|(?:_id|Id|_url|Url|_name|Name|_title|Title)$/;
/** Names that nobody gives to two things: what else is said of them may differ. */
const UNIQUE = /^(?:id|sku|gtin\d*|ean|isbn\d*)$/i;

/**
 * Joins what two sources state. Lists grow by what is new; of an object each property comes from whoever states it; of a scalar that
 * both state each keeps its own.
 */
export function mergeStated(a: StatedValue, b: StatedValue): StatedValue {
  if (b.kind === 'empty')
    return a.kind === 'empty' && (a.value ?? null) === null ? { ...a, value: a.value ?? b.value } : a;
  if (a.kind === 'empty') return b;
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', items: joinLists(a.items, b.items) };
  if (a.kind === 'record' && b.kind === 'record') return joinRecords(a, b);
  if (a.kind === 'scalar' && b.kind === 'scalar')
    return { kind: 'scalar', choices: joinChoices(a.choices, b.choices) };
  return a; // a list and a text: what was stated first decides the form
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

/** What one source lists twice is listed twice; only what two say of the same thing is said once. */
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

/** What an item is known by: each of its names, or else all of it. */
function keysOf(item: StatedValue): string[] {
  if (item.kind !== 'record') return [textOf(item)];
  const names = [...item.fields].filter(([name]) => IDENTITY.test(name) || UNIQUE.test(name));
  if (names.length === 0) return [textOf(item)];
  return names.flatMap(([name, one]) => (one.kind === 'scalar' ? [`${name} ${textOf(one)}`] : []));
}

/** Whether nothing that both items state contradicts. */
function isConsistent(a: StatedValue, b: StatedValue): boolean {
  if (a.kind !== 'record' || b.kind !== 'record') return textOf(a) === textOf(b);
  return [...a.fields].every(([name, one]) => {
    const other = b.fields.get(name);
    return other?.kind !== 'scalar' || one.kind !== 'scalar' || isShared(one.choices, other.choices);
  });
}

/** Whether both items have one number that is given out once. */
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

/** The same for what is written alike. */
function textOf(stated: StatedValue): string {
  if (stated.kind === 'empty') return '';
  if (stated.kind === 'scalar') return stated.choices[0]!.key;
  if (stated.kind === 'list') return `[${stated.items.map(textOf).join()}]`;
  return `{${[...stated.fields].map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`).join()}}`;
}
