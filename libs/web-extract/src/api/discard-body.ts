import type { IncomingMessage } from 'node:http';

/** A client that still sends reads the answer only when it is done, or when its connection ends. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

/**
 * Reads off the rest of a refused body without looking at it, so that the answer arrives and the connection can be used again.
 * Ends the connection of a body that goes on for more than 16 MiB or ten seconds.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), MAX_DISCARD_MS);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) request.destroy();
  });
  request.on('error', ignore); // the client goes away when it likes
  request.once('close', () => clearTimeout(timer));
}

const ignore = (): void => {};
