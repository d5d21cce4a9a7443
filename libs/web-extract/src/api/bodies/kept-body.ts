import type { IncomingMessage } from 'node:http';
import { PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { RequestShare } from '../../services/memory/request-bytes.js';
import { ClientLeftError } from '../client/client-left.error.js';

/** An unparsed body, for routes that parse it themselves. */
export interface KeptBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/** Copies of a body in memory: the received bytes and the parsed value. */
const COPIES = 2;

/**
 * @param share memory share of the request
 * @throws PayloadTooLargeException, UnsupportedMediaTypeException when it is compressed, RateLimitedError,
 * ClientLeftError
 */
export async function readKeptBody(
  request: IncomingMessage,
  maxBytes: number,
  share: RequestShare,
): Promise<KeptBody> {
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.trim().toLowerCase() !== 'identity') throw new UnsupportedMediaTypeException();
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new PayloadTooLargeException();
  return { contentType, bytes: await readBytes(request, maxBytes, share) };
}

function readBytes(request: IncomingMessage, maxBytes: number, share: RequestShare): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) return fail(new PayloadTooLargeException());
      try {
        share.take(COPIES * chunk.length);
        chunks.push(chunk);
      } catch (error) {
        fail(error as Error);
      }
    };
    const fail = (error: Error) => {
      request.off('data', take); // the error handler discards the remaining data
      chunks = [];
      reject(error);
    };
    request.on('data', take);
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('aborted', () => fail(new ClientLeftError()));
    request.on('error', fail);
  });
}
