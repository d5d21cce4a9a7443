import type { IncomingMessage, Server } from 'node:http';

/** A client that still sends reads the answer only when it is done, or when its connection ends. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

/**
 * Reads off the rest of a refused body without looking at it, so that the answer arrives and the connection can be used again. Of a
 * body that goes on for more than 16 MiB or ten seconds the connection is ended.
 *
 * @returns when the answer may be sent: at once, unless the connection closes with it. What is still on its way would then meet a
 * closed connection, and the client loses the answer.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const closes = /\bclose\b/i.test(request.headers.connection ?? '');
  return new Promise((resolve) => {
    if (!closes) resolve();
    const giveUp = () => (closes ? resolve() : request.destroy());
    let bytes = 0;
    const timer = setTimeout(giveUp, MAX_DISCARD_MS);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) giveUp();
    });
    request.on('error', ignore); // the client goes away when it likes
    for (const event of ['end', 'close']) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
        leaveClosedServer(request);
      });
    }
  });
}

/** A server that closed meanwhile took this connection for one at work, and would wait until its client lets go of it. */
function leaveClosedServer({ socket, httpVersionMajor }: IncomingMessage): void {
  if (httpVersionMajor !== 1) return; // HTTP/2 has no such connections, and its sockets refuse to be looked at
  const { server } = socket as { readonly server?: Partial<Server> };
  if (server?.listening === false) server.closeIdleConnections?.();
}

const ignore = (): void => {};
