import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const pack = promisify(gzip);
/** Files are a tenth larger than at 5, and written in two thirds of the time. */
const LEVEL = 3;
const VERSION = 'WARC/1.1';
const BREAK = '\r\n';

/** A record before it is written. */
export interface WarcRecord {
  readonly type: 'warcinfo' | 'conversion' | 'resource' | 'metadata' | 'response' | 'request' | 'revisit';
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly targetUri?: string;
  readonly contentType: string;
  readonly block: Buffer;
  /** The body after the HTTP header, or the one that a `revisit` leaves out; absent if the block is the payload. */
  readonly payload?: Buffer;
  /** Further fields, such as WARC-Refers-To. */
  readonly fields?: Readonly<Record<string, string>>;
}

export const newRecordId = (): string => `<urn:uuid:${randomUUID()}>`;

/** Content type of blocks with an HTTP response. */
export const HTTP_RESPONSE = 'application/http; msgtype=response';

/** The record that describes a file. */
export function infoRecord(
  fields: Readonly<Record<string, string>>,
  { id, at }: Pick<WarcRecord, 'id' | 'at'>,
): WarcRecord {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${inOneLine(value)}\r\n`);
  return {
    type: 'warcinfo',
    id,
    at,
    contentType: 'application/warc-fields',
    block: Buffer.from(lines.join('')),
  };
}

/** Digest with its algorithm. */
export const digestOf = (bytes: Buffer): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** Writes a record as one gzip member, so that readers can find records by their offset. @see ISO 28500:2017 */
export async function writeRecord(record: WarcRecord): Promise<Buffer> {
  const { type, id, at, targetUri, contentType, block, payload, fields = {} } = record;
  const lines = {
    'WARC-Type': type,
    'WARC-Record-ID': id,
    'WARC-Date': new Date(at).toISOString(),
    ...(targetUri === undefined ? {} : { 'WARC-Target-URI': targetUri }),
    ...fields,
    'WARC-Block-Digest': digestOf(block),
    ...(payload === undefined ? {} : { 'WARC-Payload-Digest': digestOf(payload) }),
    'Content-Type': contentType,
    'Content-Length': String(block.length),
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${inOneLine(value)}`);
  const text = [VERSION, ...head, '', ''].join(BREAK);
  const bytes = Buffer.concat([Buffer.from(text), block, Buffer.from(BREAK + BREAK)]);
  return pack(bytes, { level: LEVEL });
}

/** A value cannot begin another line. */
const inOneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ');
