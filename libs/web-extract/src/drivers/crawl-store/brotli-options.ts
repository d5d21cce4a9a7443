import { constants, type BrotliOptions } from 'node:zlib';

/** Logarithms of the sizes of windows. */
const [MIN_WINDOW, MAX_WINDOW] = [16, 22];
/** Memory for output, allocated at once. */
const [MIN_CHUNK_BYTES, MAX_CHUNK_BYTES] = [1_024, 1024 * 1024];

/**
 * Options for data of this size: a window no wider than the data costs less memory and time, and output that fits into one chunk
 * costs less of the event loop.
 *
 * @param quality 0 to 11
 */
export function brotliOptions(bytes: number, quality: number): BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const window = Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, Math.ceil(Math.log2(bytes))));
  return {
    chunkSize: Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, bytes >> 1)),
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]: window,
      [BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}
