import type { Redis } from 'ioredis';

const LOOK_MS = 1_000;

/** What is not public of an ioredis client. */
interface Internals {
  readonly stream?: { readonly bytesRead: number };
}

/**
 * Connects a client anew when nothing comes from Redis any more. A network that forgot a connection does not say so: commands
 * would have no answer, and subscriptions no messages, until the operating system gives up a quarter of an hour later, or never.
 */
export class SilenceWatch {
  private readonly timer: NodeJS.Timeout;
  private stream: Internals['stream'];
  private bytes = 0;
  private looks = 0;

  /** @param longestMs may pass without a word, although Redis is asked for one every second. The longest wait of a command is less. */
  constructor(
    private readonly client: Redis,
    private readonly longestMs: number,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Looks are counted, not the time: a process that was frozen finds what came meanwhile after its first one. */
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
