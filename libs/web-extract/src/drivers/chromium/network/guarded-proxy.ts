import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, isIP, type AddressInfo } from 'node:net';
import { pipeline, Transform, type Duplex } from 'node:stream';
import { Client, type Dispatcher } from 'undici';
import { WebExtractError } from '../../../model/errors.js';
import { HOP_HEADERS } from '../../../web/headers/hop-headers.js';
import { validateUrl, type PageUrl } from '../../../web/url/validate-url.js';
import { basicAuthorization } from '../../../web/url/basic-authorization.js';
import { AgentPool, type ConnectionTimes } from '../../guarded-network/agent-pool.js';
import {
  guardedLookup,
  RefusedAddressError,
  resolveAllowed,
  type AddressPolicy,
} from '../../guarded-network/guarded-lookup.js';
import { isOwnAddress } from './own-addresses.js';
import type { PageTraffic } from '../page/page-traffic.js';

/** An address that the proxy itself answers, with nothing: the browser shows the password of a page there first. */
export const GREETING_URL = 'http://greeting.invalid/';

const MIB = 1024 * 1024;
/** The longest address of a browser, and headers. Longer ones than sites accept are read as well: they count for their page. */
const MAX_HEAD_BYTES = 2.5 * MIB;
/** Weight of a request to the greeting address by scripts: nothing is there for them. */
const GREETING_WEIGHT = 100;
/** Longer addresses and headers are refused. */
const MAX_SENT_HEAD_BYTES = MIB / 4;

interface GuardedProxyOptions extends ConnectionTimes {
  readonly policy: AddressPolicy;
  /** Ports that no page may reach on this machine, whatever the policy allows. */
  readonly ownPorts: () => readonly number[];
}

/**
 * The browser's only way to the network: a proxy on the loopback interface that holds every connection against the address
 * policy where it is made, on the very address that was checked. Each page has a password of its own; without one nothing
 * is done.
 */
export class GuardedProxy {
  private readonly pages = new Map<string, PageTraffic>();
  private readonly agents: AgentPool;
  private readonly policy: AddressPolicy;
  private readonly server = createServer({ maxHeaderSize: MAX_HEAD_BYTES });

  private constructor(private readonly options: GuardedProxyOptions) {
    const isOwnPort = (port: number) => port === this.port || options.ownPorts().includes(port);
    this.policy = {
      ...options.policy,
      refuses: (address, port) => isOwnPort(port) && isOwnAddress(address),
    };
    this.agents = new AgentPool(options, this.policy);
    this.server.on('request', (request, response) => void this.forward(request, response));
    this.server.on('connect', (request, socket, head) => void this.tunnel(request, socket, head));
    this.server.on('upgrade', (_request, socket) => socket.destroy()); // browsers ask for a tunnel instead
    this.server.on('clientError', (_error, socket) => socket.destroy());
  }

  static async start(options: GuardedProxyOptions): Promise<GuardedProxy> {
    const proxy = new GuardedProxy(options);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    proxy.server.unref();
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on the page may send. */
  admit(page: PageTraffic): void {
    this.pages.set(page.authorization, page);
  }

  /** Whatever the page still has under way ends. */
  dismiss(page: PageTraffic): void {
    this.pages.delete(page.authorization);
    page.cut();
  }

  async close(): Promise<void> {
    for (const page of this.pages.values()) this.dismiss(page);
    this.server.closeAllConnections();
    this.server.close();
    await this.agents.close();
  }

  /** Whether a document may be asked for at an address, as far as its name resolves now. */
  async mayReach(url: string): Promise<boolean> {
    try {
      const { hostname, port } = validateUrl(url, this.policy.allowed);
      await resolveAllowed(this.policy, hostname, port);
      return true;
    } catch (error) {
      return !(error instanceof RefusedAddressError || error instanceof WebExtractError);
    }
  }

  /** Plain http: the request as it is, but for what belongs to the connection. */
  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = this.pageOf(request);
    if (!page) return answer(response, 407);
    page.join(request.socket);
    const bytes = countHead(request, page);
    if (request.url === GREETING_URL) return greet(response, page);
    const url = bytes > MAX_SENT_HEAD_BYTES ? null : this.validateTarget(request.url ?? '', page);
    if (!url) return answer(response, 403);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const upstream = await this.send(request, url, page, gone.signal);
      upstream.body.on('error', () => response.destroy());
      upstream.body.on('data', (chunk: Buffer) => page.count('bytes', chunk.length));
      response.writeHead(upstream.statusCode, passedOn(upstream.headers));
      upstream.body.pipe(response);
    } catch {
      gone.abort();
      answer(response, 502); // refused, unknown or out of reach: no page learns which
    }
  }

  private async send(
    request: IncomingMessage,
    url: PageUrl,
    page: PageTraffic,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { upstream } = page.rules;
    if (upstream !== null) await resolveAllowed(this.policy, url.hostname, url.port);
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    const agent = this.agents.get({ proxyUrl: upstream, skipTlsVerification: false });
    const options = {
      origin: url.origin,
      path: url.path,
      method: request.method as Dispatcher.HttpMethod,
      headers: passedOn(request.headers),
      body: hasBody ? countBody(request, page) : null,
      signal,
      headersTimeout: 0, // the page's own end is the end of its requests
      bodyTimeout: 0,
    };
    return this.agents.outside(() => agent.request(options));
  }

  /** https and WebSockets: bytes to and fro. */
  private async tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const page = this.pageOf(request);
    if (!page) return void client.end(`${REFUSALS[407]}\r\n\r\n`);
    page.join(client);
    countHead(request, page);
    const url = this.validateTarget(`https://${request.url}/`, page);
    if (!url) return void client.end(`${REFUSALS[403]}\r\n\r\n`);
    try {
      const server = await this.dial(url, page);
      if (client.destroyed) return void server.destroy();
      page.join(server);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(head);
      for (const side of [server, client])
        side.on('data', (chunk: Buffer) => page.count('bytes', chunk.length));
      join(client, server);
    } catch {
      client.end(`${REFUSALS[502]}\r\n\r\n`);
    }
  }

  private async dial(url: PageUrl, page: PageTraffic): Promise<Duplex> {
    const { upstream } = page.rules;
    // a literal address is never looked up, and a proxy connects in our place: both are checked here
    if (upstream !== null || isIP(url.hostname) !== 0)
      await resolveAllowed(this.policy, url.hostname, url.port);
    return upstream === null ? this.dialDirectly(url) : this.dialThrough(upstream, url);
  }

  private async dialDirectly({ hostname, port }: PageUrl): Promise<Duplex> {
    const socket = connect({
      host: hostname,
      port,
      lookup: guardedLookup(this.policy, port),
      autoSelectFamily: true,
    });
    socket.setTimeout(this.options.connectTimeoutMs, () =>
      socket.destroy(new Error('no connection in time')),
    );
    try {
      await once(socket, 'connect');
    } finally {
      socket.on('error', () => socket.destroy());
    }
    return socket.setTimeout(0).setNoDelay();
  }

  private async dialThrough(upstream: string, { hostname, port }: PageUrl): Promise<Duplex> {
    const proxy = new URL(upstream);
    const authorization = basicAuthorization(proxy);
    const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
    const { connectTimeoutMs, headersTimeoutMs } = this.options;
    const client = new Client(proxy.origin, {
      connect: { timeout: connectTimeoutMs },
      headersTimeout: headersTimeoutMs,
    });
    try {
      const { statusCode, socket } = await client.connect({
        path: `${host}:${port}`,
        headers: authorization === null ? {} : { 'proxy-authorization': authorization },
      });
      socket.on('error', () => socket.destroy());
      socket.once('close', () => void client.destroy());
      if (statusCode === 200) return socket;
      socket.destroy();
      throw new Error(`the proxy answered ${statusCode}`);
    } catch (error) {
      await client.destroy();
      throw error;
    }
  }

  private pageOf({ headers }: IncomingMessage): PageTraffic | undefined {
    return this.pages.get(headers['proxy-authorization'] ?? '');
  }

  private validateTarget(url: string, page: PageTraffic): PageUrl | null {
    try {
      const target = validateUrl(url, this.policy.allowed);
      return page.admits(target.hostname, target.port) ? target : null;
    } catch {
      return null;
    }
  }
}

/** Pages are greeted before they show anything: later greetings are those of scripts. */
function greet(response: ServerResponse, page: PageTraffic): void {
  if (page.isInUse) page.count('requests', GREETING_WEIGHT);
  answer(response, 204);
}

/** Counts a request and its head, whatever becomes of it. @returns the length of the head */
function countHead({ url = '', rawHeaders }: IncomingMessage, page: PageTraffic): number {
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  page.count('requests');
  page.count('messageBytes', bytes);
  return bytes;
}

function countBody(request: IncomingMessage, page: PageTraffic): Transform {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      page.count('bytes', chunk.length);
      done(null, chunk);
    },
  });
  pipeline(request, counted, () => {}); // the request to the site fails with it
  return counted;
}

const REFUSALS: Readonly<Record<number, string>> = {
  403: 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close',
  407: 'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="page"\r\nContent-Length: 0\r\nConnection: close',
  502: 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close',
};

function answer(response: ServerResponse, status: 204 | 403 | 407 | 502): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, status === 407 ? { 'proxy-authenticate': 'Basic realm="page"' } : {}).end();
}

/** Names between whose values nothing may be changed; repeated ones stay lists. */
function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !HOP_HEADERS.has(name) && !named.has(name),
    ),
  ) as Record<string, string | string[]>;
}

/** What one says the other hears, and when one is gone so is the other. */
function join(one: Duplex, other: Duplex): void {
  one.pipe(other);
  other.pipe(one);
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}
