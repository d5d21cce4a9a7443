import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  inflateRaw,
  inflateRawSync,
} from 'node:zlib';
import { jsonBuffer } from '../../model/json-in-steps.js';
import { brotliOptions } from '../crawl-store/brotli-options.js';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const inflate = promisify(inflateRaw);

/**
 * Of 313 real pages of 200 KB on average: 34.7 KB in 0.6 ms; deflate at level 1 takes 1.2 ms for 38.3 KB. Of a page of 30 KB: 9.4 KB
 * in 0.16 ms (0.27 ms for 9.2 KB). Quality 2 saves another tenth and takes twice as long.
 */
const QUALITY = 1;

/** First byte of rows packed with Brotli. Those of earlier versions are raw deflate, where its lowest bits cannot begin a block (RFC 1951, 3.2.3). */
const BROTLI = Buffer.from([7]);

/** Writes JSON, in steps where it is large, and packs it in the thread pool. */
export const packRow = async (value: unknown): Promise<Buffer> => packBytes(await jsonBuffer(value));

export const unpackRow = async <T>(packed: Uint8Array): Promise<T> =>
  JSON.parse((await unpackBytes(packed)).toString()) as T;

/**
 * Rows up to this size are packed in the calling thread: a task of the thread pool takes as long on this thread, and twice the processor
 * time in all.
 */
const SMALL_BYTES = 4 * 1024;
/** Maximum size of data that is unpacked in the calling thread. */
const MAX_INLINE_BYTES = 64 * 1024;

/** @param inlineBytes maximum size of data that is packed in the calling thread */
export async function packBytes(bytes: Uint8Array, inlineBytes = SMALL_BYTES): Promise<Buffer> {
  const options = brotliOptions(bytes.length, QUALITY);
  const isInline = bytes.length <= inlineBytes;
  const packed = isInline ? brotliCompressSync(bytes, options) : await compress(bytes, options);
  return Buffer.concat([BROTLI, packed]);
}

export async function unpackBytes(packed: Uint8Array): Promise<Buffer> {
  const isBrotli = packed[0] === BROTLI[0];
  const bytes = isBrotli ? packed.subarray(BROTLI.length) : packed;
  const inline = packed.length <= SMALL_BYTES && atMost(MAX_INLINE_BYTES, bytes, isBrotli);
  return inline || (isBrotli ? decompress(bytes) : inflate(bytes));
}

/** @returns null if the unpacked bytes are more */
function atMost(maxOutputLength: number, packed: Uint8Array, isBrotli: boolean): Buffer | null {
  try {
    return (isBrotli ? brotliDecompressSync : inflateRawSync)(packed, { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
