import { hash } from 'node:crypto';
import { BLOBS, type RowId, type TableName } from '../../page-store/row-store.js';
import { fromColumnText, toColumnText } from '../connection/postgres-values.js';

/** Numbers of the tables in keys. They are stored: a number is never given to another table. */
const NUMBERS: Readonly<Record<TableName, number>> = {
  groups: 1, sites: 2, aliases: 3, usage: 4, entries: 5, visits: 6, order: 7, archived: 8, packs: 9, monitors: 10,
  monitorTargets: 11, checks: 12, checkIndex: 13, checkTargets: 14, pageStates: 15, messages: 16, waiting: 17, handlers: 18,
  handlerCursors: 19, handlerFailures: 20, sessions: 21, jobCookies: 22, feeds: 23, feedPages: 24, feedEntries: 25,
  feedPending: 26, feedMoves: 27, feedSinks: 28, feedLedgers: 29, extractors: 30, extractorNames: 31, extractorTimes: 32,
  extractorPrograms: 33, extractorPending: 34, extractorRuns: 35, extractorSaved: 36, extractorValues: 37, extractorOrder: 38,
  extractorUse: 39, extractorJobs: 40, dueTimes: 41, openChecks: 42, ownedMonitors: 43, leases: 44, feedDiffs: 45,
  heads: 128, texts: 129, versions: 130, verdicts: 131, bodies: 132, checkPages: 133, feedChunks: 134,
}; // prettier-ignore

/** Keys from this first byte on are those of tables that hold bytes. */
export const FIRST_BLOB = 128;

const IS_NUMBER = 1;
/** First byte of ids that are texts, and of those stored as hashes, which sort after all texts. */
export const [IS_TEXT, IS_HASH] = [2, 3];
/** Longer ids and partitions are hashed: an entry of an index has at most 2,704 bytes. */
const MAX_ID_BYTES = 1_000;
const MAX_PARTITION_BYTES = 250;
const HASHED = 255;
const HASH_BYTES = 32;

/** Id in the form of a key. */
export interface IdKey {
  readonly bytes: Buffer;
  /** The id itself, if the key has only its hash. */
  readonly long: Buffer | null;
}

/** Begin of the keys of a partition. */
export function partitionKey(table: TableName, partition: string): Buffer {
  const text = Buffer.from(toColumnText(partition));
  const isLong = text.length > MAX_PARTITION_BYTES;
  const name = isLong ? sha256(text) : text;
  return Buffer.concat([Buffer.from([NUMBERS[table], isLong ? HASHED : name.length]), name]);
}

/** Numbers are before texts, in their order; texts are in the order of their bytes. */
export function idKey(id: RowId): IdKey {
  if (typeof id === 'number') return { bytes: numberKey(id), long: null };
  const text = Buffer.from(toColumnText(id));
  if (text.length <= MAX_ID_BYTES)
    return { bytes: Buffer.concat([Buffer.from([IS_TEXT]), text]), long: null };
  return { bytes: Buffer.concat([Buffer.from([IS_HASH]), sha256(text)]), long: text };
}

/** Key of a row. */
export const keyOfRow = (table: TableName, partition: string, id: RowId): Buffer =>
  Buffer.concat([partitionKey(table, partition), idKey(id).bytes]);

/** Begin of a key, up to its id. Keys are names here: a character a byte. */
export function partitionOfKey(key: string): string {
  const length = key.charCodeAt(1);
  return key.slice(0, 2 + (length === HASHED ? HASH_BYTES : length));
}

/** The key after all of a partition. */
export const endOf = (partition: Buffer): Buffer => Buffer.concat([partition, Buffer.from([0xff])]);

/** The id of a row. @param prefixBytes length of the key of its partition */
export function idOfKey(key: Buffer, prefixBytes: number, long: Buffer | null): RowId {
  if (long) return fromColumnText(long.toString());
  if (key[prefixBytes] === IS_NUMBER) return numberOf(key, prefixBytes + 1);
  return fromColumnText(key.toString('utf8', prefixBytes + 1));
}

export const isBlobKey = (key: Buffer): boolean => key[0]! >= FIRST_BLOB;

export const isBlobTable = (table: TableName): boolean => BLOBS.has(table);

/** IEEE 754 with the sign bit inverted, or all bits of negative numbers: bytes sort as the numbers. */
function numberKey(value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = IS_NUMBER;
  bytes.writeDoubleBE(value + 0, 1); // -0 is 0
  if (bytes[1]! < 128) bytes[1]! += 128;
  else for (let at = 1; at < bytes.length; at++) bytes[at] = 255 - bytes[at]!;
  return bytes;
}

function numberOf(key: Buffer, at: number): number {
  const bytes = Buffer.from(key.subarray(at, at + 8));
  if (bytes[0]! >= 128) bytes[0]! -= 128;
  else for (let n = 0; n < bytes.length; n++) bytes[n] = 255 - bytes[n]!;
  return bytes.readDoubleBE();
}

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');
