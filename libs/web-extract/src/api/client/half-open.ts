import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Node's HTTP server with the option that keeps a connection open after the client has ended its side. Node does not
 * document it. The documented alternative, passing own connections to the server, would have to be set up before the
 * first request and would affect all routes of the host. `half-open.spec` fails if Node changes the behavior.
 */
type HalfOpenServer = Server & { httpAllowHalfOpen: boolean };

/**
 * Keeps a half-closed connection open while responses are pending. The server reads its option while `end` is emitted,
 * between our two listeners, so other connections are not affected.
 *
 * @param onEnd called if responses are pending when the client ends its side
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
