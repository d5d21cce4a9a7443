import { createGunzip } from 'node:zlib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decoderOf, encodingOf, type ChunkDecoder } from '@web-extract/documents/markup/decode/encodings.js';

const CHUNK_BYTES = 64 * 1024;
const DECLARATION_BYTES = 256;

/**
 * Decodes a sitemap in chunks. Gzip is detected by the first bytes, independent of file name and content type. A
 * decompression error ends the text. Yields to the event loop between chunks.
 *
 * @param maxBytes maximum number of decompressed bytes
 */
export async function* unpackSitemap(body: Uint8Array, maxBytes: number): AsyncGenerator<string> {
  const chunks = isGzip(body) ? gunzipped(body) : slices(body);
  let decoder: ChunkDecoder | null = null;
  let left = maxBytes;
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk);
    yield decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

async function* slices(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    yield body.subarray(at, at + CHUNK_BYTES);
    await nextTurn();
  }
}

async function* gunzipped(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(body);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch {
    // Corrupt or truncated: keep the text decompressed so far.
  } finally {
    gunzip.destroy();
  }
}

/** Detects the encoding by byte order mark, then XML declaration; default UTF-8. */
function decoderFor(start: Uint8Array): ChunkDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return decoderOf('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return decoderOf('utf-16be');
  const declaration = Buffer.from(start.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const label = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? 'utf-8';
  // The declaration is readable as bytes, so it is not UTF-16.
  return decoderOf((/^utf-?16/i.test(label) ? null : encodingOf(label)) ?? 'utf-8');
}
