import { FetchTimeoutError, WebExtractError } from '../../model/errors.js';
import type { PageAction } from '../../model/page/page-request.js';
import type {
  ActionLogin,
  LoginContext,
  LoginFunction,
  LoginRequest,
  LoginResponse,
  LoginResult,
  OriginStorage,
  RequestLogin,
  SessionDefinition,
} from '../../model/session/session.js';
import type { FetchResponse, Fetcher, Visitor } from '../../ports/fetcher.port.js';
import type { BrowserVisitor, Renderer, Rendering } from '../../ports/renderer.port.js';
import { CookieJar, hostOf, isWithin, type JarCookie } from '../../web/cookies/cookie-jar.js';
import { readForms, type HtmlForm } from '../../web/forms/html-forms.js';
import { checkHeaders } from '../../web/headers/check-headers.js';
import type { SessionScope } from '../../web/sessions/session-scope.js';
import { parseUrl } from '../../web/url/parse-url.js';
import { textOf } from './logged-out.js';
import { toJarCookie } from './read-definition.js';
import { toSessionCookie } from './session-cookie.js';
import type { SessionValues } from './session-record.js';

const MAX_REQUESTS = 32;
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_BYTES = 2 * 1024 * 1024;
const ACTIONS_TIMEOUT_MS = 50_000;
const AFTER_ACTIONS_MS = 500;

/** Why a login failed. Its message contains no value of the session. */
export class LoginRejectedError extends Error {
  /** @param isTransient true if the site could not be reached or failed: the login may be repeated at once */
  constructor(
    message: string,
    readonly isTransient = false,
  ) {
    super(message);
  }
}

/** Dependencies of logins. */
export interface LoginTools {
  readonly fetcher: Fetcher;
  /** Null without a browser. */
  readonly renderer: Renderer | null;
}

/** A session that logs in. */
export interface LoginSubject {
  readonly name: string;
  readonly owner: string;
  readonly scope: SessionScope;
  readonly given: SessionValues;
  readonly login: SessionDefinition['login'] | LoginFunction;
  readonly origins: readonly string[];
  readonly reason: LoginContext['reason'];
}

/** State after a login. */
export interface LoggedInState extends SessionValues {
  readonly expiresAt: number | null;
}

/** One login: its requests stay in the origins of the session, and share a jar that starts from the state as given. */
export class LoginRun {
  private requests = 0;
  /** Storage that pages in the browser have left. */
  private storage: readonly OriginStorage[] = [];

  private constructor(
    private readonly fetcher: Fetcher,
    private readonly renderer: Renderer | null,
    private readonly subject: LoginSubject,
    private readonly jar: CookieJar,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws LoginRejectedError */
  static async run(
    { fetcher, renderer }: LoginTools,
    subject: LoginSubject,
    signal: AbortSignal,
  ): Promise<LoggedInState> {
    const jar = await CookieJar.open(subject.given.cookies);
    return new LoginRun(fetcher, renderer, subject, jar, signal).logIn();
  }

  private async logIn(): Promise<LoggedInState> {
    const { login } = this.subject;
    if (typeof login === 'function') return this.byFunction(login);
    if (login && 'request' in login) return this.byRequest(login);
    if (login && 'fields' in login) {
      const { url, fields, form } = login;
      this.refuseForm(await this.submitForm(url, fields, form), Object.keys(fields));
      return this.stateWith({});
    }
    if (login && 'actions' in login) return this.byActions(login);
    throw new LoginRejectedError('it has no login');
  }

  private async byFunction(login: LoginFunction): Promise<LoggedInState> {
    const { name, owner, reason } = this.subject;
    const context: LoginContext = {
      name,
      owner,
      reason,
      signal: this.signal,
      fetch: async (url, request) => presented(await this.send(url, request)),
      submitForm: async (url, fields) => {
        const response = await this.submitForm(url, fields);
        this.refuseForm(response, Object.keys(fields));
        return presented(response);
      },
      browser: async (url, actions = []) => {
        const { html, statusCode, url: finalUrl } = await this.openPage(url, actions);
        return { url: finalUrl, status: statusCode, html };
      },
    };
    try {
      const result = (await login(context)) ?? {};
      return this.stateWith({ ...result, storage: [...this.storage, ...(result.storage ?? [])] });
    } catch (error) {
      if (error instanceof LoginRejectedError) throw error;
      throw new LoginRejectedError('its function failed'); // the message may contain a password
    }
  }

  private async byActions({ url, actions }: ActionLogin): Promise<LoggedInState> {
    const page = await this.openPage(url, actions);
    this.refuseForm({ ...page, body: Buffer.from(page.html) }, []);
    return this.stateWith({ storage: this.storage });
  }

  /** Opens a page in the browser and performs actions. @throws LoginRejectedError */
  private async openPage(
    url: string,
    actions: readonly PageAction[],
  ): Promise<Pick<Rendering, 'url' | 'statusCode' | 'html'>> {
    const { renderer } = this;
    if (!renderer || !(await renderer.isAvailable()))
      throw new LoginRejectedError('no browser is available here');
    const document = await this.send(url);
    const { url: finalUrl, statusCode, html } = await this.rendered(renderer, document, actions);
    return { url: finalUrl, statusCode, html };
  }

  private async rendered(
    renderer: Renderer,
    document: FetchResponse,
    actions: readonly PageAction[],
  ): Promise<Rendering> {
    const { scope, owner, given } = this.subject;
    const visitor: BrowserVisitor = {
      origins: this.subject.origins,
      cookies: this.jar.all.map(toSessionCookie),
      storage: [...given.storage.filter(({ origin }) => !this.hasStored(origin)), ...this.storage],
      headersAt: (url) => (scope.covers(url) ? given.headers : {}),
      admits: (url) => !/^https?:/i.test(url) || scope.coversLogin(url) || !this.sharesHost(url),
      admitsTarget: () => true,
      keep: (state) => {
        for (const cookie of state.cookies)
          this.jar.put(toJarCookie(cookie, (cookie.domain ?? '').replace(/^\./, '').toLowerCase()));
        const own = state.storage.filter(({ origin }) => scope.covers(origin));
        this.storage = [
          ...this.storage.filter((one) => !own.some(({ origin }) => origin === one.origin)),
          ...own,
        ];
      },
    };
    const beforeHop = async (url: string) => {
      if (!scope.coversLogin(url)) throw new LoginRejectedError('it leads to another origin');
    };
    const shared = {
      origin: null,
      fragment: '',
      headers: {},
      mobile: false,
      skipTlsVerification: false,
      blockAds: true,
      screenshot: null,
    };
    const request = {
      ...shared,
      document,
      waitForMs: AFTER_ACTIONS_MS,
      actions,
      timeoutMs: ACTIONS_TIMEOUT_MS,
      priority: 'scrape' as const,
      owner,
      beforeHop,
      visitor,
    };
    try {
      return await renderer.render(request, this.signal);
    } catch (error) {
      if (this.signal.aborted) throw error;
      throw new LoginRejectedError(
        `its actions failed with ${error instanceof WebExtractError ? error.code : 'an unexpected error'}`,
      );
    }
  }

  private hasStored(origin: string): boolean {
    return this.storage.some((one) => one.origin === origin);
  }

  /** Cookies ignore ports and schemes: other origins of the same hosts would receive them. */
  private sharesHost(url: string): boolean {
    const host = new URL(url).hostname;
    return this.subject.origins.some((origin) => new URL(origin).hostname === host);
  }

  private async byRequest({ request, token }: RequestLogin): Promise<LoggedInState> {
    const { url, method = 'POST', headers = {}, json, fields } = request;
    const body = json === undefined ? fields && encoded(fields) : JSON.stringify(json);
    const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await this.send(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': type }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    if (response.statusCode >= 400) throw new LoginRejectedError(`the site answered ${response.statusCode}`);
    if (!token) return this.stateWith({});
    const value = valueAt(textOf(response), token.path);
    if (value === null) throw new LoginRejectedError('the response has no token at the path of login.token');
    const header = `${token.prefix ?? ''}${value}`;
    return this.stateWith({ headers: { [token.header]: header } });
  }

  private stateWith({ cookies = [], headers = {}, storage = [], expiresAt }: LoginResult): LoggedInState {
    const { given, origins, scope } = this.subject;
    const hosts = origins.map((origin) => hostOf(new URL(origin)));
    const first = hosts[0] ?? '';
    const isOwn = ({ domain, hostOnly }: JarCookie) =>
      hosts.some((host) => (hostOnly ? host === domain : isWithin(host, domain)));
    for (const cookie of cookies)
      this.jar.put(toJarCookie(cookie, (cookie.domain ?? first).replace(/^\./, '').toLowerCase()));
    checkHeaders(headers);
    const end = expiresAt === undefined ? NaN : new Date(expiresAt).getTime();
    const own = storage.filter(({ origin }) => scope.covers(origin));
    return {
      cookies: this.jar.all.filter(isOwn),
      headers: { ...given.headers, ...headers },
      storage: own.length > 0 ? own : given.storage,
      expiresAt: Number.isFinite(end) ? end : null,
    };
  }

  /** Reads a page, fills in its form and sends it. @throws LoginRejectedError without such a form */
  private async submitForm(
    url: string,
    fields: Readonly<Record<string, string>>,
    name?: string,
  ): Promise<FetchResponse> {
    const page = await this.send(url);
    if (page.statusCode >= 400)
      throw new LoginRejectedError(`the page of the login answered ${page.statusCode}`);
    const { forms, base, csrfToken } = readForms(textOf(page));
    const form = chooseForm(forms, Object.keys(fields), name);
    if (!form) throw new LoginRejectedError('the page of the login has no form with these fields');
    const baseUrl = (base === null ? null : parseUrl(base, page.url)?.href) ?? page.url;
    const action = form.button?.action ?? form.action;
    const target = action === '' ? page.url : parseUrl(action, baseUrl)?.href;
    if (target === undefined) throw new LoginRejectedError('the form of the login has an invalid action');
    const body = encoded(filledIn(form, fields));
    const headers: Record<string, string> = csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken };
    if (form.method === 'get') {
      const next = new URL(target);
      next.search = body;
      return this.send(next.href, { headers });
    }
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.send(target, {
      method: 'POST',
      body,
      headers: { ...type, ...headers, Origin: new URL(page.url).origin, Referer: page.url },
    });
  }

  /** A form that returns itself was rejected. */
  private refuseForm(response: Pick<FetchResponse, 'statusCode' | 'body'>, fields: readonly string[]): void {
    const { statusCode } = response;
    if (statusCode === 401 || statusCode === 403 || statusCode === 422 || statusCode === 429)
      throw new LoginRejectedError(`the site answered ${statusCode}`);
    const { forms } = readForms(textOf(response));
    const isBack = forms.some(
      (form) =>
        form.fields.some(({ type }) => type === 'password') &&
        fields.every((name) => form.fields.some((field) => field.name === name)),
    );
    if (isBack) throw new LoginRejectedError('the site returned the form again');
  }

  /** Sends a request and follows redirects within the origins. @throws LoginRejectedError */
  private async send(
    url: string,
    { method = 'GET', headers = {}, body }: LoginRequest = {},
  ): Promise<FetchResponse> {
    let target = url;
    let isPost = method === 'POST';
    for (let hops = 0; hops < MAX_REQUESTS; hops++) {
      const response = await this.sendOnce(
        target,
        isPost ? { headers, body: body ?? '' } : { headers: withoutType(headers) },
      );
      const { statusCode } = response;
      if (statusCode >= 500) throw new LoginRejectedError(`the site answered ${statusCode}`, true);
      const location = response.headers['location'];
      const next =
        statusCode >= 300 && statusCode < 400 && location
          ? parseUrl(location, response.url)?.href
          : undefined;
      if (next === undefined) return response;
      const keepsBody = isPost && (statusCode === 307 || statusCode === 308);
      if (!this.subject.scope.coversLogin(next)) {
        if (keepsBody) throw new LoginRejectedError('it leads to another origin');
        return response; // logged in, and sent elsewhere
      }
      isPost = keepsBody;
      target = next;
    }
    throw new LoginRejectedError(`it needs more than ${MAX_REQUESTS} requests`);
  }

  private async sendOnce(
    url: string,
    { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<FetchResponse> {
    if (!this.subject.scope.coversLogin(url)) throw new LoginRejectedError('it leads to another origin');
    if (++this.requests > MAX_REQUESTS)
      throw new LoginRejectedError(`it needs more than ${MAX_REQUESTS} requests`);
    const request = {
      url,
      owner: this.subject.owner,
      headers,
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      onTooLarge: 'truncate' as const,
      maxRedirects: 0,
      visitor: this.visitor,
      ...(body === undefined ? {} : { post: body }),
    };
    try {
      return await this.fetchUnredirected(request);
    } catch (error) {
      if (this.signal.aborted || error instanceof LoginRejectedError) throw error;
      const isTransient =
        error instanceof WebExtractError &&
        (error.retryable || error instanceof FetchTimeoutError || error.code === 'SCRAPE_SITE_ERROR');
      const reason = error instanceof WebExtractError ? error.code : 'an unexpected error';
      throw new LoginRejectedError(`a request failed with ${reason}`, isTransient);
    }
  }

  private async fetchUnredirected(request: Parameters<Fetcher['fetch']>[0]): Promise<FetchResponse> {
    let redirect: FetchResponse | null = null;
    const onRedirect: NonNullable<typeof request.onRedirect> = ({
      url,
      statusCode,
      statusText,
      headerPairs,
    }) => {
      const headers = Object.fromEntries(headerPairs.map(([name, value]) => [name.toLowerCase(), value]));
      redirect ??= {
        url,
        statusCode,
        statusText,
        headers,
        body: new Uint8Array(),
        truncated: false,
        attempts: 1,
      };
    };
    try {
      return await this.fetcher.fetch({ ...request, onRedirect }, this.signal);
    } catch (error) {
      if (redirect !== null && !this.signal.aborted) return redirect; // redirects are followed here, within the origins
      throw error;
    }
  }

  private get visitor(): Visitor {
    const { scope, given } = this.subject;
    return {
      covers: (url) => scope.coversLogin(url),
      cookiesAt: (url) => this.jar.headerAt(url),
      headersAt: (url) => (scope.covers(url) ? given.headers : {}),
      receive: (url, setCookies) => {
        if (scope.coversLogin(url)) this.jar.receive(url, setCookies);
      },
    };
  }
}

function chooseForm(
  forms: readonly HtmlForm[],
  fields: readonly string[],
  name?: string,
): HtmlForm | undefined {
  if (name !== undefined) {
    const bare = name.replace(/^#/, '');
    return forms.find((form) => form.id === bare || form.name === bare);
  }
  const has = (form: HtmlForm) => fields.every((field) => form.fields.some((one) => one.name === field));
  const isLogin = (form: HtmlForm) => form.fields.some(({ type }) => type === 'password');
  return forms.find((form) => has(form) && isLogin(form)) ?? forms.find(has);
}

function filledIn(
  { fields, button }: HtmlForm,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const filled = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const pressed = button && button.name !== '' ? { [button.name]: button.value } : {};
  return { ...filled, ...pressed, ...given };
}

const encoded = (fields: Readonly<Record<string, string>>): string => String(new URLSearchParams(fields));

const withoutType = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'));

function valueAt(text: string, path: string): string | null {
  try {
    let value: unknown = JSON.parse(text);
    for (const name of path.split('.')) value = (value as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' && value !== '' ? value : null;
  } catch {
    return null; // no JSON
  }
}

function presented(response: FetchResponse): LoginResponse {
  const { url, statusCode: status, headers } = response;
  return {
    url,
    status,
    headers,
    text: () => textOf(response),
    json: () => JSON.parse(textOf(response)) as unknown,
  };
}
