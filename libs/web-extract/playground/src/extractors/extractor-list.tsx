import type { Extractor } from '../api/extractor-answers.js';
import { timeOf } from '../monitors/monitor-text.js';
import { count } from '../ui/format.js';
import { DataTable } from '../ui/data-table.js';
import { ExtractorActions } from './extractor-actions.js';
import { fieldText } from './reasons.js';
import type { Extractors } from './use-extractors.js';

interface ExtractorListProps {
  readonly extractors: readonly Extractor[];
  readonly change: Extractors['change'];
  readonly open: (id: string) => void;
}

/** Table of extractors with their health and actions. */
export function ExtractorList({ extractors, change, open }: ExtractorListProps) {
  return (
    <DataTable
      label="Extractors"
      columns={['Name', 'Health', 'Drifted fields', 'Fields', 'Version', 'Pages read', 'Updated', 'Actions']}
    >
      {extractors.map((extractor) => (
        <tr key={extractor.id}>
          <td>
            <button
              type="button"
              class="link cut"
              title={extractor.name ?? extractor.id}
              onClick={() => open(extractor.id)}
            >
              {extractor.name ?? extractor.id}
            </button>
          </td>
          <td>
            <ExtractorBadge extractor={extractor} />
          </td>
          <td>{driftedText(extractor)}</td>
          <td>
            {count(new Set(extractor.templates.flatMap(({ fields }) => fields.map(({ path }) => path))).size)}
          </td>
          <td>{extractor.version}</td>
          <td>{count(extractor.saved.pages)}</td>
          <td class="nowrap">{timeOf(extractor.updatedAt)}</td>
          <td>
            <ExtractorActions extractor={extractor} change={change} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

const driftedText = ({ drift }: Extractor): string =>
  [...new Set(drift.flatMap(({ fields }) => fields.map(({ path }) => fieldText(path))))].join(', ');

/** Status of an extractor that is not ready, and its health otherwise. */
export function ExtractorBadge({ extractor: { status, health } }: { readonly extractor: Extractor }) {
  if (status === 'failed') return <span class="badge badge-bad">failed</span>;
  if (status === 'learning' || health === 'healing')
    return <span class="badge badge-scraping">{status === 'learning' ? status : health}</span>;
  return <span class={`badge ${health === 'ok' ? 'badge-good' : 'badge-warn'}`}>{health}</span>;
}
