import { validateUrl } from '../../../web/url/validate-url.js';
import type { AllowList } from '../../../web/url/allow-list.js';
import {
  SHARED_HEADERS,
  type FetchRequest,
  type FetchResponse,
  type HopHeaders,
} from '../../../ports/fetcher.port.js';
import type { BrowserVisitor } from '../../../ports/renderer.port.js';
import type { CdpSession } from '../browser/cdp-pipe.js';
import { documentType } from '../page/document-type.js';
import { GREETING_URL } from './guarded-proxy.js';

/** An event of CDP's Fetch domain: a request that waits for our word. */
export interface PausedRequest {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly frameId: string;
  readonly resourceType: string;
}

export interface GateSettings {
  readonly document: FetchResponse;
  /** Sent with documents of `origin`, `SHARED_HEADERS` of them with every document. Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent to `origin` with everything. */
  readonly authorization: string | null;
  /** Null for no site's. */
  readonly origin: string | null;
  /** Pictures, fonts and media are loaded. */
  readonly wantsPictures: boolean;
  readonly allowed: AllowList;
  /** Whether an address whose form is admitted leads to where pages may go. */
  readonly mayReach: (url: string) => Promise<boolean>;
  readonly beforeHop: FetchRequest['beforeHop'] | undefined;
  /** Absent for pages without state. */
  readonly visitor: BrowserVisitor | undefined;
}

/** Scripts may lead the page on as often as servers may. */
const MAX_NAVIGATIONS = 10;
const MAX_FRAME_DOCUMENTS = 100;
/** One transparent point: scripts that wait for a picture go on, and nothing is fetched. */
const NO_PICTURE = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const UNSEEN_TYPES = ['Image', 'Media', 'Font'];
/** Requests that are held of pages that nobody wants a picture of: as few as possible, since each costs a round trip. */
export const HELD_TYPES = ['Document', ...UNSEEN_TYPES].map((resourceType) => ({ resourceType }));

/** Headers that spoke of the transfer, or would make the browser do something else than show the page: ask again, fetch ahead, report. */
const LEFT_OUT = new Set([
  'accept-ch',
  'alt-svc',
  'connection',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-security-policy-report-only',
  'critical-ch',
  'keep-alive',
  'nel',
  'proxy-authenticate',
  'report-to',
  'reporting-endpoints',
  'set-cookie',
  'speculation-rules',
  'transfer-encoding',
  'www-authenticate',
]);

/**
 * Decides about the requests that the browser holds for us. The page's own document is answered with what was fetched; where its
 * scripts lead to next is checked first; everything else goes its way, which is through the guarded proxy.
 */
export class DocumentGate {
  private isServed = false;
  private navigations = 0;
  private frameDocuments = 0;

  constructor(
    private readonly session: CdpSession,
    private readonly settings: GateSettings,
  ) {}

  /** What is to be held, where that is something else than `HELD_TYPES`; null where it is not. */
  get patterns(): object[] | null {
    const { wantsPictures, authorization, origin, visitor } = this.settings;
    if (visitor) return [{ urlPattern: '*' }];
    const isUsual = !wantsPictures && (authorization === null || origin === null);
    if (isUsual) return null;
    const types = wantsPictures ? [{ resourceType: 'Document' }] : HELD_TYPES;
    if (authorization === null || origin === null) return types;
    return [...types, { urlPattern: `${origin.replace(/[*?\\]/g, '\\$&')}/*` }];
  }

  async decide(paused: PausedRequest, mainFrame: string): Promise<void> {
    const { requestId, resourceType, request, frameId } = paused;
    if (request.url === GREETING_URL) return this.proceed(requestId);
    if (resourceType === 'Document') {
      return frameId === mainFrame ? this.decideDocument(paused) : this.decideFrame(paused);
    }
    if (!this.isOpen(request.url)) return this.refuse(requestId, 'BlockedByClient');
    if (this.settings.wantsPictures || !UNSEEN_TYPES.includes(resourceType)) {
      return this.proceed(requestId, this.headersFor(request));
    }
    if (resourceType === 'Image')
      return this.fulfill(requestId, 200, 'OK', [['content-type', 'image/gif']], NO_PICTURE);
    return this.refuse(requestId, 'BlockedByClient');
  }

  private async decideDocument({ requestId, request }: PausedRequest): Promise<void> {
    if (!this.isServed) {
      this.isServed = true;
      return this.serve(requestId);
    }
    const own =
      ++this.navigations <= MAX_NAVIGATIONS && this.isOpen(request.url)
        ? await this.admission(request.url)
        : null;
    // aborted, and not blocked: the page stays where it is
    if (own === null) return this.refuse(requestId, 'Aborted');
    // the browser does not send these headers with a redirect, which is paused again
    this.proceed(requestId, { ...this.headersFor(request), ...this.callersHeaders(request.url), ...own });
  }

  private decideFrame({ requestId, request }: PausedRequest): void {
    const isWeb = /^https?:/i.test(request.url);
    const mayGo =
      ++this.frameDocuments <= MAX_FRAME_DOCUMENTS &&
      this.isOpen(request.url) &&
      (!isWeb || this.admits(request.url));
    if (mayGo) this.proceed(requestId, this.headersFor(request));
    else this.refuse(requestId, 'Aborted');
  }

  /** @returns additional headers of a navigation; null if it is refused */
  private async admission(url: string): Promise<HopHeaders | null> {
    if (!this.admits(url) || !(await this.settings.mayReach(url))) return null;
    try {
      return (await this.settings.beforeHop?.(url)) ?? {};
    } catch {
      return null; // robots.txt or the application forbids it, or robots.txt cannot be fetched
    }
  }

  /** False for requests that would end the session, or carry its state elsewhere. */
  private isOpen(url: string): boolean {
    return this.settings.visitor?.admits(url) ?? true;
  }

  private admits(url: string): boolean {
    try {
      validateUrl(url, this.settings.allowed);
      return true;
    } catch {
      return false;
    }
  }

  private callersHeaders(url: string): Record<string, string> {
    const { headers, origin } = this.settings;
    const isHome = originOf(url) === origin;
    return Object.fromEntries(
      Object.entries(headers).filter(([name]) => isHome || SHARED_HEADERS.includes(name)),
    );
  }

  private headersFor({ url, headers }: PausedRequest['request']): Record<string, string> {
    const { authorization, origin } = this.settings;
    const isHome = authorization !== null && originOf(url) === origin;
    const ofVisitor = this.settings.visitor?.headersAt(url) ?? {};
    return { ...headers, ...(isHome ? { Authorization: authorization } : {}), ...ofVisitor };
  }

  private serve(requestId: string): void {
    const { statusCode, statusText, headers, setCookies = [], body } = this.settings.document;
    const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name) && name !== 'content-type');
    const lines = [
      ...kept,
      ['content-type', documentType(this.settings.document)] as const,
      ...setCookies.map((cookie) => ['set-cookie', cookie] as const),
    ];
    // what has no body by its status would show nothing
    const status =
      statusCode < 200 || [204, 205].includes(statusCode) || (statusCode >= 300 && statusCode < 400)
        ? 200
        : statusCode;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.fulfill(requestId, status, statusText, lines, bytes.toString('base64'));
  }

  private fulfill(
    requestId: string,
    responseCode: number,
    phrase: string,
    headers: readonly (readonly [string, string])[],
    body: string,
  ): void {
    this.session.command('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      ...(phrase === '' ? {} : { responsePhrase: phrase }),
      responseHeaders: headers.map(([name, value]) => ({ name, value })),
      body,
    });
  }

  private proceed(requestId: string, headers?: Readonly<Record<string, string>>): void {
    const lines = headers && Object.entries(headers).map(([name, value]) => ({ name, value }));
    this.session.command('Fetch.continueRequest', { requestId, ...(lines ? { headers: lines } : {}) });
  }

  private refuse(requestId: string, errorReason: 'Aborted' | 'BlockedByClient'): void {
    this.session.command('Fetch.failRequest', { requestId, errorReason });
  }
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}
