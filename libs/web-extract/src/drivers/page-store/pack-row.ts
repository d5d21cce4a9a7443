import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { jsonBuffer } from '../../model/json-in-steps.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Of a page of 30 KB: 9.6 KB in 0.2 ms of the thread pool; level 6 saves another tenth and takes three times as long. */
const LEVEL = 1;

/** Writes JSON, in steps where it is large, and packs it in the thread pool. */
export const packRow = async (value: unknown): Promise<Buffer> => packBytes(await jsonBuffer(value));

export const unpackRow = async <T>(packed: Uint8Array): Promise<T> =>
  JSON.parse((await unpackBytes(packed)).toString()) as T;

/**
 * Rows up to this size are packed in the calling thread: a task of the thread pool takes as long on this thread, and twice the processor
 * time in all (0.24 ms instead of 0.11 ms for 2 KB).
 */
const SMALL_BYTES = 4 * 1024;
/** Maximum size of data that is unpacked in the calling thread. */
const MAX_INLINE_BYTES = 64 * 1024;

export async function packBytes(bytes: Uint8Array): Promise<Buffer> {
  const options = { level: LEVEL };
  return bytes.length <= SMALL_BYTES ? deflateRawSync(bytes, options) : deflate(bytes, options);
}

export async function unpackBytes(packed: Uint8Array): Promise<Buffer> {
  return (packed.length <= SMALL_BYTES && unpackedInline(packed)) || inflate(packed);
}

/** @returns null if the unpacked bytes are too many */
function unpackedInline(packed: Uint8Array): Buffer | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_INLINE_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
