import type { ForgetFilter } from '../../ports/page-history.port.js';
import type { FeedWriter } from './feed-writer.js';
import {
  bytesOfGroup,
  bytesOfHead,
  bytesOfHost,
  unpackHead,
  type HeadRow,
  type StoredHead,
} from './head-row.js';
import type { OwnerBytes } from './owner-bytes.js';
import { partitionOf, placesOf, type GroupRow, type Place } from './page-place.js';
import type { RowId, Rows, RowStore } from './row-store.js';
import type { TextRows } from './text-rows.js';
import type { VisitRows } from './visit-rows.js';

/** Returns the given hosts, or all hosts of a group. */
export async function* hostsOf(
  store: RowStore,
  group: string,
  hosts: readonly string[] | null,
): AsyncGenerator<string> {
  if (hosts) return yield* hosts;
  for await (const part of store.parts('hosts', group)) for (const [host] of part) yield String(host);
}

/** Removes pages with all of their rows. */
export class PageRemover {
  constructor(
    private readonly bytes: OwnerBytes,
    private readonly texts: TextRows,
    private readonly visits: VisitRows,
    private readonly feeds: FeedWriter,
  ) {}

  async forgetGroup(
    store: RowStore,
    { owner, group }: Pick<Place, 'owner' | 'group'>,
    { url, alias }: ForgetFilter,
  ): Promise<number> {
    if (url === undefined) {
      const removed = await this.removePages(store, owner, group, () => true);
      await this.visits.removeAll(store, owner, ([, of]) => of === group);
      return removed;
    }
    const pages = await store.look((rows) => placesOf(rows, group, { url, alias }));
    const removed = await store.change((rows) => {
      const found = pages.filter((place) => this.removePage(rows, owner, { group, ...place }));
      for (const { host } of found) this.removeEmpty(rows, owner, { group, host });
      return found.length;
    });
    const ids = new Set(pages.map(({ id }) => id));
    await this.visits.removeAll(store, owner, ([, of, page]) => of === group && ids.has(page));
    return removed;
  }

  /** Removes the matching pages of a group, and entries of hosts and groups that have none. */
  async removePages(
    store: RowStore,
    owner: string,
    group: string,
    isMeant: (stored: StoredHead) => boolean,
  ): Promise<number> {
    let removed = 0;
    for await (const host of hostsOf(store, group, null)) {
      let left = 0;
      for await (const part of store.parts<HeadRow>('heads', partitionOf({ group, host }))) {
        const ids = part.filter(([, row]) => isMeant(unpackHead(row))).map(([id]) => id);
        left += part.length - ids.length;
        if (ids.length === 0) continue;
        await store.change((rows) => ids.forEach((id) => this.removePage(rows, owner, { group, host, id })));
        removed += ids.length;
      }
      if (left === 0) await store.change((rows) => this.removeEmpty(rows, owner, { group, host }));
    }
    await store.change((rows) => this.removeEmpty(rows, owner, { group, host: '' }));
    return removed;
  }

  /** Removes the entry of a host without pages, and that of a group without hosts. */
  private removeEmpty(rows: Rows, owner: string, { group, host }: Pick<Place, 'group' | 'host'>): void {
    const facts = rows.get('hosts', group, host);
    if (facts !== undefined && rows.first('heads', partitionOf({ group, host }), 1).length === 0) {
      rows.remove('hosts', group, host);
      this.bytes.add(rows, owner, -bytesOfHost(host, facts));
    }
    const names = rows.get<GroupRow>('groups', owner, group);
    if (names === undefined || rows.first('hosts', group, 1).length > 0) return;
    rows.remove('groups', owner, group);
    const [tag, variant] = names;
    this.bytes.add(rows, owner, -bytesOfGroup({ tag, variant }));
  }

  private removePage(
    rows: Rows,
    owner: string,
    { group, host, id }: { readonly group: string; readonly host: string; readonly id: RowId },
  ): boolean {
    const row = rows.get<HeadRow>('heads', partitionOf({ group, host }), id);
    if (!row) return false;
    this.feeds.removeOf(rows, owner, { group, page: String(id) }, Date.now());
    const stored = unpackHead(row);
    this.texts.removeText(rows, owner, stored);
    for (const [n] of stored.versions) this.texts.remove(rows, 'versions', owner, n);
    if (stored.alias !== null) rows.remove('aliases', group, stored.alias);
    rows.remove('heads', partitionOf({ group, host }), id);
    this.bytes.add(rows, owner, -bytesOfHead(stored.head));
    return true;
  }
}
