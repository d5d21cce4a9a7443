import type { HistoryGroup, SnapshotHead, VisitVerdict } from '../../model/snapshot.js';

/** A head with what the store needs to know of it. */
export interface StoredHead {
  readonly head: SnapshotHead;
  readonly revision: number;
  /** Number of its text; null without one. */
  readonly text: number | null;
  readonly textBytes: number;
  /** Numbers and sizes of older versions, the newest first. */
  readonly versions: readonly (readonly [number: number, bytes: number])[];
  readonly alias: string | null;
}

/** As it is stored: a list, for names would take more room than values. */
export type HeadRow = readonly unknown[];

/** Fields of {@link packFacts}. */
const FACTS = 14;

export const packHead = ({ head, revision, text, textBytes, versions, alias }: StoredHead): HeadRow => [
  revision,
  ...packFacts(head),
  text,
  textBytes,
  versions,
  alias,
];

export function unpackHead(row: HeadRow): StoredHead {
  const [text, textBytes, versions, alias] = row.slice(1 + FACTS) as [
    number | null, number, [number, number][], string | null,
  ]; // prettier-ignore
  return {
    revision: row[0] as number,
    head: unpackFacts(row.slice(1, 1 + FACTS)),
    text,
    textBytes,
    versions,
    alias,
  };
}

/** Values of a head in a fixed order. */
export const packFacts = (head: SnapshotHead): HeadRow => [
  head.url,
  head.firstAt,
  head.visitedAt - head.firstAt,
  head.changedAt - head.firstAt,
  head.fingerprint,
  head.goneVisits,
  head.validators?.etag ?? null,
  head.validators?.lastModified ?? null,
  head.bodyHash,
  head.wireBytes,
  head.isRendered ? 1 : 0,
  head.converter,
  head.shape,
  head.hops,
];

export function unpackFacts(row: HeadRow): SnapshotHead {
  const [url, firstAt, visited, changed, fingerprint, goneVisits, etag, lastModified, bodyHash] =
    row as [string, number, number, number, string, number | null, string | null, string | null, string | null]; // prettier-ignore
  const [wireBytes, isRendered, converter, shape, hops] =
    row.slice(9) as [number, number, string, string, number | null]; // prettier-ignore
  return {
    url,
    firstAt,
    visitedAt: firstAt + visited,
    changedAt: firstAt + changed,
    fingerprint,
    goneVisits,
    validators: etag === null && lastModified === null ? null : { etag, lastModified },
    bodyHash,
    wireBytes,
    isRendered: isRendered === 1,
    converter,
    shape,
    hops,
  };
}

/** Size of a head with its keys and its alias in a tree or a hash, in bytes: measured by bench/history.mjs. */
export const bytesOfHead = ({ url, validators }: SnapshotHead): number =>
  440 + url.length + (validators?.etag?.length ?? 0) + (validators?.lastModified?.length ?? 0);

/** Size of the entry of a host, in bytes. */
export const bytesOfHost = (host: string, facts: unknown): number =>
  120 + host.length + JSON.stringify(facts).length;

/** Size of the entry of a group, in bytes. */
export const bytesOfGroup = ({ tag, variant }: Pick<HistoryGroup, 'tag' | 'variant'>): number =>
  120 + tag.length + variant.length;

/** Size of a stored verdict with its keys, in bytes. */
export const bytesOfVisit = (packed: Uint8Array | undefined): number => (packed ? 160 + packed.length : 0);

/** A verdict without the diff and the fields, stored if there is no room for them. */
export function withoutDetails({ change, ...verdict }: VisitVerdict): VisitVerdict {
  const { diff: _, fields: __, ...status } = change;
  return { ...verdict, change: status };
}
