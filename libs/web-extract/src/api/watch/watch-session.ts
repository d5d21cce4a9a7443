import { Logger } from '@nestjs/common';
import type { WebSocket } from 'ws';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import { NotFoundError } from '../../model/errors.js';
import type { JobEvents } from '../../services/crawl/following/job-events.js';
import type { AnswerClient } from '../../services/memory/answer-client.js';
import { toErrorReply } from '../errors/error-reply.js';
import { closingOfError, closingOfJob, GOING_AWAY, StalledReaderError, type Closing } from './closing.js';
import { BackpressureWriter } from './backpressure-writer.js';
import type { JobFrames } from './job-frames.js';

const logger = new Logger('WebExtract');

const HEARTBEAT_MS = 30_000;
/** Maximum duration of a session; after that the key must be sent again. */
const LONGEST_MS = 24 * 60 * 60 * 1_000;
/** Time for a client to answer a close. */
const CLOSE_MS = 5_000;
/** Time to close for a client that has data in transit, in milliseconds. */
const SLOW_CLOSE_MS = 30_000;
/** Clients have nothing to say. */
const MAX_MESSAGES = 100;

/** Protocol of one API version. */
export interface WatchDialect {
  readonly frames: JobFrames;
  /** True to send errors as messages, too: clients of this version do not read the close reason. */
  readonly tellsErrorsInFrames: boolean;
}

/** A WebSocket client, from the handshake to the close. */
export class WatchSession {
  private readonly end = new AbortController();
  private readonly line: BackpressureWriter;
  private readonly timers: NodeJS.Timeout[];
  private isAlive = true;
  private messages = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly dialect: WatchDialect,
    onClose: () => void,
  ) {
    this.line = new BackpressureWriter(socket);
    this.timers = [
      setInterval(() => this.beat(), HEARTBEAT_MS).unref(),
      setTimeout(() => this.close(GOING_AWAY), LONGEST_MS).unref(),
    ];
    socket.on('pong', () => (this.isAlive = true));
    socket.on('message', () => this.hear());
    socket.on('error', () => {}); // what breaks the protocol closes it
    socket.on('close', () => {
      for (const timer of this.timers) clearInterval(timer);
      this.end.abort();
      onClose();
    });
  }

  /** Sends all events of the job until it ends. Never throws. */
  async tell(find: () => Promise<CrawlJob>, events: JobEvents, client: AnswerClient): Promise<void> {
    client.onSlow = () => this.terminate();
    try {
      this.close(await this.follow(await find(), events, client));
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    if (!this.isOpen) return; // caused by the closed socket
    if (toErrorReply(error).isUnexpected && !(error instanceof StalledReaderError)) {
      logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    this.close(closingOfError(error));
  }

  /** Only the first counts. */
  close({ code, reason, error }: Closing): void {
    if (!this.isOpen) return;
    if (error !== undefined && this.dialect.tellsErrorsInFrames && !this.line.isWithinMessage) {
      this.socket.send(JSON.stringify({ type: 'error', error }), () => {});
    }
    const patienceMs = this.socket.bufferedAmount > 0 ? SLOW_CLOSE_MS : CLOSE_MS;
    this.socket.close(code, reason);
    this.timers.push(setTimeout(() => this.terminate(), patienceMs).unref());
    this.end.abort();
  }

  /** Ends the connection without another word. */
  terminate(): void {
    this.socket.terminate();
  }

  private get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  private async follow(job: CrawlJob, jobEvents: JobEvents, client: AnswerClient): Promise<Closing> {
    const { frames } = this.dialect;
    const events = jobEvents.read(job.id, 0, { signal: this.end.signal, client });
    try {
      await this.line.send(frames.catchup(job, events));
      for await (const event of events) {
        if (event.type === 'state') return closingOfJob(event.job);
        await this.line.send([await frames.document(event.page, job)]);
      }
    } finally {
      await events.return(undefined);
    }
    throw new NotFoundError('Job expired');
  }

  /** Sends a ping, unless data is pending; then the line checks for a stalled client. */
  private beat(): void {
    if (this.socket.bufferedAmount > 0) return;
    if (!this.isAlive) return this.terminate();
    this.isAlive = false;
    this.socket.ping(() => {});
  }

  private hear(): void {
    this.isAlive = true;
    if (++this.messages === MAX_MESSAGES) this.close({ code: 1008, reason: '' });
  }
}
