import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * What Node's server asks itself when a client ends its side of a connection: whether what was asked for is still answered. Node
 * documents it nowhere; what it does document, connections of one's own making handed to the server, would have to be there before the
 * first request, and for all routes of the host. `half-open.spec` fails where Node does otherwise.
 */
type HalfOpenServer = Server & { httpAllowHalfOpen: boolean };

/**
 * Lets the server answer what is unanswered when the client ends its side. The server asks itself while the end is told, between our
 * two listeners: other connections are none of our business.
 *
 * @param onEnd there are answers to be given, and the client has ended its side
 */
export function answerHalfOpen(socket: Socket, isAwaited: () => boolean, onEnd: () => void): void {
  const { server } = socket as { readonly server?: Partial<HalfOpenServer> };
  if (!isHalfOpenServer(server)) return;
  const usual = server.httpAllowHalfOpen;
  socket.prependListener('end', () => {
    if (isAwaited()) server.httpAllowHalfOpen = true;
  });
  socket.on('end', () => {
    server.httpAllowHalfOpen = usual;
    if (isAwaited()) onEnd();
  });
}

const isHalfOpenServer = (server: Partial<HalfOpenServer> | undefined): server is HalfOpenServer =>
  typeof server?.httpAllowHalfOpen === 'boolean';
