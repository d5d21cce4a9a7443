import type { IncomingMessage, Server } from 'node:http';

/** A client that still sends reads the answer only when it is done, or when its connection ends. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

/**
 * Reads and discards the rest of a rejected body, so that the response arrives and the connection can be reused. Closes
 * the connection if the body continues for more than 16 MiB or ten seconds.
 *
 * @returns a promise that resolves when the response may be sent: at once, unless the connection closes with it. In
 * that case data still in transit would reach a closed connection, and the client would lose the response.
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
