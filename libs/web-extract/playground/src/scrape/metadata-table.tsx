import type { PageMetadata } from '../api/answers.js';
import { DataTable } from '../ui/data-table.js';

/** Metadata of a page. */
export function MetadataTable({ metadata }: { readonly metadata: PageMetadata }) {
  const entries = Object.entries(metadata).filter(([, value]) => value !== null && !isEmptyList(value));
  return (
    <DataTable label="Metadata">
      {entries.map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td class="any-break">{typeof value === 'string' ? value : JSON.stringify(value)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
