import { once, type EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

/** A connection as Node's HTTP server keeps it, with the response that is being written. */
type HttpConnection = Duplex & { readonly _httpMessage?: EventEmitter | null };

/**
 * Waits until the requests that came before an upgrade on its connection are answered: pipelined requests are answered in order.
 *
 * @returns false when the connection was closed
 * @see RFC 9112, section 9.3.2
 */
export async function whenAnswered(socket: Duplex): Promise<boolean> {
  const connection = socket as HttpConnection;
  if (!connection._httpMessage) return !socket.destroyed;
  const ignore = () => {}; // the server listens for errors no more, and does not yet again
  socket.on('error', ignore);
  try {
    for (let response; (response = connection._httpMessage) && !socket.destroyed;)
      await once(response, 'close');
  } finally {
    socket.off('error', ignore);
  }
  return !socket.destroyed && socket.writable;
}

/** True while a response is being written. */
export const isAnswering = (socket: Duplex): boolean => Boolean((socket as HttpConnection)._httpMessage);
