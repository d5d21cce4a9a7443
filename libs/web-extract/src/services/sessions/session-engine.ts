import { DEFAULT_CONVERSION } from '../../model/page/conversion.js';
import { InvalidRequestError, WebExtractError } from '../../model/errors.js';
import { sessionKey, type StateKey, type StatefulRequest } from '../../model/page/state-key.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { Converter } from '../../ports/converter.port.js';
import type { Fetcher, FetchResponse } from '../../ports/fetcher.port.js';
import type { SessionScope } from '../../web/sessions/session-scope.js';
import type { ConfiguredSession, LiveSession, SessionVault } from './live-session.js';
import { LiveSessions } from './live-sessions.js';
import type { LoginTools } from './login-run.js';
import { passes } from './logged-out.js';
import { SessionReadings } from './session-readings.js';
import { SessionRenewal, type RenewalListener } from './session-renewal.js';
import { SessionVisitor } from './session-visit.js';

const CHECK_TIMEOUT_MS = 20_000;
const MAX_CHECK_BYTES = 1024 * 1024;

const refusal = (path: readonly (string | number)[], reason: string): InvalidRequestError =>
  InvalidRequestError.at(path, { code: 'contradiction', reason });

/** Listeners of the engine. */
export interface SessionListeners {
  readonly onLogin: RenewalListener;
  readonly onReadAgain: (session: LiveSession) => void;
}

/** Result of a check. */
export interface Asked {
  readonly isValid: boolean | null;
  readonly statusCode: number | null;
}

/** Everything that uses sessions: readings of pages, renewals and checks. Independent of Nest. */
export class SessionEngine {
  readonly live: LiveSessions;
  readonly renewal: SessionRenewal;
  readonly readings: SessionReadings;
  private readonly stop = new AbortController();

  constructor(
    readonly vault: SessionVault,
    configured: ReadonlyMap<string, ConfiguredSession>,
    private readonly tools: LoginTools,
    private readonly converter: Converter,
    { onLogin, onReadAgain }: SessionListeners,
  ) {
    const ask = async (session: LiveSession, signal: AbortSignal) =>
      (await this.ask(session, signal)).isValid;
    this.live = new LiveSessions(vault, configured);
    this.renewal = new SessionRenewal(vault.store, tools, this.stop.signal, onLogin, ask);
    this.readings = new SessionReadings(this.live, this.renewal, ask, onReadAgain);
  }

  /** Ends waits and logins. */
  onApplicationShutdown(): void {
    this.stop.abort(new Error('shutting down'));
  }

  /**
   * The request with the state key of its session; of URLs outside of its origins without a session.
   * @throws SessionUnknownError, SessionExpiredError
   */
  async bind(request: PageRequest): Promise<StatefulRequest> {
    const { session: name, owner = HOST_OWNER, url } = request;
    if (name === undefined) return request;
    const session = await this.live.find(owner, name);
    if (session.scope.covers(url)) return { ...request, state: sessionKey(name, session.account) };
    const { session: _, ...rest } = request;
    return rest;
  }

  /**
   * Checks whether a request may use its session.
   * @param startUrl page that must be within the origins; null for lists, whose other pages are read without the session
   * @returns the state key of the session; undefined without one
   * @throws InvalidRequestError, SessionUnknownError, SessionExpiredError, GuardedLinkError
   */
  async admit(
    page: Omit<PageRequest, 'url'>,
    owner: string,
    startUrl: string | null,
  ): Promise<StateKey | undefined> {
    const { session: name, headers = {}, actions = [] } = page;
    if (name === undefined) return undefined;
    const ambiguous = Object.keys(headers).find((header) => /^(?:cookie|authorization)$/i.test(header));
    if (ambiguous !== undefined) throw refusal(['headers', ambiguous], 'cannot be combined with session');
    const session = await this.live.find(owner, name);
    const script = actions.findIndex(({ type }) => type === 'executeJavascript');
    if (script >= 0 && session.rules.allowScripts !== true)
      throw refusal(
        ['actions', script],
        'runs a script in a page of a session: set allowScripts of the session',
      );
    if (startUrl !== null && !session.scope.covers(startUrl))
      throw refusal(['url'], `must belong to an origin of the session: ${session.rules.origins.join(', ')}`);
    if (startUrl !== null) session.scope.refuseGuarded(startUrl);
    return sessionKey(name, session.account);
  }

  /**
   * A fetcher for files of a site, such as sitemaps, that reads those of the origins with a session.
   * @param guessed paths that may not exist: they are read without it, because a missing file may use up a cookie that is valid once
   */
  fetcherFor(
    fetcher: Fetcher,
    owner: string,
    name: string | undefined,
    guessed: readonly string[] = [],
  ): Pick<Fetcher, 'fetch'> {
    if (name === undefined) return fetcher;
    return {
      fetch: async (request, signal) => {
        const session = await this.live.find(owner, name);
        const isGuessed = guessed.includes(new URL(request.url).pathname);
        if (isGuessed || !session.scope.covers(request.url)) return fetcher.fetch(request, signal);
        return this.readings.once(session, signal, (visit) => {
          const beforeHop = async (url: string) => {
            visit.beforeHop(url);
            return request.beforeHop?.(url);
          };
          return fetcher.fetch({ ...request, beforeHop, visitor: visit.visitor }, signal);
        });
      },
    };
  }

  /** The state key of pages of a session. @throws SessionUnknownError, SessionExpiredError */
  async stateKey(owner: string, name: string): Promise<StateKey> {
    return sessionKey(name, (await this.live.find(owner, name)).account);
  }

  /** Rules for links of a session; null without one. */
  async scopeOf(owner: string, name: string | undefined): Promise<SessionScope | null> {
    return name === undefined ? null : (await this.live.find(owner, name)).scope;
  }

  /** Requests the check of a session. A site that cannot be reached decides nothing. */
  async ask(session: LiveSession, signal: AbortSignal): Promise<Asked> {
    const { check } = session.rules;
    if (check === undefined) return { isValid: null, statusCode: null };
    const visitor = new SessionVisitor(session, session.record.generation);
    const hops: string[] = [];
    const beforeHop = async (url: string) => {
      session.scope.refuseGuarded(url);
      hops.push(url);
    };
    const request = {
      url: check.url,
      owner: session.owner,
      timeoutMs: CHECK_TIMEOUT_MS,
      maxBytes: MAX_CHECK_BYTES,
    };
    try {
      const response = await this.tools.fetcher.fetch(
        { ...request, onTooLarge: 'truncate', visitor, beforeHop },
        signal,
      );
      const seen = { ...response, hops };
      const hasSelector =
        check.selector !== undefined && (await this.hasSelector(check.selector, response, signal));
      const isValid = !session.signs.tells(seen) && passes(check, seen, hasSelector);
      return { isValid, statusCode: response.statusCode };
    } catch (error) {
      if (signal.aborted || !(error instanceof WebExtractError)) throw error;
      return { isValid: null, statusCode: null };
    }
  }

  private async hasSelector(
    signSelector: string,
    response: FetchResponse,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { body, url, statusCode, headers } = response;
    const contentType = headers['content-type'] ?? null;
    const request = {
      ...DEFAULT_CONVERSION,
      body,
      url,
      statusCode,
      contentType,
      formats: [],
      parsePdf: true,
      signSelector,
    };
    return (await this.converter.convert(request, signal)).hasSign === true;
  }
}
