import type { IncomingMessage } from 'node:http';
import type { RequestShare } from '../../services/memory/request-bytes.js';

/**
 * Assumed size of a compressed body. Only the platform's parser knows the actual size; most hosts accept at most this.
 */
const COMPRESSED_BYTES = 10 * 1024 * 1024;

/**
 * Counts a body while the parser of the platform reads it. Where there is no room the parser is given no more of it.
 *
 * @param refuse called once at most
 * @throws RateLimitedError when there is no room for a compressed body
 */
export function countJson(request: IncomingMessage, share: RequestShare, refuse: (error: unknown) => void) {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.trim().toLowerCase() !== 'identity') share.take(COMPRESSED_BYTES);
  const count = (chunk: Buffer) => {
    try {
      share.take(chunk.length);
    } catch (error) {
      request.removeAllListeners('data');
      refuse(error);
    }
  };
  // an own listener from the start would let the bytes pass before the parser listens
  const begin = (event: string) => {
    if (event !== 'data') return;
    request.off('newListener', begin);
    request.on('data', count);
  };
  request.on('newListener', begin);
}
