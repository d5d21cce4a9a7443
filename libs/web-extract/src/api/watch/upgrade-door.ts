import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { giveBack } from './give-back.js';

/** A request to speak something else than HTTP on its connection. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came behind the request. */
  readonly head: Buffer;
}

type Emit = (event: string | symbol, ...values: unknown[]) => boolean;

/** On listeners that are there only to be counted, of whichever copy of this package. */
const PLACEHOLDER = Symbol.for('nestjs-web-extract:placeholder');

/**
 * Takes some upgrades of a server before anyone else hears of them: the host's own WebSocket servers end what they do not know.
 *
 * Node makes an upgrade of a request as soon as there is one listener, so one is there. What none of us takes and the host has no
 * listener for goes back, and becomes the ordinary request that it would have been without us.
 */
export class UpgradeDoor {
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
      if (isLeftToUs && listeners[0] === this.placeholder) giveBack(this.server, { request, socket, head });
    },
    { [PLACEHOLDER]: true },
  );
}
