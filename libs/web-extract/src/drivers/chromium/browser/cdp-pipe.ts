import type { Readable, Writable } from 'node:stream';
import {
  BrowserError,
  BrowserGoneError,
  CommandRefusedError,
  NoAnswerError,
  OversizeError,
} from './browser-errors.js';
import { MAX_ANSWER_BYTES, MessageReader } from './message-reader.js';

/** A command that says nothing else has an answer in this time, or none. */
const ANSWER_MS = 10_000;

/** What the browser tells by itself. */
type EventListener = (method: string, params: never) => void;

/** Limits of one answer. */
export interface AnswerBounds {
  readonly timeoutMs?: number;
  /** Bytes of the message; at most 64 MiB, and effective from 4 MiB on. */
  readonly maxBytes?: number;
}

interface Call {
  readonly session: CdpSession;
  readonly method: string;
  readonly timer: NodeJS.Timeout;
  readonly maxBytes: number;
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
  private closedBy: BrowserError | null = null;

  constructor(
    private readonly input: Writable,
    output: Readable,
  ) {
    const reader = new MessageReader(
      (text) => this.take(text),
      (start) => this.passOver(start),
      (start) => this.callOf(start)?.maxBytes ?? MAX_ANSWER_BYTES,
    );
    output.on('data', (chunk: Buffer) => reader.read(chunk));
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
  post(
    session: CdpSession,
    method: string,
    params: object,
    { timeoutMs, maxBytes }: Required<AnswerBounds>,
  ): Promise<never> {
    if (this.closedBy) return Promise.reject(this.closedBy);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.settle(id)?.reject(new NoAnswerError(`${method} was not answered`));
      const timer = setTimeout(giveUp, Math.max(1, timeoutMs));
      this.calls.set(id, { session, method, timer, maxBytes, resolve, reject });
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

  private take(text: string): void {
    if (this.closedBy) return;
    const message = parse(text);
    if (!message) return this.close(new BrowserGoneError('the browser made no sense'));
    const { id, sessionId, method, params, result, error } = message;
    if (id === undefined) {
      const session = sessionId === undefined ? this.browser : this.sessions.get(sessionId);
      if (method !== undefined) this.tell(session, method, params);
      return;
    }
    const call = this.settle(id);
    if (error) call?.reject(new CommandRefusedError(`${call.method}: ${error.message}`));
    else call?.resolve(result as never);
  }

  /** A listener fails on an event that has another form than the protocol gives it: such a browser is not used any longer. */
  private tell(session: CdpSession | undefined, method: string, params: unknown): void {
    try {
      session?.tell(method, params as never);
    } catch (cause) {
      this.close(new BrowserGoneError(`the browser sent an invalid ${method}`, { cause }));
    }
  }

  /** The page that a long answer was about does without it; the others never know. A long event is as good as none. */
  private passOver(start: string): void {
    const call = this.callOf(start);
    if (!call) return;
    this.settle(idOf(start));
    call.reject(new OversizeError(`${call.method}: the answer is too long`));
  }

  /** The call that a message answers, given how the message begins. */
  private callOf(start: string): Call | undefined {
    return this.calls.get(idOf(start));
  }
}

/** NaN for an event. */
const idOf = (start: string): number => Number(/^\{"id":(\d+)/.exec(start)?.[1]);

function parse(text: string): Message | null {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return null; // whoever speaks like that is not spoken with any longer
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
   * @param bounds a number is `timeoutMs`
   * @throws CommandRefusedError, NoAnswerError, OversizeError, or why the session has ended
   */
  send<T = object>(
    method: string,
    params: object = {},
    bounds: number | AnswerBounds = ANSWER_MS,
  ): Promise<T> {
    if (this.endedBy) return Promise.reject(this.endedBy);
    const { timeoutMs = ANSWER_MS, maxBytes = MAX_ANSWER_BYTES } =
      typeof bounds === 'number' ? { timeoutMs: bounds } : bounds;
    return this.pipe.post(this, method, params, { timeoutMs, maxBytes });
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
