import type { StatedTable } from '../../model/page/structured-data.js';
import type { SchemaShape } from '../schema/schema-shape.js';
import { conceptOf } from './concepts.js';
import type { Mapped, ValueMapper } from './value-mapper.js';
import { keyOf } from './words-of.js';

/** Rows of the tables whose columns match the properties of the list items. Null if no table has all of them. */
export function mapRows(
  tables: readonly StatedTable[],
  shape: SchemaShape,
  values: ValueMapper,
): Mapped | null {
  const names = Object.keys(shape.properties);
  if (names.length < 2) return null;
  const rows = tables.flatMap((table) => {
    const columns = names.map((name) => columnOf(table, name));
    const isMeant = names.every(
      (name, at) => columns[at]! >= 0 || (shape.required.size > 0 && !shape.required.has(name)),
    );
    return isMeant && columns.filter((column) => column >= 0).length >= 2
      ? rowsOf(table, columns, names, shape, values)
      : [];
  });
  if (rows.length === 0) return null;
  const isComplete =
    names.every((name) => rows.some((row) => Object.hasOwn(row, name))) &&
    rows.every((row) => [...shape.required].every((name) => Object.hasOwn(row, name)));
  return { value: rows, statement: 'table', isComplete };
}

function columnOf({ columns }: StatedTable, name: string): number {
  const key = keyOf(name);
  const exact = columns.findIndex((column) => keyOf(column) === key);
  if (exact >= 0) return exact;
  const concept = conceptOf(key);
  return concept === null ? -1 : columns.findIndex((column) => conceptOf(keyOf(column)) === concept);
}

function rowsOf(
  { rows }: StatedTable,
  columns: readonly number[],
  names: readonly string[],
  shape: SchemaShape,
  values: ValueMapper,
): Record<string, unknown>[] {
  return rows
    .map((row) =>
      Object.fromEntries(
        names.flatMap((name, at) => {
          const cell = columns[at]! >= 0 ? (row[columns[at]!] ?? '') : '';
          const mapped = cell === '' ? null : values.convert(cell, shape.properties[name], name, 'table');
          return mapped ? [[name, mapped.value] as const] : [];
        }),
      ),
    )
    .filter((row) => Object.keys(row).length > 0);
}
