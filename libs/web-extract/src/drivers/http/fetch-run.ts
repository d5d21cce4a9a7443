import type { Dispatcher } from 'undici';
import { BodyTooLargeError, FetchTimeoutError, TooManyRedirectsError } from '../../model/errors.js';
import type { HeaderPair } from '../../model/page/kept-response.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { FetchRequest, FetchResponse, HopHeaders } from '../../ports/fetcher.port.js';
import { conditionalHeaders } from '../../pipeline/freshness/validators.js';
import type { PageUrl } from '../../web/url/validate-url.js';
import type { AgentPool } from '../guarded-network/agent-pool.js';
import type { Deadline } from './deadline.js';
import { decodeBody } from './decode-body.js';
import type { FetchSlots } from './fetch-slots.js';
import { resolveAllowed } from '../guarded-network/guarded-lookup.js';
import type { AddressPolicy } from '../guarded-network/guarded-lookup.js';
import type { ResolvedHttpFetcherOptions } from './http-fetcher.options.js';
import { isConnectError, isMalformed, mapError, ofProxy } from './map-error.js';
import type { ProxyRotation } from '../guarded-network/proxy-rotation.js';
import { MAX_COOKIES, RedirectCookies } from './redirect-cookies.js';
import { isRedirectStatus, redirectTarget } from './redirect.js';
import type { RequestHeaders } from './request-headers.js';
import { ResponseReader } from './response-reader.js';
import type { BodyCut, RawResponse, ReadLimits } from './response-reader.js';
import type { RecentKeys } from '../../concurrency/recent-keys.js';
import { backoffMs } from '../../model/retry/backoff.js';
import { isBusyStatus } from '../../model/retry/busy-status.js';
import { isTransientStatus } from '../../model/retry/transient-status.js';
import { RETRIES } from '../../model/retry/policies.js';
import { retryAfterMs } from '../../model/retry/retry-after.js';

/** Dependencies shared by all requests of a fetcher. */
export interface FetchTools {
  readonly options: ResolvedHttpFetcherOptions;
  readonly policy: AddressPolicy;
  readonly agents: AgentPool;
  readonly slots: FetchSlots;
  readonly proxies: ProxyRotation;
  /** Origins whose responses a strict parser refused. */
  readonly oddOrigins: RecentKeys;
}

/** The body of a redirect is not used. It is read only as long as that saves the connection. */
const REDIRECT_BODY: ReadLimits = {
  maxBytes: 64 * 1024,
  maxDocumentBytes: 0,
  stallTimeoutMs: 500,
  allOrNothing: false,
};

/** Requests with more time give slow servers more time for the headers. */
const USUAL_TIMEOUT_MS = 30_000;

/** Types of documents: larger bodies are read of them from the start, compressed ones too. */
const DOCUMENT_TYPE =
  /^\s*application\/(?:pdf|rtf|msword|epub\+zip|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-(?:excel|word|powerpoint)))|^\s*text\/rtf/i;

/** Statuses of permanent redirects. */
const PERMANENT: ReadonlySet<number> = new Set([301, 308]);

/** One request with its redirects, retries and cookies. */
export class FetchRun {
  private readonly cookies = new RedirectCookies();
  private readonly bodyLimits: ReadLimits;
  /** Cookies set during the request, with the host that set them. */
  private readonly setCookies: { readonly host: string; readonly header: string }[] = [];
  private admission: Promise<void> | null = null;
  /** The first URL. Validators are only sent to it. */
  private first: PageUrl | null = null;
  private attempts = 0;
  private isMovedPermanently: boolean | undefined;
  private retries = 0;
  /** Headers of the current hop only. */
  private hopHeaders: HopHeaders = {};

  constructor(
    private readonly tools: FetchTools,
    private readonly request: FetchRequest,
    private readonly headers: RequestHeaders,
    private readonly deadline: Deadline,
  ) {
    const { maxBodyBytes, stallTimeoutMs } = tools.options;
    const allOrNothing = request.onTooLarge !== 'truncate';
    const maxBytes = request.maxBytes ?? maxBodyBytes;
    this.bodyLimits = {
      maxBytes,
      maxDocumentBytes: request.maxDocumentBytes ?? 0,
      stallTimeoutMs,
      allOrNothing,
      admitLarge: request.beforeLargeBody && ((bytes) => this.admitLarge(bytes)),
    };
  }

  /** Asks once: a further attempt holds no more than the first. */
  private admitLarge(bytes: number): Promise<void> {
    return (this.admission ??= this.request.beforeLargeBody!(bytes));
  }

  async follow(first: PageUrl): Promise<FetchResponse> {
    const maxRedirects = this.request.maxRedirects ?? this.tools.options.maxRedirects;
    this.first = first;
    const { cookiesOf } = this.request;
    if (cookiesOf?.setCookies?.length && !this.hasState(cookiesOf.url))
      await this.cookies.store(cookiesOf.url, [...cookiesOf.setCookies]);
    let hop = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      this.hopHeaders = await this.headersFor(hop);
      const raw = await this.load(hop);
      this.noteCookies(hop, raw.headers['set-cookie']);
      this.request.visitor?.receive(hop.href, [raw.headers['set-cookie'] ?? []].flat());
      const location = [raw.headers.location].flat()[0];
      const isPost = this.request.post !== undefined;
      const target = isPost ? null : redirectTarget(raw.statusCode, location, hop, this.tools.policy.allowed);
      if (target === null) return this.respond(hop, raw);
      const { statusCode, statusText } = raw;
      this.request.onRedirect?.({ url: hop.href, statusCode, statusText, headerPairs: headerPairsOf(raw) });
      this.isMovedPermanently = this.isMovedPermanently !== false && PERMANENT.has(raw.statusCode);
      if (!this.hasState(hop.href)) await this.cookies.store(hop.href, raw.headers['set-cookie']);
      hop = target;
    }
    throw new TooManyRedirectsError(first.href, maxRedirects);
  }

  /** True if the hop has the state of the visitor, which is kept apart from cookies of redirects. */
  private hasState(url: string): boolean {
    return this.request.visitor?.covers(url) === true;
  }

  /** Cookies and headers of the hop only. */
  private stateAt(hop: PageUrl): readonly [cookies: string, headers: HopHeaders] {
    const { visitor } = this.request;
    if (!visitor?.covers(hop.href)) return [this.cookies.of(hop), this.hopHeaders];
    return [visitor.cookiesAt(hop.href), { ...visitor.headersAt(hop.href), ...this.hopHeaders }];
  }

  /** Asks whether the hop may be requested. */
  private async headersFor(hop: PageUrl): Promise<HopHeaders> {
    const { beforeHop } = this.request;
    return (beforeHop && (await this.deadline.until(beforeHop(hop.href)))) || {};
  }

  private noteCookies({ hostname: host }: PageUrl, headers: string | string[] = []): void {
    for (const header of [headers].flat().slice(0, MAX_COOKIES)) this.setCookies.push({ host, header });
  }

  /** Loads one URL, with retries. */
  private async load(hop: PageUrl): Promise<RawResponse> {
    for (;;) {
      try {
        const raw = await this.attempt(hop);
        const waitMs = this.waitAfterAnswer(raw);
        if (waitMs === null) return raw;
        await this.deadline.sleep(waitMs);
      } catch (error) {
        if (this.deadline.hasEnded) throw error;
        if (!this.mayRetry() || !isConnectError(error)) throw mapError(error, hop, this.times);
        await this.deadline.sleep(backoffMs(RETRIES.fetch, this.retries + 1));
      }
      this.retries++;
    }
  }

  private mayRetry(): boolean {
    return this.request.retry !== false && this.retries < RETRIES.fetch.retries;
  }

  /** Delay before a retry in milliseconds; `null` if the response is final. */
  private waitAfterAnswer({ statusCode, headers }: RawResponse): number | null {
    const mayPass =
      this.request.post === undefined ? isTransientStatus(statusCode) : isBusyStatus(statusCode);
    if (!mayPass || !this.mayRetry()) return null;
    const asked = retryAfterMs([headers['retry-after']].flat()[0]);
    const waitMs = Math.max(asked ?? 0, backoffMs(RETRIES.fetch, this.retries + 1));
    return waitMs < this.deadline.remainingMs ? waitMs : null;
  }

  private async attempt(hop: PageUrl): Promise<RawResponse> {
    const { slots, proxies } = this.tools;
    const { owner = HOST_OWNER } = this.request;
    const proxy = proxies.isEmpty ? null : await this.chooseProxy(hop);
    if (!slots.tryEnter(hop.host, owner)) await slots.enter(hop.host, owner, this.deadline);
    try {
      return await this.sendTwice(hop, proxy);
    } catch (error) {
      throw proxy === null ? error : ofProxy(error, proxy);
    } finally {
      slots.leave(hop.host, owner);
    }
  }

  /** Sends a request again whose response the strict parser refuses, for a parser that reads what browsers read. */
  private async sendTwice(hop: PageUrl, proxyUrl: string | null): Promise<RawResponse> {
    const { oddOrigins, agents } = this.tools;
    const choice = { proxyUrl, skipTlsVerification: this.request.skipTlsVerification === true };
    const mayTolerate = this.request.post === undefined;
    const sendTolerantly = () => this.send(agents.get({ ...choice, isTolerant: true }), hop, true);
    if (mayTolerate && oddOrigins.has(hop.origin)) return sendTolerantly();
    try {
      return await this.send(agents.get(choice), hop, false);
    } catch (error) {
      if (!mayTolerate || !isMalformed(error) || this.deadline.hasEnded) throw error;
      oddOrigins.add(hop.origin);
      return sendTolerantly();
    }
  }

  /** The proxy connects on our behalf, so the target address is checked first. */
  private async chooseProxy({ hostname, port }: PageUrl): Promise<string | null> {
    await this.deadline.until(resolveAllowed(this.tools.policy, hostname, port));
    return this.deadline.until(this.tools.proxies.next());
  }

  /** @param reset closes the connection after the response */
  private send(agent: Dispatcher, hop: PageUrl, reset: boolean): Promise<RawResponse> {
    this.attempts++;
    const headers = {
      ...this.headers.of(hop, ...this.stateAt(hop)),
      ...this.conditionsOf(hop),
    };
    return this.deadline.race((resolve, reject) => {
      const reader = new ResponseReader(this.limitsFor, resolve, reject, this.request.onReceived);
      // No body time-out: a drip would never trip it, the reader watches progress instead.
      const times = { headersTimeout: this.times.headersTimeoutMs, bodyTimeout: 0 };
      const { post } = this.request;
      const content =
        post === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body: post };
      const options = { origin: hop.origin, path: hop.path, headers, reset, ...content, ...times };
      this.tools.agents.outside(() => agent.dispatch(options, reader));
      return () => reader.abort();
    });
  }

  /** A request with more time than usual leaves the server up to half of it for the headers. */
  private get times(): Pick<ResolvedHttpFetcherOptions, 'connectTimeoutMs' | 'headersTimeoutMs'> {
    const { connectTimeoutMs, headersTimeoutMs } = this.tools.options;
    const { timeoutMs } = this.request;
    const longest = timeoutMs > USUAL_TIMEOUT_MS ? timeoutMs / 2 : 0;
    return { connectTimeoutMs, headersTimeoutMs: Math.max(headersTimeoutMs, longest) };
  }

  private conditionsOf(hop: PageUrl): Readonly<Record<string, string>> {
    const { conditional } = this.request;
    return conditional && hop === this.first ? conditionalHeaders(conditional) : {};
  }

  private readonly limitsFor = (statusCode: number, headers: RawResponse['headers']): ReadLimits => {
    if (isRedirectStatus(statusCode) && headers.location) return REDIRECT_BODY;
    const { maxBytes, maxDocumentBytes } = this.bodyLimits;
    const isDocument = DOCUMENT_TYPE.test([headers['content-type'] ?? ''].flat().join());
    return isDocument
      ? { ...this.bodyLimits, maxBytes: Math.max(maxBytes, maxDocumentBytes) }
      : this.bodyLimits;
  };

  private async respond(hop: PageUrl, raw: RawResponse): Promise<FetchResponse> {
    const encoding = [raw.headers['content-encoding'] ?? ''].flat().join(',');
    const { admitLarge } = this.bodyLimits;
    const limits = { maxBytes: raw.maxBytes, admitLarge };
    const body = encoding === '' ? null : await decodeBody(raw.bytes, encoding, limits, this.deadline);
    const bytes = body?.bytes ?? raw.bytes;
    const cut = raw.cut ?? body?.cut ?? null;
    this.checkCut(hop, cut, bytes.length, raw.maxBytes);
    return {
      url: hop.href,
      statusCode: raw.statusCode,
      statusText: raw.statusText,
      headers: joinedHeaders(raw.headers),
      ...(this.request.collectHeaderPairs ? { headerPairs: headerPairsOf(raw) } : {}),
      setCookies: this.setCookies.filter(({ host }) => host === hop.hostname).map(({ header }) => header),
      body: bytes,
      receivedBytes: raw.bytes.length,
      truncated: cut !== null,
      attempts: this.attempts,
      ...(this.isMovedPermanently === undefined ? {} : { isMovedPermanently: this.isMovedPermanently }),
    };
  }

  /** A body that ended early is better than none, unless it is nothing or the caller wants all or nothing. */
  private checkCut(hop: PageUrl, cut: BodyCut | null, length: number, maxBytes: number): void {
    if (cut === null) return;
    const { allOrNothing, stallTimeoutMs } = this.bodyLimits;
    if (cut === 'too-large') {
      if (allOrNothing) throw new BodyTooLargeError(hop.href, maxBytes);
    } else if (cut === 'too-slow') {
      throw new FetchTimeoutError(hop.href, 'only a drip of the body', stallTimeoutMs);
    } else if (length === 0) {
      if (cut !== 'stalled') throw mapError(cut, hop, this.times);
      throw new FetchTimeoutError(hop.href, 'no body', stallTimeoutMs);
    }
  }
}

function headerPairsOf({ rawHeaders, headers }: RawResponse): HeaderPair[] {
  if (!Array.isArray(rawHeaders)) return Object.entries(joinedHeaders(headers));
  const texts = rawHeaders.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ''] as const] : []));
}

function joinedHeaders(headers: RawResponse['headers']): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== '__proto__')
      joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}
