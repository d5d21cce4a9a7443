import { brotliDecompressSync, constants } from 'node:zlib';

/** First byte of rows packed with Brotli. */
export const BROTLI = 7;

/** Unpacks a row of the page stores; bytes behind its end are ignored. */
export function unpackRow(packed: Buffer, maxOutputLength = 1_000_000): Buffer {
  if (packed[0] !== BROTLI) throw new Error('no row begins here');
  return brotliDecompressSync(packed.subarray(1), {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    maxOutputLength,
  });
}
