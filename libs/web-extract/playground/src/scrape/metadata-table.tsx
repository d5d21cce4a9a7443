import type { PageMetadata } from '../api/answers.js';

/** Everything that is known about a page besides its text. */
export function MetadataTable({ metadata }: { readonly metadata: PageMetadata }) {
  const entries = Object.entries(metadata).filter(([, value]) => value !== null && !isEmptyList(value));
  return (
    <table class="table">
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
