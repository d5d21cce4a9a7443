import { withDeadline } from '../../concurrency/with-deadline.js';
import { HookFailedError } from '../../model/errors.js';
import type { Conversion } from '../../model/page/conversion.js';
import type { SessionOptions } from '../../model/session/session.js';
import { LoggedOutError, type SessionVisit } from '../../pipeline/session-reader.js';
import type { FetchResponse, HopHeaders, Visitor } from '../../ports/fetcher.port.js';
import { siteOf, hostOf } from '../../web/cookies/cookie-jar.js';
import type { BrowserVisitor } from '../../ports/renderer.port.js';
import { SessionBrowser } from './session-browser.js';
import type { LiveSession } from './live-session.js';
import { textOf, type SeenResponse } from './logged-out.js';

const FUNCTION_TIMEOUT_MS = 5_000;
const CHECK_AGAIN_MS = 60_000;

/** Asks the check of a session; null if it has none. */
export type AskSession = (session: LiveSession, signal: AbortSignal) => Promise<boolean | null>;

/** Cookies and headers of a generation of a session, at its origins only. */
export class SessionVisitor implements Visitor {
  /** False after a hop through another site: RFC 6265bis, 5.2. */
  private isSameSite = true;

  constructor(
    private readonly session: LiveSession,
    private readonly generation: number,
  ) {}

  noteHop(url: string): void {
    const site = siteOf(hostOf(new URL(url)));
    const { origins } = this.session.rules;
    if (!origins.some((origin) => siteOf(hostOf(new URL(origin))) === site)) this.isSameSite = false;
  }

  covers(url: string): boolean {
    return this.session.scope.covers(url);
  }

  cookiesAt(url: string): string {
    return this.session.jar.headerAt(url, this.isSameSite);
  }

  headersAt(): HopHeaders {
    return this.session.record.headers;
  }

  receive(url: string, setCookies: readonly string[]): void {
    this.session.receive(this.generation, url, setCookies);
  }
}

/** One reading of a page with a generation of a session. */
export class GenerationVisit implements SessionVisit {
  readonly visitor: SessionVisitor;
  private readonly hops: string[] = [];

  constructor(
    private readonly session: LiveSession,
    private readonly generation: number,
    private readonly ask: AskSession,
  ) {
    this.visitor = new SessionVisitor(session, generation);
  }

  get browser(): BrowserVisitor {
    return new SessionBrowser(this.session, this.generation);
  }

  get signSelector(): string | undefined {
    return this.session.signs.selector;
  }

  beforeHop(url: string): void {
    this.session.scope.refuseGuarded(url);
    this.visitor.noteHop(url);
    this.hops.push(url);
  }

  /** True if the response alone says so. */
  isLoggedOut(response: FetchResponse): boolean {
    return this.session.signs.tells({ ...response, hops: this.hops });
  }

  async checkResponse(response: FetchResponse, signal: AbortSignal): Promise<void> {
    const { session } = this;
    const seen: SeenResponse = { ...response, hops: this.hops };
    if (this.isLoggedOut(response)) throw new LoggedOutError(response.url);
    if (!session.scope.covers(response.url)) return;
    const { isLoggedIn } = session.options ?? {};
    if (isLoggedIn && response.statusCode !== 304 && !(await this.asks(isLoggedIn, seen, signal)))
      throw new LoggedOutError(response.url);
    if (response.statusCode === 403 && (await this.isOutAfterRefusal(signal)))
      throw new LoggedOutError(response.url);
  }

  checkConversion({ url, statusCode }: FetchResponse, { hasSign, quality }: Conversion): void {
    const { session } = this;
    if (!session.scope.covers(url)) return;
    const isWall = statusCode === 200 && !session.login && quality.flags.includes('login-wall');
    if (hasSign === true || isWall) throw new LoggedOutError(url);
  }

  private async asks(
    isLoggedIn: NonNullable<SessionOptions['isLoggedIn']>,
    { url, statusCode, headers, body }: SeenResponse,
    signal: AbortSignal,
  ): Promise<boolean> {
    const onTimeout = () => new Error(`no result within ${FUNCTION_TIMEOUT_MS} ms`);
    try {
      const html = textOf({ body });
      return await withDeadline(FUNCTION_TIMEOUT_MS, signal, onTimeout, async () =>
        isLoggedIn({ url, statusCode, headers, html }),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      throw new HookFailedError('isLoggedIn', url, { cause: error });
    }
  }

  /** A 403 is a page; the check is asked once for each generation and minute. */
  private async isOutAfterRefusal(signal: AbortSignal): Promise<boolean> {
    const { session, generation } = this;
    const { checkedAt } = session;
    const isRecent = checkedAt?.generation === generation && Date.now() - checkedAt.at < CHECK_AGAIN_MS;
    if (session.rules.check === undefined || isRecent) return false;
    session.checkedAt = { generation, at: Date.now() };
    return (await this.ask(session, signal)) === false;
  }
}
