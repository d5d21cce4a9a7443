import type { Readable, Writable } from 'node:stream';
import {
  BrowserError,
  BrowserGoneError,
  CommandRefusedError,
  NoAnswerError,
  OversizeError,
} from './browser-errors.js';
import { MAX_ANSWER_BYTES, MessageReader, type LongMessage } from './message-reader.js';

/** A command that says nothing else has an answer in this time, or none. */
const ANSWER_MS = 10_000;

/** Weight of a byte of an event with a long address: the browser has copied the address many times by then. */
const LONG_WEIGHT = 64;

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
  readonly params?: { readonly targetInfo?: { readonly targetId?: string; readonly openerId?: string } };
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
  /** Sessions by the target that each is of. */
  private readonly targets = new Map<string, CdpSession>();
  private readonly calls = new Map<number, Call>();
  private lastId = 0;
  private closedBy: BrowserError | null = null;

  constructor(
    private readonly input: Writable,
    output: Readable,
  ) {
    const reader = new MessageReader(
      (text, bytes) => this.take(text, bytes),
      (message) => this.passOver(message),
      (start) => this.callOf(start)?.maxBytes ?? MAX_ANSWER_BYTES,
    );
    output.on('data', (chunk: Buffer) => reader.read(chunk));
    output.on('close', () => this.close(new BrowserGoneError('the browser has ended')));
    output.on('error', () => {}); // it closes then
    input.on('error', () => {}); // the browser has ended: its output closes, too
  }

  /** @param sessionId as `Target.attachToTarget` gave it */
  attach(sessionId: string, targetId: string): TargetSession {
    const session = new CdpSession(this, sessionId, targetId) as TargetSession;
    this.sessions.set(sessionId, session);
    this.targets.set(targetId, session);
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
    if (session.targetId !== undefined) this.targets.delete(session.targetId);
    for (const [id, call] of this.calls) if (call.session === session) this.settle(id)?.reject(reason);
  }

  private settle(id: number): Call | undefined {
    const call = this.calls.get(id);
    if (call) clearTimeout(call.timer);
    this.calls.delete(id);
    return call;
  }

  /** The session of a page; undefined when it has ended. */
  sessionOf(targetId: string | undefined): CdpSession | undefined {
    return targetId === undefined ? undefined : this.targets.get(targetId);
  }

  private take(text: string, bytes: number): void {
    if (this.closedBy) return;
    const message = parse(text);
    if (!message) return this.close(new BrowserGoneError('the browser made no sense'));
    const { id, sessionId, method, params, result, error } = message;
    if (id === undefined) {
      const session = sessionId === undefined ? this.browser : this.sessions.get(sessionId);
      const { targetId, openerId } = params?.targetInfo ?? {};
      const page =
        session === this.browser ? (this.sessionOf(targetId) ?? this.sessionOf(openerId)) : session;
      page?.weigh(bytes);
      if (method !== undefined) this.tell(session, method, params);
      return;
    }
    const call = this.settle(id);
    if (error) call?.reject(new CommandRefusedError(`${call.method}: ${error.message}`));
    else call?.resolve(result as never);
  }

  /** Ends the browser when a listener fails: the event does not have the form that the protocol defines. */
  private tell(session: CdpSession | undefined, method: string, params: unknown): void {
    try {
      session?.tell(method, params as never);
    } catch (cause) {
      this.close(new BrowserGoneError(`the browser sent an invalid ${method}`, { cause }));
    }
  }

  /** Rejects the command of a long answer. Long events are dropped, and weigh on the page that caused them. */
  private passOver({ start, end, bytes }: LongMessage): void {
    if (Number.isNaN(idOf(start)))
      return this.sessionOfEvent(start, end)?.weigh(hasLongAddress(start) ? LONG_WEIGHT * bytes : bytes);
    const call = this.settle(idOf(start));
    call?.reject(new OversizeError(`${call.method}: the answer is too long`));
  }

  /** Returns the command that a message answers, given the first bytes of the message. */
  private callOf(start: string): Call | undefined {
    return this.calls.get(idOf(start));
  }

  /** The session is the last field of an event; events of the browser begin with the target that they describe. */
  private sessionOfEvent(start: string, end: string): CdpSession | undefined {
    const sessionId = /"sessionId":"([^"]+)"\}$/.exec(end)?.[1];
    if (sessionId !== undefined) return this.sessions.get(sessionId);
    return this.sessionOf(/"targetInfo":\{"targetId":"([^"]+)"/.exec(start)?.[1]);
  }
}

/** NaN for an event. */
const idOf = (start: string): number => Number(/^\{"id":(\d+)/.exec(start)?.[1]);

/** Whether a long event is about a long address, other than of data that is contained in it, as pictures often are. */
const hasLongAddress = (start: string): boolean => /"url":"(?!data:)/.test(start);

function parse(text: string): Message | null {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return null; // whoever speaks like that is not spoken with any longer
  }
}

/** Commands to, and events of, one page. */
export type TargetSession = CdpSession & { readonly targetId: string };

/** Commands to, and events of, one page (or the browser). */
export class CdpSession {
  private listener: EventListener = () => {};
  private scales: (bytes: number) => void = () => {};
  private readonly life = new AbortController();

  constructor(
    private readonly pipe: CdpPipe,
    readonly id: string | undefined,
    readonly targetId?: string,
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
    if (this.isOver) return Promise.reject(this.signal.reason);
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
    return this.signal.aborted;
  }

  /** Aborted when the session ends, with the reason. */
  get signal(): AbortSignal {
    return this.life.signal;
  }

  /** One listener hears everything; the last one given. */
  listen(listener: EventListener): void {
    this.listener = listener;
  }

  /** Reports the length of every event of this page, also of those that are dropped, in bytes. */
  onWeight(scales: (bytes: number) => void): void {
    this.scales = scales;
  }

  /** Commands under way and to come fail with `reason`. Idempotent. */
  end(reason: Error): void {
    if (this.isOver) return;
    this.listener = () => {};
    this.scales = () => {};
    this.pipe.forget(this, reason);
    this.life.abort(reason);
  }

  /** Counts bytes, or what is as expensive, towards the bounds of this page. */
  weigh(bytes: number): void {
    this.scales(bytes);
  }

  /** @internal */
  tell(method: string, params: never): void {
    this.listener(method, params);
  }
}
