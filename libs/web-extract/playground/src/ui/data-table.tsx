import type { ComponentChildren } from 'preact';

/** Title of a column; those of numbers are aligned as their cells. */
type Column = string | { readonly number: string };

interface DataTableProps {
  readonly label: string;
  /** Absent: the rows have titles. */
  readonly columns?: readonly Column[];
  /** Rows. */
  readonly children: ComponentChildren;
}

/** Table that scrolls horizontally if it is wider than its place. */
export function DataTable({ label, columns, children }: DataTableProps) {
  return (
    <div class="table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table class="table">
        {columns && (
          <thead>
            <tr>{columns.map(headOf)}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headOf(column: Column) {
  const [title, kind] = typeof column === 'string' ? [column] : [column.number, 'number'];
  return (
    <th key={title} scope="col" class={kind}>
      {title}
    </th>
  );
}
