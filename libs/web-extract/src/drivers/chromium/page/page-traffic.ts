import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { isAdHost } from '../network/ad-hosts.js';

/** More than a page of ours ever needs; a page that goes on is cut off. */
const MAX_REQUESTS = 2_000;
const MAX_BYTES = 150 * 1024 * 1024;

interface TrafficRules {
  /** The host's proxy that this page goes through; null for none. */
  readonly upstream: string | null;
  readonly blockAds: boolean;
}

/** What one page sends through the guarded proxy: its password there, its bounds, and its connections. */
export class PageTraffic {
  /** What the browser shows the proxy, as a value of `Proxy-Authorization`. */
  readonly authorization: string;
  readonly user = randomBytes(6).toString('hex');
  readonly password = randomBytes(24).toString('base64url');
  private readonly connections = new Set<Duplex>();
  private requests = 0;
  private bytes = 0;
  private isCut = false;

  /** @param rules may be set later, before the page shows anything */
  constructor(public rules: TrafficRules = { upstream: null, blockAds: false }) {
    this.authorization = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
  }

  /** Counts a request. @returns false when it may not be made */
  admits(hostname: string): boolean {
    if (this.isCut || ++this.requests > MAX_REQUESTS) return false;
    return !(this.rules.blockAds && isAdHost(hostname));
  }

  /** A connection of this page lasts no longer than its traffic. */
  join(connection: Duplex): void {
    if (this.connections.has(connection)) return;
    if (this.isCut) return void connection.destroy();
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
  }

  /** Bytes that came for the page. */
  count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > MAX_BYTES) this.cut();
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
}
