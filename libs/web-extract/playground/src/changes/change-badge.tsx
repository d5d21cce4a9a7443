import type { PageChange } from '../api/answers.js';

const KINDS = { new: 'good', changed: 'warn', removed: 'bad', same: '' } as const;

/** Status of a tracked page. */
export function ChangeBadge({ status }: { readonly status: PageChange['changeStatus'] }) {
  return <span class={`badge ${KINDS[status] && `badge-${KINDS[status]}`}`}>{status}</span>;
}
