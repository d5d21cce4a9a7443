import type { Readable, Writable } from 'node:stream';
import { BrowserError, BrowserGoneError, CommandRefusedError, NoAnswerError } from './browser-errors.js';

/** A command that says nothing else has an answer in this time, or none. */
const ANSWER_MS = 10_000;
/** No message is longer that anyone asked for: pages are cut at 10 MB, pictures and files at 20 MB before base64. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** What the browser tells by itself. */
export type EventListener = (method: string, params: never) => void;

interface Call {
  readonly session: CdpSession;
  readonly method: string;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * The Chrome DevTools Protocol over the two pipes of `--remote-debugging-pipe`: JSON, each message ended by a zero byte.
 * No port is opened that others could speak to, and the browser ends when its pipe does.
 */
export class CdpPipe {
  /** The browser itself, for commands that belong to no page. */
  readonly browser = new CdpSession(this, undefined);
  private readonly sessions = new Map<string, CdpSession>();
  private readonly calls = new Map<number, Call>();
  private lastId = 0;
  private parts: Buffer[] = [];
  private length = 0;
  private closedBy: BrowserError | null = null;

  constructor(
    private readonly input: Writable,
    output: Readable,
  ) {
    output.on('data', (chunk: Buffer) => this.read(chunk));
    output.on('close', () => this.close(new BrowserGoneError('the browser has ended')));
    output.on('error', () => {}); // it closes then
    input.on('error', () => {}); // the browser has ended: its output closes, too
  }

  /** @param sessionId as `Target.attachToTarget` gave it */
  attach(sessionId: string): CdpSession {
    const session = new CdpSession(this, sessionId);
    this.sessions.set(sessionId, session);
    return session;
  }

  /** Nothing will be answered any more. */
  close(reason: BrowserError): void {
    this.closedBy ??= reason;
    for (const session of this.sessions.values()) session.end(this.closedBy);
    this.browser.end(this.closedBy);
  }

  /** @internal */
  post(session: CdpSession, method: string, params: object, timeoutMs: number): Promise<never> {
    if (this.closedBy) return Promise.reject(this.closedBy);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.settle(id)?.reject(new NoAnswerError(`${method} was not answered`));
      const timer = setTimeout(giveUp, Math.max(1, timeoutMs));
      this.calls.set(id, { session, method, timer, resolve, reject });
      const sessionId = session.id === undefined ? {} : { sessionId: session.id };
      this.input.write(`${JSON.stringify({ id, method, params, ...sessionId })}\0`);
    });
  }

  /** @internal Nobody listens to this session any more: its calls are rejected. */
  forget(session: CdpSession, reason: Error): void {
    if (session.id !== undefined) this.sessions.delete(session.id);
    for (const [id, call] of this.calls) if (call.session === session) this.settle(id)?.reject(reason);
  }

  private settle(id: number): Call | undefined {
    const call = this.calls.get(id);
    if (call) clearTimeout(call.timer);
    this.calls.delete(id);
    return call;
  }

  private read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...this.parts, chunk.subarray(start, end)]).toString();
      this.parts = [];
      this.length = 0;
      start = end + 1;
      this.take(JSON.parse(message) as Message);
    }
    if (start === chunk.length) return;
    this.parts.push(chunk.subarray(start));
    this.length += chunk.length - start;
    if (this.length > MAX_MESSAGE_BYTES)
      this.close(new BrowserGoneError('the browser said too much at once'));
  }

  private take({ id, sessionId, method, params, result, error }: Message): void {
    if (this.closedBy) return;
    if (id === undefined) {
      const session = sessionId === undefined ? this.browser : this.sessions.get(sessionId);
      if (method !== undefined) session?.tell(method, params as never);
      return;
    }
    const call = this.settle(id);
    if (error) call?.reject(new CommandRefusedError(`${call.method}: ${error.message}`));
    else call?.resolve(result as never);
  }
}

/** Commands to, and events of, one page (or the browser). */
export class CdpSession {
  private listener: EventListener = () => {};
  private endedBy: Error | null = null;

  constructor(
    private readonly pipe: CdpPipe,
    readonly id: string | undefined,
  ) {}

  /**
   * Sends a command and waits for its answer.
   * @throws CommandRefusedError, NoAnswerError, or why the session has ended
   */
  send<T = object>(method: string, params: object = {}, timeoutMs: number = ANSWER_MS): Promise<T> {
    if (this.endedBy) return Promise.reject(this.endedBy);
    return this.pipe.post(this, method, params, timeoutMs);
  }

  /** Sends a command whose outcome is of no interest here: when it fails, something else tells. */
  command(method: string, params: object = {}): void {
    this.send(method, params).catch(() => {});
  }

  /** Nothing will be answered any more. */
  get isOver(): boolean {
    return this.endedBy !== null;
  }

  /** One listener hears everything; the last one given. */
  listen(listener: EventListener): void {
    this.listener = listener;
  }

  /** Commands under way and to come fail with `reason`. Idempotent. */
  end(reason: Error): void {
    if (this.endedBy) return;
    this.endedBy = reason;
    this.listener = () => {};
    this.pipe.forget(this, reason);
  }

  /** @internal */
  tell(method: string, params: never): void {
    this.listener(method, params);
  }
}
