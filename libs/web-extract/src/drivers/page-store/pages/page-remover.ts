import type { ForgetFilter } from '../../../ports/stores/page-history.port.js';
import type { FeedWriter } from '../feed/feed-writer.js';
import { bytesOfHead, pageOf, unpackHead, type HeadRow, type StoredHead } from './head-row.js';
import type { OwnerBytes } from '../owner-bytes.js';
import { partitionOf } from './page-id.js';
import { placesOf, type GroupRow, type Place } from './page-place.js';
import { bytesOfGroup, bytesOfSite } from '../row-bytes.js';
import type { RowId, Rows, RowStore } from '../row-store.js';
import { siteOf } from './site-of.js';
import type { TextRows } from './text-rows.js';
import type { VisitRows } from './visit-rows.js';

/** Returns the sites of hosts, or all sites of a group. */
export async function* sitesOf(
  store: RowStore,
  group: string,
  hosts: readonly string[] | null,
): AsyncGenerator<string> {
  if (hosts) return yield* new Set(hosts.map(siteOf));
  for await (const part of store.parts('sites', group)) for (const [site] of part) yield String(site);
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
      for (const { site } of found) this.removeEmpty(rows, owner, { group, site });
      return found.length;
    });
    const ids = new Set(pages.map(({ stored }) => pageOf(stored)));
    await this.visits.removeAll(store, owner, ([, of, page]) => of === group && ids.has(page));
    return removed;
  }

  /** Removes the matching pages of a group unless they are visited meanwhile, and entries of sites and groups that have none. */
  async removePages(
    store: RowStore,
    owner: string,
    group: string,
    isMeant: (stored: StoredHead) => boolean,
  ): Promise<number> {
    let removed = 0;
    for await (const site of sitesOf(store, group, null)) {
      let left = 0;
      for await (const part of store.parts<HeadRow>('heads', partitionOf({ group, site }))) {
        const ids = part.filter(([, row]) => isMeant(unpackHead(row, site))).map(([id]) => id);
        const gone =
          ids.length > 0
            ? await store.change((rows) => this.removeMeant(rows, owner, { group, site, ids }, isMeant))
            : 0;
        left += part.length - gone;
        removed += gone;
      }
      if (left === 0) await store.change((rows) => this.removeEmpty(rows, owner, { group, site }));
    }
    await store.change((rows) => this.removeEmpty(rows, owner, { group, site: '' }));
    return removed;
  }

  /** @returns number of the removed pages */
  private removeMeant(
    rows: Rows,
    owner: string,
    { group, site, ids }: { readonly group: string; readonly site: string; readonly ids: readonly RowId[] },
    isMeant: (stored: StoredHead) => boolean,
  ): number {
    const isStillMeant = (id: RowId): boolean => {
      const row = rows.get<HeadRow>('heads', partitionOf({ group, site }), id);
      return row !== undefined && isMeant(unpackHead(row, site));
    };
    return ids.filter((id) => isStillMeant(id) && this.removePage(rows, owner, { group, site, id })).length;
  }

  /** Removes the entry of a site without pages, and that of a group without sites. */
  private removeEmpty(rows: Rows, owner: string, { group, site }: Pick<Place, 'group' | 'site'>): void {
    const facts = rows.get('sites', group, site);
    if (facts !== undefined && rows.first('heads', partitionOf({ group, site }), 1).length === 0) {
      rows.remove('sites', group, site);
      this.bytes.add(rows, owner, -bytesOfSite(site, facts));
    }
    const names = rows.get<GroupRow>('groups', owner, group);
    if (names === undefined || rows.first('sites', group, 1).length > 0) return;
    rows.remove('groups', owner, group);
    const [tag, variant] = names;
    this.bytes.add(rows, owner, -bytesOfGroup({ tag, variant }));
  }

  private removePage(
    rows: Rows,
    owner: string,
    { group, site, id }: { readonly group: string; readonly site: string; readonly id: RowId },
  ): boolean {
    const row = rows.get<HeadRow>('heads', partitionOf({ group, site }), id);
    if (!row) return false;
    const stored = unpackHead(row, site);
    this.feeds.removeOf(rows, owner, { group, page: pageOf(stored) }, Date.now());
    this.texts.removeText(rows, owner, stored);
    for (const [n] of stored.versions) this.texts.remove(rows, 'versions', owner, n);
    if (stored.alias !== null) rows.remove('aliases', group, stored.alias);
    rows.remove('heads', partitionOf({ group, site }), id);
    this.bytes.add(rows, owner, -bytesOfHead(stored.factsBytes));
    return true;
  }
}
