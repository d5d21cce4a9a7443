import type { ValueEvidence } from '../../model/extraction/extraction.js';
import { escapePointer } from '../evidence/collect-evidence.js';

/** Statement of a value by a source. */
export interface Claim {
  /** Index of the source. */
  readonly source: number;
  /** Evidence in the source; null if the value was not checked. */
  readonly evidence: ValueEvidence | null;
}

/** A value and all statements of it. */
export interface Choice {
  readonly value: unknown;
  /** Canonical text: equal for equal content. */
  readonly key: string;
  readonly claims: readonly Claim[];
}

/** Merged value at one path, from one or more sources. */
export type StatedValue =
  /** null, or an empty text, list or object. */
  | { readonly kind: 'empty'; readonly value: unknown }
  /** In order of statement. */
  | { readonly kind: 'scalar'; readonly choices: readonly Choice[] }
  | { readonly kind: 'list'; readonly items: readonly StatedValue[] }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, StatedValue> };

/** Deeper values are treated as scalars. */
const MAX_DEPTH = 60;

/** Value of one source. @param evidence by JSON Pointer */
export function statedBy(
  source: number,
  value: unknown,
  evidence: ReadonlyMap<string, ValueEvidence> = new Map(),
  path = '',
  depth = 0,
): StatedValue {
  if (isEmpty(value)) return { kind: 'empty', value };
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    return {
      kind: 'scalar',
      choices: [{ value, key: keyOf(value), claims: [{ source, evidence: evidence.get(path) ?? null }] }],
    };
  }
  const inner = (name: string, one: unknown) =>
    statedBy(source, one, evidence, `${path}/${escapePointer(name)}`, depth + 1);
  if (Array.isArray(value)) return { kind: 'list', items: value.map((one, at) => inner(`${at}`, one)) };
  const fields = Object.entries(value).map(([name, one]) => [name, inner(name, one)] as const);
  return { kind: 'record', fields: new Map(fields) };
}

/** Chooses among the values stated at one path. */
export type Choose = (choices: readonly Choice[]) => Choice;

/** The first value on a page usually refers to its main subject. */
export const chooseFirst: Choose = (choices) => choices[0]!;

/** The final value, with the claims of each scalar by JSON Pointer. */
export interface ChosenValue {
  readonly value: unknown;
  readonly claims: ReadonlyMap<string, readonly Claim[]>;
}

export function chosenValue(stated: StatedValue, choose: Choose): ChosenValue {
  const claims = new Map<string, readonly Claim[]>();
  return { value: valueOf(stated, choose, '', claims), claims };
}

function valueOf(
  stated: StatedValue,
  choose: Choose,
  path: string,
  claims: Map<string, readonly Claim[]>,
): unknown {
  if (stated.kind === 'empty') return stated.value;
  if (stated.kind === 'scalar') {
    const chosen = choose(stated.choices);
    claims.set(path, chosen.claims);
    return chosen.value;
  }
  const inner = (name: string, one: StatedValue) =>
    valueOf(one, choose, `${path}/${escapePointer(name)}`, claims);
  if (stated.kind === 'list') return stated.items.map((one, at) => inner(`${at}`, one));
  return Object.fromEntries([...stated.fields].map(([name, one]) => [name, inner(name, one)]));
}

function keyOf(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.toLowerCase().replace(/\s+/g, ' ').trim())
    : (JSON.stringify(value) ?? '');
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
