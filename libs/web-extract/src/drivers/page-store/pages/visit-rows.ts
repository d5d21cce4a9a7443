import type { SnapshotUpdate } from '../../../ports/stores/page-history.port.js';
import type { OwnerBytes } from '../owner-bytes.js';
import type { Place } from './page-place.js';
import { bytesOfVisit } from '../row-bytes.js';
import type { Rows, RowStore } from '../row-store.js';
import { shortHash } from './short-hash.js';

/** Time of a recorded verdict, and its page. */
type VisitRow = readonly [at: number, group: string, page: string];

/** Verdicts of visits, which are reported again if a visit is repeated. */
export class VisitRows {
  constructor(private readonly bytes: OwnerBytes) {}

  get(rows: Pick<Rows, 'get'>, owner: string, visitId: string): Buffer | undefined {
    return rows.get<Buffer>('verdicts', owner, shortHash(visitId));
  }

  put(rows: Rows, { owner, group, page }: Place, { head, visit }: SnapshotUpdate, packed: Buffer): void {
    const id = shortHash(visit!.id);
    rows.put('visits', owner, id, [head.visitedAt, group, page] satisfies VisitRow);
    rows.put('verdicts', owner, id, packed);
    this.bytes.add(rows, owner, bytesOfVisit(packed));
  }

  async removeAll(store: RowStore, owner: string, isMeant: (row: VisitRow) => boolean): Promise<void> {
    for await (const part of store.parts<VisitRow>('visits', owner)) {
      const ids = part.filter(([, row]) => isMeant(row)).map(([id]) => id);
      if (ids.length === 0) continue;
      await store.change((rows) => {
        for (const id of ids) {
          const packed = rows.get<Buffer>('verdicts', owner, id);
          rows.remove('visits', owner, id);
          rows.remove('verdicts', owner, id);
          this.bytes.add(rows, owner, -bytesOfVisit(packed));
        }
      });
    }
  }
}
