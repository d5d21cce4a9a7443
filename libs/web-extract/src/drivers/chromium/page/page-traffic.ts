import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { BrowserVisitor } from '../../../ports/renderer.port.js';
import { isAdHost } from '../network/ad-hosts.js';

const MIB = 1024 * 1024;

/** Bounds of one page, far above what pages need to show their content. */
const BOUNDS = {
  /** Requests to the guarded proxy, including refused ones. */
  requests: 2_000,
  /** Requests without an answer at the same time, without pictures, fonts and media. */
  openRequests: 300,
  /** Requests that the browser pauses for a decision, most of them for pictures. */
  pausedRequests: 5_000,
  /** Bytes to and from sites. */
  bytes: 150 * MIB,
  /** Bytes of addresses, request headers and browser events: other pages wait while they are transferred. */
  messageBytes: 24 * MIB,
};

type Bounded = keyof typeof BOUNDS;

/** A page is silenced at its bounds. It is closed at this multiple of them: workers, for instance, cannot be silenced. */
const CLOSED_AT = 2;
/** Requests from before a page was silenced arrive for this long. */
const GRACE_MS = 1_000;
/** Traffic that has no such time, since it holds up other pages. */
const BLOCKING: readonly Bounded[] = ['messageBytes', 'openRequests'];

interface TrafficRules {
  /** The host's proxy that this page goes through; null for none. */
  readonly upstream: string | null;
  readonly blockAds: boolean;
  /** Absent for pages without state. */
  readonly visitor?: Pick<BrowserVisitor, 'admitsTarget'>;
}

/** Called once each: when the traffic of a page exceeds its bounds, and when it does not stop. */
interface ExcessListener {
  readonly silence: () => void;
  readonly close: () => void;
}

/** The traffic of one page: its password at the guarded proxy, its bounds, and its connections. */
export class PageTraffic {
  /** Credentials of the browser for the proxy, as a value of `Proxy-Authorization`. */
  readonly authorization: string;
  readonly user = randomBytes(6).toString('hex');
  readonly password = randomBytes(24).toString('base64url');
  private readonly connections = new Set<Duplex>();
  private readonly spent: Record<Bounded, number> = {
    requests: 0,
    openRequests: 0,
    pausedRequests: 0,
    bytes: 0,
    messageBytes: 0,
  };
  private excess: 'none' | 'silenced' | 'closed' = 'none';
  private silencedAt = Infinity;
  private listener: ExcessListener | null = null;
  private isCut = false;

  /** @param rules may be set later, before the page shows anything */
  constructor(public rules: TrafficRules = { upstream: null, blockAds: false }) {
    this.authorization = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
  }

  /** True if the page has exceeded its limits. */
  get isExcessive(): boolean {
    return this.excess !== 'none';
  }

  /** True if the page shows a document or is about to. */
  get isInUse(): boolean {
    return this.listener !== null;
  }

  /** Sets the listener for a page that exceeds its limits. */
  onExcess(listener: ExcessListener): void {
    this.listener = listener;
  }

  /** True if the page may send requests to the host. */
  admits(hostname: string, port: number): boolean {
    const { visitor } = this.rules;
    if (visitor && !visitor.admitsTarget(hostname, port)) return false;
    return !this.isCut && !(this.rules.blockAds && isAdHost(hostname));
  }

  /** A connection of this page lasts no longer than its traffic. */
  join(connection: Duplex): void {
    if (this.connections.has(connection)) return;
    if (this.isCut) return void connection.destroy();
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
  }

  /** Counts traffic, whether it was useful or not. Negative amounts are open requests that were answered. */
  count(what: Bounded, amount = 1): void {
    const spent = (this.spent[what] += amount);
    if (spent <= BOUNDS[what]) return;
    const isOverdue = BLOCKING.includes(what) || performance.now() > this.silencedAt + GRACE_MS;
    this.exceed(spent > BOUNDS[what] * CLOSED_AT && isOverdue ? 'closed' : 'silenced');
  }

  /** Cuts every connection, now and later. */
  cut(): void {
    this.isCut = true;
    this.cutOpen();
  }

  /** Cuts the connections that there are now. */
  cutOpen(): void {
    for (const connection of this.connections) connection.destroy();
  }

  private exceed(excess: 'silenced' | 'closed'): void {
    if (this.excess === excess || this.excess === 'closed') return;
    this.excess = excess;
    this.silencedAt = Math.min(this.silencedAt, performance.now());
    this.cut();
    if (excess === 'closed') this.listener?.close();
    else this.listener?.silence();
  }
}
