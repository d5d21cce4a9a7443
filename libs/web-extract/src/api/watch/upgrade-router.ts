import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { replayAsHttp } from './replay-as-http.js';
import type { Upgrade } from './upgrade.js';

type Emit = (event: string | symbol, ...values: unknown[]) => boolean;

/** Marks listeners that exist only to be counted, from any copy of this package. */
const PLACEHOLDER = Symbol.for('nestjs-web-extract:placeholder');

/**
 * Handles upgrades of a server before other listeners: the host's WebSocket servers close unknown connections.
 *
 * Node treats a request as an upgrade as soon as a listener exists, so one is registered. Requests that neither this
 * module nor a listener of the host takes are processed as ordinary requests, as without this module.
 */
export class UpgradeRouter {
  private readonly before: Emit;
  private isOpen = true;

  constructor(
    private readonly server: EventEmitter,
    private readonly take: (upgrade: Upgrade) => boolean,
  ) {
    this.before = server.emit.bind(server);
    server.emit = this.emit;
    server.on('upgrade', this.placeholder);
  }

  close(): void {
    this.isOpen = false;
    this.server.off('upgrade', this.placeholder);
    if (this.server.emit === this.emit) this.server.emit = this.before;
  }

  private readonly emit: Emit = (event, ...values) => {
    if (event !== 'upgrade' || !this.isOpen) return this.before(event, ...values);
    const [request, socket, head] = values as [IncomingMessage, Duplex, Buffer];
    return this.take({ request, socket, head }) || this.before(event, ...values);
  };

  private readonly placeholder = Object.assign(
    (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const listeners = this.server.rawListeners('upgrade');
      const isLeftToUs = listeners.every((listener) => PLACEHOLDER in listener);
      if (isLeftToUs && listeners[0] === this.placeholder)
        replayAsHttp(this.server, { request, socket, head });
    },
    { [PLACEHOLDER]: true },
  );
}
