import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A real HTTP server on a free port of 127.0.0.1 (or another local address). */
export class TestSite {
  /** All received requests, in order. */
  readonly requests: IncomingMessage[] = [];
  private readonly server;

  private constructor(listener: RequestListener) {
    this.server = createServer((request, response) => {
      this.requests.push(request);
      listener(request, response);
    });
  }

  static async start(listener: RequestListener, address = '127.0.0.1'): Promise<TestSite> {
    const site = new TestSite(listener);
    site.server.listen(0, address);
    await once(site.server, 'listening');
    return site;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Scheme, host and port. */
  get origin(): string {
    const { address, family } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${this.port}`;
  }

  /** Registers a listener for CONNECT requests, as sent to a proxy. */
  onConnect(listener: (request: IncomingMessage, socket: Duplex) => void): void {
    this.server.on('connect', listener);
  }

  /** Registers a listener for connections, with or without a request. */
  onConnection(listener: () => void): void {
    this.server.on('connection', listener);
  }

  /** Returns the number of open connections. */
  countConnections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
