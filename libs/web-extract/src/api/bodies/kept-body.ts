import type { IncomingMessage } from 'node:http';
import { PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';

/** A body as it came, for whoever knows how to read it. */
export interface KeptBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/** @throws PayloadTooLargeException, UnsupportedMediaTypeException when it is compressed */
export async function readKeptBody(request: IncomingMessage, maxBytes: number): Promise<KeptBody> {
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.trim().toLowerCase() !== 'identity') throw new UnsupportedMediaTypeException();
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new PayloadTooLargeException();
  return { contentType, bytes: await readBytes(request, maxBytes) };
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes)
        reject(new PayloadTooLargeException()); // what still comes is read off by whoever refuses
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('aborted', () => reject(new Error('the body broke off')));
    request.on('error', reject);
  });
}
