import type { Redis } from 'ioredis';

const LOOK_MS = 1_000;

/** Private members of an ioredis client. */
interface Internals {
  readonly stream?: { readonly bytesRead: number };
}

/**
 * Reconnects a client when Redis stops responding. A network may drop a connection silently: commands would then have
 * no reply,
 * and subscriptions no messages, until the operating system closes it after a quarter of an hour, or never.
 */
export class HeartbeatMonitor {
  private readonly timer: NodeJS.Timeout;
  private stream: Internals['stream'];
  private bytes = 0;
  private looks = 0;

  /**
   * @param longestMs maximum time without a response, although one is requested every second; more than the longest
   * blocking command
   */
  constructor(
    private readonly client: Redis,
    private readonly longestMs: number,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /**
   * Counts checks instead of time: a process that was suspended reads the pending responses after its first check.
   */
  private look(): void {
    const { stream } = this.client as unknown as Internals;
    const isConnected = this.client.status === 'ready' || this.client.status === 'connect';
    const isAlive = !isConnected || stream !== this.stream || stream?.bytesRead !== this.bytes;
    this.looks = isAlive ? 0 : this.looks + 1;
    this.stream = stream;
    this.bytes = stream?.bytesRead ?? 0;
    if (isAlive) return;
    if (this.looks === 1) this.client.ping().catch(() => {}); // its answer is what counts
    if (this.looks * LOOK_MS < this.longestMs) return;
    this.looks = 0;
    this.client.disconnect(true);
  }
}
