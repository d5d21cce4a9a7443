import { ChangeBadge } from '../changes/change-badge.js';
import { shortAddress } from '../ui/format.js';
import { VirtualList } from '../ui/virtual-list.js';
import type { PageRow } from './crawl-messages.js';

interface ChangeListProps {
  readonly rows: readonly PageRow[];
  /** Positions of the changed pages among all pages of the crawl. */
  readonly places: readonly number[];
  readonly origin: string | null;
  readonly opened: number | null;
  readonly open: (at: number) => void;
}

/** Positions of the pages that are new, changed or removed. */
export function changedPlaces(rows: readonly PageRow[]): number[] {
  return rows.flatMap(({ change }, at) => (change !== null && change.changeStatus !== 'same' ? [at] : []));
}

/** Pages of a crawl that are new, changed or removed. */
export function ChangeList({ rows, places, origin, opened, open }: ChangeListProps) {
  if (places.length === 0) return <p class="quiet">No changes.</p>;
  return (
    <VirtualList
      label="Changed pages"
      rows={places.length}
      current={opened === null ? null : places.indexOf(opened)}
      open={(at) => open(places[at]!)}
      row={(at) => {
        const { url = '', title = '', change = null } = rows[places[at]!] ?? {};
        return (
          <>
            {change && <ChangeBadge status={change.changeStatus} />}
            <span class="cut">{shortAddress(url, origin)}</span>
            <span class="cut quiet">{title}</span>
            {change?.visibility === 'hidden' && <span class="badge">hidden</span>}
          </>
        );
      }}
    />
  );
}
