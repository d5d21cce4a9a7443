import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type End = () => void;

const openOf = new WeakMap<Socket, Set<End>>();

/**
 * Calls `end` once, when a request is answered and all of it has been read, or its connection is closed.
 *
 * Of several requests sent ahead only the first has a response that hears of the end of the connection.
 */
export function whenOver(request: IncomingMessage, response: ServerResponse, end: End): void {
  const { socket } = request;
  if (socket.destroyed) return end();
  const open = openOf.get(socket) ?? attend(socket);
  const once = () => void (open.delete(once) && end());
  open.add(once);
  response.once('close', () => (request.complete ? once() : request.once('close', once)));
}

function attend(socket: Socket): Set<End> {
  const open = new Set<End>();
  openOf.set(socket, open);
  socket.once('close', () => open.forEach((end) => end()));
  return open;
}
