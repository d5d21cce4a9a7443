import type { SnapshotHead, Validators } from '../../../model/snapshot.js';
import { pageId } from './page-id.js';
import { ValueReader, ValueWriter } from '../packed-values.js';

/** A head with what the store needs to know of it. */
export interface StoredHead {
  readonly head: SnapshotHead;
  readonly revision: number;
  /** Number of its text; null without one. */
  readonly text: number | null;
  readonly textBytes: number;
  /** Numbers and sizes of older versions, the newest first. */
  readonly versions: readonly (readonly [number: number, bytes: number])[];
  /** Id of the page by the URL that found it first; null if that is the URL of the head. */
  readonly page: string | null;
  /** Id of its row in `aliases`; null without one. */
  readonly alias: string | null;
  /** Size of the packed head. */
  readonly factsBytes: number;
}

/** As it is stored: without names, and without what the keys say. */
export type HeadRow = Buffer;

/** Id of the page of a head. */
export const pageOf = ({ head, page }: Pick<StoredHead, 'head' | 'page'>): string => page ?? pageId(head.url);

const HAS_TEXT = 1;
const HAS_VERSIONS = 2;
const HAS_PAGE = 4;
const HAS_ALIAS = 8;

export function packHead(stored: Omit<StoredHead, 'factsBytes'>, facts: Buffer): HeadRow {
  const { revision, text, textBytes, versions, page, alias } = stored;
  const flags =
    (text === null ? 0 : HAS_TEXT) |
    (versions.length === 0 ? 0 : HAS_VERSIONS) |
    (page === null ? 0 : HAS_PAGE) |
    (alias === null ? 0 : HAS_ALIAS);
  const writer = new ValueWriter().byte(flags).count(revision);
  if (text !== null) writer.count(text).count(textBytes);
  if (versions.length > 0) writer.count(versions.length);
  for (const [n, bytes] of versions) writer.count(n).count(bytes);
  if (page !== null) writer.text(page);
  if (alias !== null) writer.text(alias);
  return writer.bytes(facts).packed;
}

/** @param words see {@link packFacts}; absent: fields that are words are empty */
export function unpackHead(row: HeadRow, site: string, words: readonly string[] = []): StoredHead {
  const reader = new ValueReader(row);
  const flags = reader.byte();
  const revision = reader.count();
  const text = flags & HAS_TEXT ? reader.count() : null;
  const textBytes = text === null ? 0 : reader.count();
  const versions = flags & HAS_VERSIONS ? readVersions(reader) : [];
  const page = flags & HAS_PAGE ? reader.text() : null;
  const alias = flags & HAS_ALIAS ? reader.text() : null;
  const factsBytes = reader.left;
  const head = readFacts(reader, site, words);
  return { head, factsBytes, revision, text, textBytes, versions, page, alias };
}

const readVersions = (reader: ValueReader): StoredHead['versions'] =>
  Array.from({ length: reader.count() }, () => [reader.count(), reader.count()] as const);

const IS_RENDERED = 1;
const IS_GONE = 2;
const HAS_ETAG = 4;
const HAS_DATE = 8;
const HAS_TEXT_DATE = 16;
const HAS_BODY_HASH = 32;
const HAS_HOPS = 64;

/**
 * The values of a head in a fixed order.
 * @param site of the row; null if it is not known
 * @param words values that many heads have, stored as their index; null: all values are stored
 */
export function packFacts(
  head: SnapshotHead,
  site: string | null,
  words: readonly string[] | null = null,
): Buffer {
  const { validators, goneVisits, bodyHash, hops } = head;
  const { etag = null, lastModified = null } = validators ?? {};
  const seconds = lastModified === null ? null : secondsOf(lastModified);
  const flags =
    (head.isRendered ? IS_RENDERED : 0) |
    (goneVisits === null ? 0 : IS_GONE) |
    (etag === null ? 0 : HAS_ETAG) |
    (lastModified === null ? 0 : seconds === null ? HAS_TEXT_DATE : HAS_DATE) |
    (bodyHash === null ? 0 : HAS_BODY_HASH) |
    (hops === null ? 0 : HAS_HOPS);
  const writer = new ValueWriter().byte(flags);
  writeUrl(writer, head.url, site);
  writer.time(head.firstAt).time(head.visitedAt).time(head.changedAt);
  writer.text(head.fingerprint).count(head.wireBytes);
  for (const word of wordsOf(head)) writeWord(writer, word, words);
  if (goneVisits !== null) writer.count(goneVisits);
  if (etag !== null) writer.text(etag);
  if (seconds !== null) writer.count(seconds);
  else if (lastModified !== null) writer.text(lastModified);
  if (bodyHash !== null) writer.text(bodyHash);
  if (hops !== null) writer.count(hops);
  return writer.packed;
}

/** Unpacks what {@link packFacts} packed without words. */
export const unpackFacts = (facts: Buffer, site: string): SnapshotHead =>
  readFacts(new ValueReader(facts), site, null);

/** Values that many heads have. */
export const wordsOf = ({ converter, shape }: SnapshotHead): readonly [converter: string, shape: string] => [
  converter,
  shape,
];

function readFacts(reader: ValueReader, site: string, words: readonly string[] | null): SnapshotHead {
  const flags = reader.byte();
  const url = readUrl(reader, site);
  const firstAt = reader.time();
  const visitedAt = reader.time();
  const changedAt = reader.time();
  const fingerprint = reader.text();
  const wireBytes = reader.count();
  const converter = readWord(reader, words);
  const shape = readWord(reader, words);
  const goneVisits = flags & IS_GONE ? reader.count() : null;
  const validators = readValidators(reader, flags);
  const bodyHash = flags & HAS_BODY_HASH ? reader.text() : null;
  const hops = flags & HAS_HOPS ? reader.count() : null;
  const isRendered = (flags & IS_RENDERED) !== 0;
  // prettier-ignore
  return { url, firstAt, visitedAt, changedAt, fingerprint, goneVisits, validators, bodyHash, wireBytes, isRendered, converter, shape, hops };
}

function readValidators(reader: ValueReader, flags: number): Validators | null {
  if ((flags & (HAS_ETAG | HAS_DATE | HAS_TEXT_DATE)) === 0) return null;
  const etag = flags & HAS_ETAG ? reader.text() : null;
  if (flags & HAS_DATE) return { etag, lastModified: new Date(reader.count() * 1_000).toUTCString() };
  return { etag, lastModified: flags & HAS_TEXT_DATE ? reader.text() : null };
}

function writeWord(writer: ValueWriter, word: string, words: readonly string[] | null): void {
  if (words === null) return void writer.text(word);
  const n = words.indexOf(word) + 1;
  writer.count(n);
  if (n === 0) writer.text(word);
}

function readWord(reader: ValueReader, words: readonly string[] | null): string {
  const n = words === null ? 0 : reader.count();
  return n === 0 ? reader.text() : (words![n - 1] ?? '');
}

/** A date as headers have it, in seconds; null for other spellings. */
function secondsOf(date: string): number | null {
  const ms = Date.parse(date);
  return ms >= 0 && new Date(ms).toUTCString() === date ? ms / 1_000 : null;
}

/** What URLs of a site have before its name; the first one is that of URLs of other sites. */
const BEGINNINGS = ['', 'https://', 'http://', 'https://www.', 'http://www.'] as const;

function writeUrl(writer: ValueWriter, url: string, site: string | null): void {
  const n = site === null ? 0 : beginningOf(url, site);
  writer.byte(n).text(n === 0 ? url : url.slice(BEGINNINGS[n]!.length + site!.length));
}

/** Index of the beginning of a URL; 0 for those of other sites. */
function beginningOf(url: string, site: string): number {
  for (let n = BEGINNINGS.length - 1; n > 0; n--) {
    const at = BEGINNINGS[n]!.length;
    const isMeant =
      url[at + site.length] === '/' && url.startsWith(site, at) && url.startsWith(BEGINNINGS[n]!);
    if (isMeant) return n;
  }
  return 0;
}

function readUrl(reader: ValueReader, site: string): string {
  const n = reader.byte();
  return n === 0 ? reader.text() : BEGINNINGS[n]! + site + reader.text();
}

/** Size of the row of a page with its keys in a tree or a hash, in bytes: measured by bench/history.mjs. */
export const bytesOfHead = (factsBytes: number): number => 140 + factsBytes;
