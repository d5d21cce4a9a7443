import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request to speak something else than HTTP on its connection. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Data received after the request. */
  readonly head: Buffer;
}
