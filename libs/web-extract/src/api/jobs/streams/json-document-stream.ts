import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { AnswerClient } from '../../../services/memory/answer-client.js';
import { StalledReaderError } from '../../watch/closing.js';
import { UNREAD_MS, whileRead } from './while-read.js';
import { sendError, type ReplyPort } from '../../errors/error.filter.js';

/** Fields around a list that is too long to hold in memory. */
interface StreamedReply {
  /** Written first. */
  readonly head: object;
  /** Name of the list. */
  readonly list: string;
  /** Its items, as JSON. */
  readonly items: AsyncIterable<Buffer>;
  /** Written after the list, when all of it is known. */
  readonly tail?: () => object;
}

/** A streamed response. The type parameter describes its content and has no value at run time. */
export type Streamed<Reply extends object> = StreamableFile & { readonly reply?: Reply };

/** A JSON object with one long list, written as its items come. */
export function streamJson(reply: StreamedReply, client?: AnswerClient): StreamableFile {
  return jsonStream(jsonChunks(reply), client);
}

/** JSON that is sent as it comes. */
export const jsonStream = (chunks: AsyncIterable<Buffer>, client?: AnswerClient): StreamableFile =>
  bodyStream(chunks, 'application/json; charset=utf-8', client);

/** A body that is sent as it comes. */
export function bodyStream(
  chunks: AsyncIterable<Buffer>,
  type: string,
  client?: AnswerClient,
): StreamableFile {
  const stream: Readable = Readable.from(chunks, { objectMode: false, highWaterMark: 65_536 });
  if (client) client.onSlow = () => stream.destroy(new StalledReaderError());
  stream.once('close', () => client?.release());
  return new StreamableFile(stream, { type }).setErrorHandler(breakOff).setErrorLogger(() => {}); // clients go away when they like
}

/** A file that is sent as it comes, until its client stops reading. */
export function fileStream(chunks: AsyncIterable<Buffer>, type: string): StreamableFile {
  const file = bodyStream(
    whileRead(chunks, () => file.getStream().destroy(new StalledReaderError(UNREAD_MS))),
    type,
  );
  return file;
}

/**
 * Handles a failed stream on Express. A started response cannot be replaced, so the connection is closed: clients must
 * not take the part for a complete response.
 */
function breakOff(error: Error, response: unknown): void {
  const reply = response as ReplyPort & { readonly headersSent: boolean; destroy(): void };
  if (reply.headersSent) reply.destroy();
  else sendError(error, reply);
}

/** Short items are sent together: each chunk is a write of its own. */
const CHUNK_BYTES = 64 * 1024;
const COMMA = Buffer.from(',');

/** The object in pieces. */
export async function* jsonChunks({ head, list, items, tail }: StreamedReply): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [Buffer.from(`${fieldsOf(head, true)}${JSON.stringify(list)}:[`)];
  let bytes = 0;
  let isFirst = true;
  for await (const item of items) {
    if (!isFirst) parts.push(COMMA);
    isFirst = false;
    for (let at = 0; at < item.length; at += CHUNK_BYTES) {
      const piece = item.subarray(at, at + CHUNK_BYTES);
      parts.push(piece);
      bytes += piece.length;
      if (bytes < CHUNK_BYTES) continue;
      yield Buffer.concat(parts);
      [parts, bytes] = [[], 0];
    }
  }
  parts.push(Buffer.from(`]${tail ? fieldsOf(tail(), false) : '}'}`));
  yield Buffer.concat(parts);
}

/** The fields of an object as the beginning or the end of a larger one. */
function fieldsOf(fields: object, isBeginning: boolean): string {
  const text = JSON.stringify(fields);
  if (isBeginning) return text === '{}' ? '{' : `${text.slice(0, -1)},`;
  return text === '{}' ? '}' : `,${text.slice(1)}`;
}
