import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, buildConnector, errors, Pool, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import { isIP, type Socket } from 'node:net';
import { basicAuthorization } from '../../web/url/basic-authorization.js';
import { guardedLookup, resolveAllowed } from './guarded-lookup.js';
import { TolerantSocket } from './tolerant/tolerant-socket.js';
import type { AddressPolicy } from './guarded-lookup.js';

/** Maximum size of response headers, as in browsers. */
const MAX_HEADER_BYTES = 256 * 1024;

const CLIENT_OPTIONS = { pipelining: 1, maxHeaderSize: MAX_HEADER_BYTES };

/** Connection timeout of one of several addresses before the next is tried (RFC 8305, with room for slow links). */
const NEXT_ADDRESS_MS = 500;

/** Bounds of connections, in milliseconds. */
export interface ConnectionTimes {
  /** Name resolution, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** From the request to the end of the response headers. */
  readonly headersTimeoutMs: number;
}

/** Selects the agent of a request. */
export interface AgentChoice {
  /** `null` for a direct connection. */
  readonly proxyUrl: string | null;
  readonly skipTlsVerification: boolean;
  /** Repairs the head of a response that is not valid HTTP. For one request a connection (`reset`). @default false */
  readonly isTolerant?: boolean;
}

/** Keeps the connections: agents for strict TLS and without verification, strict and tolerant parsing, and the same for each proxy. */
export class AgentPool {
  private readonly agents = new Map<string, Dispatcher>();

  /**
   * Runs a function outside of the asynchronous context of its caller. Tracing of the host would add the id of its own request to requests
   * for sites.
   */
  readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly options: ConnectionTimes,
    private readonly policy: AddressPolicy,
  ) {}

  get({ proxyUrl, skipTlsVerification, isTolerant = false }: AgentChoice): Dispatcher {
    const key = `${skipTlsVerification} ${isTolerant} ${proxyUrl ?? ''}`;
    let agent = this.agents.get(key);
    if (agent === undefined) {
      const tls = { rejectUnauthorized: !skipTlsVerification };
      const adapt = isTolerant ? tolerant : strict;
      agent = proxyUrl === null ? this.directAgent(tls, adapt) : this.proxyAgent(proxyUrl, tls, adapt);
      this.agents.set(key, agent);
    }
    return agent;
  }

  /** Cuts every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()));
  }

  private directAgent(tls: TlsOptions, adapt: Adapt): Agent {
    return new Agent({
      ...CLIENT_OPTIONS,
      // The number of connections is bounded by the fetch slots; a bound here would let requests wait unseen.
      factory: (origin, options) =>
        new Pool(origin, { ...options, connect: adapt(this.guardedConnector(new URL(origin), tls)) }),
    });
  }

  /** A connector for one origin, because the lookup of a socket does not receive the port that the policy needs. */
  private guardedConnector({ protocol, port }: URL, tls: TlsOptions): buildConnector.connector {
    const portNumber = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    const connect = buildConnector({
      ...tls,
      timeout: this.options.connectTimeoutMs,
      lookup: guardedLookup(this.policy, portNumber),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    } as buildConnector.BuildOptions);
    return (options, callback) => {
      if (isIP(options.hostname) === 0) return connect(options, callback);
      // A literal address is never looked up, so it is checked here.
      resolveAllowed(this.policy, options.hostname, portNumber).then(
        () => connect(options, callback),
        (error: Error) => callback(error, null),
      );
    };
  }

  private proxyAgent(proxyUrl: string, tls: TlsOptions, adapt: Adapt): ProxyAgent {
    const url = new URL(proxyUrl);
    const timeout = this.options.connectTimeoutMs;
    const token = basicAuthorization(url);
    return new ProxyAgent({
      ...CLIENT_OPTIONS,
      uri: url.origin,
      ...(token === null ? {} : { token }),
      proxyTunnel: false, // plain http goes without CONNECT, which many proxies keep for port 443
      proxyTls: { timeout },
      requestTls: { ...tls, timeout },
      factory: (origin, options: Pool.Options) =>
        new Pool(origin, { ...options, connect: adapt(endingConnector(options)) }),
      clientFactory: (proxyOrigin, options) =>
        new Pool(proxyOrigin, { ...options, headersTimeout: this.options.headersTimeoutMs }),
    });
  }
}

/**
 * Makes a tunnel that breaks a failure. undici takes a closed socket for something to try again at once, and does so
 * without end when it is the proxy that closes.
 */
function endingConnector({ connect }: Pool.Options): buildConnector.connector {
  return (options, callback) =>
    (connect as buildConnector.connector)(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(error instanceof errors.SocketError ? new TunnelError(error) : error, null);
    });
}

type Adapt = (connect: buildConnector.connector) => buildConnector.connector;

const strict: Adapt = (connect) => connect;

/** Repairs responses on connections that were made, and checked, as all others. */
const tolerant: Adapt = (connect) => (options, callback) =>
  connect(options, (...[error, socket]) =>
    error === null
      ? callback(null, new TolerantSocket(socket, MAX_HEADER_BYTES) as unknown as Socket)
      : callback(error, null),
  );

class TunnelError extends Error {
  readonly code = 'ECONNRESET';

  constructor(cause: Error) {
    super('the tunnel through the proxy broke', { cause });
  }
}

interface TlsOptions {
  readonly rejectUnauthorized: boolean;
}
