import type { FieldSpec, Values } from './fields.js';

/** The values of fields as the API takes them. What was left alone is left out. */
export function readFields(fields: readonly FieldSpec[], values: Values): Record<string, unknown> {
  const entries = fields.map((spec) => [spec.name, readField(spec, values[spec.name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readField(spec: FieldSpec, value: Values[string] | undefined): unknown {
  if (value === undefined || value === '') return undefined;
  switch (spec.kind) {
    case 'switch':
      return value === (spec.isOn ?? false) ? undefined : value;
    case 'number':
      return Number.isFinite(Number(value)) ? Number(value) : String(value);
    case 'lines':
      return noneIfEmpty(linesOf(String(value)));
    case 'chips':
      return noneIfEmpty(value as readonly string[]);
    default:
      return String(value).trim();
  }
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const noneIfEmpty = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;
