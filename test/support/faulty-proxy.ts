import { once } from 'node:events';
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `torn`: uploads reach the server in part, then the connection is lost. `full`: uploads are refused. */
export type Fault = 'none' | 'full' | 'hang' | 'reset' | 'delay' | '503' | 'torn' | 'stored and reset';

const DELAY_MS = 400;

/** An HTTP proxy in front of one server, with faults. */
export class FaultyProxy {
  fault: Fault = 'none';
  /** Requests that met a fault. */
  failed = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  static async start(target: number): Promise<FaultyProxy> {
    const server = createServer();
    const proxy = new FaultyProxy(server, target);
    server.on('request', (request, response) => void proxy.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    if (fault !== 'none') this.failed++;
    const body = await bodyOf(request).catch(() => null);
    if (body === null || fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === '503')
      return void response.writeHead(503, { connection: 'close' }).end('<Code>SlowDown</Code>');
    if (fault === 'full' && request.method === 'PUT')
      return void response.writeHead(507).end('<Code>QuotaExceeded</Code>');
    if (fault === 'delay') await sleep(DELAY_MS);
    if (fault === 'torn' && request.method === 'PUT') return this.tear(request, body);
    const answer = await this.forward(request, body);
    if (fault === 'stored and reset' && request.method === 'PUT') return void request.socket.destroy();
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  }

  /** The server gets half of the body. */
  private tear(request: IncomingMessage, body: Buffer): void {
    const upload = send(this.optionsOf(request)).on('error', () => {});
    upload.write(body.subarray(0, body.length >> 1), () => {
      upload.destroy();
      request.socket.destroy();
    });
  }

  private forward(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      send(this.optionsOf(request)).on('response', resolve).on('error', reject).end(body);
    });
  }

  private optionsOf({ method, url, headers }: IncomingMessage) {
    return { host: '127.0.0.1', port: this.target, method, path: url, headers };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
