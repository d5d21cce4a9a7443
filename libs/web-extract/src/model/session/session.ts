import type { PageAction } from '../page/page-request.js';

/** A cookie of a session. */
export interface SessionCookie {
  readonly name: string;
  readonly value: string;
  /** Host or domain; a leading dot includes subdomains. @default the host of the first origin */
  readonly domain?: string;
  /** @default '/' */
  readonly path?: string;
  /** Seconds since the epoch; -1 or absent: until the session is removed. */
  readonly expires?: number;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** Items of the `localStorage` of an origin. */
export interface OriginStorage {
  readonly origin: string;
  readonly localStorage: readonly { readonly name: string; readonly value: string }[];
}

/** State in the form of Playwright's `storageState`. */
export interface StorageState {
  readonly cookies: readonly SessionCookie[];
  readonly origins: readonly OriginStorage[];
}

/** A login by a form of a page. */
export interface FormLogin {
  /** URL of the page with the form. */
  readonly url: string;
  /** CSS-like name of the form: its `id` or `name`. @default the form that has the fields */
  readonly form?: string;
  /** Values by field name; hidden fields and the button are added. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A login by one request. */
export interface RequestLogin {
  readonly request: {
    readonly url: string;
    /** @default 'POST' */
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    /** Body, sent as JSON. */
    readonly json?: unknown;
    /** Body, sent as a form. */
    readonly fields?: Readonly<Record<string, string>>;
  };
  /** Value of the JSON response that becomes a header of all requests. */
  readonly token?: {
    /** Property names separated by dots, such as `data.token`. */
    readonly path: string;
    readonly header: string;
    /** @default '' */
    readonly prefix?: string;
  };
}

/** A login by actions in a browser. */
export interface ActionLogin {
  readonly url: string;
  readonly actions: readonly PageAction[];
}

/** A response of the site that a host function decides about. */
export interface SessionResponse {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** A response to a request of a login function. */
export interface LoginResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  text(): string;
  json(): unknown;
}

/** A request of a login function. */
export interface LoginRequest {
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a login function receives. */
export interface LoginContext {
  readonly name: string;
  readonly owner: string;
  /** Why the session logs in. */
  readonly reason: 'new' | 'expired' | 'max-age' | 'check';
  /** Sends a request to the origins of the session and keeps its cookies. */
  readonly fetch: (url: string, request?: LoginRequest) => Promise<LoginResponse>;
  /** Reads a page, fills in its form and sends it. */
  readonly submitForm: (url: string, fields: Readonly<Record<string, string>>) => Promise<LoginResponse>;
  /** Opens a page in the browser, performs actions, and keeps its cookies and storage. */
  readonly browser: (url: string, actions?: readonly PageAction[]) => Promise<LoginPage>;
  readonly signal: AbortSignal;
}

/** A page in the browser after the actions of a login function. */
export interface LoginPage {
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

/** State that a login function adds to that of its requests. */
export interface LoginResult {
  readonly cookies?: readonly SessionCookie[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly storage?: readonly OriginStorage[];
  /** Time of the next renewal: milliseconds since the epoch, or a date. */
  readonly expiresAt?: number | string;
}

/** Logs in; rejects if the login failed. */
export type LoginFunction = (context: LoginContext) => Promise<LoginResult | void> | LoginResult | void;

/** Signs of a logged-out response. One is sufficient. */
export interface LoggedOutSigns {
  /** URLs that the site leads to, without query. */
  readonly url?: readonly string[];
  readonly status?: readonly number[];
  /** CSS selector. */
  readonly selector?: string;
  /** Part of the body. */
  readonly text?: string;
}

/** A page that tells whether a session is valid. */
export interface SessionCheck {
  readonly url: string;
  /** @default 200 */
  readonly status?: number;
  readonly selector?: string;
  readonly text?: string;
}

/** A session as JSON: all of it can be stored. */
export interface SessionDefinition {
  /** 1 to 64 of `A-Za-z0-9._-`. */
  readonly name: string;
  /** Origins that receive the state of the session: scheme, host and port, 1 to 20. */
  readonly origins: readonly string[];
  /** Further origins that only the login uses, such as an identity provider; at most 20. */
  readonly loginOrigins?: readonly string[];
  readonly cookies?: readonly SessionCookie[];
  readonly storageState?: StorageState;
  /** Cookies in the Netscape format. */
  readonly cookiesTxt?: string;
  /** Headers of all requests to `origins`; at most 20. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly login?: FormLogin | RequestLogin | ActionLogin;
  readonly check?: SessionCheck;
  readonly loggedOut?: LoggedOutSigns;
  /** Name of the account, part of the keys of histories. @default the name of the session */
  readonly account?: string;
  /** Renews the session after this time, in milliseconds, at least 1_000. */
  readonly maxAgeMs?: number;
  /** Requests at the same time; 1 for cookies that are valid once. */
  readonly maxConcurrent?: number;
  /** Patterns of paths that are requested although they look like a logout or a change. */
  readonly follow?: readonly string[];
  /** Patterns of paths that are never requested. */
  readonly neverFollow?: readonly string[];
  /** Accepts actions that run scripts in pages of the session. @default false */
  readonly allowScripts?: boolean;
}

/** A session of the option `sessions`. */
export interface SessionOptions extends Omit<SessionDefinition, 'name' | 'login'> {
  readonly login?: SessionDefinition['login'] | LoginFunction;
  /** True if a response of the origins was made for a logged-in user. */
  readonly isLoggedIn?: (response: SessionResponse) => boolean | Promise<boolean>;
  /** Owners (keys) that may use the session. @default only the application itself */
  readonly allow?: (owner: string) => boolean;
}

/** `new`: not used yet; `active`; `expired`: logged out without a login; `failed`: the login failed. */
export type SessionState = 'new' | 'active' | 'expired' | 'failed';

/** A session without its values. */
export interface SessionView {
  readonly name: string;
  readonly origins: readonly string[];
  readonly loginOrigins: readonly string[];
  readonly account: string;
  readonly state: SessionState;
  /** Number of logins. */
  readonly generation: number;
  readonly login: 'form' | 'request' | 'actions' | 'function' | null;
  /** Number of cookies. */
  readonly cookies: number;
  /** Names of the headers. */
  readonly headers: readonly string[];
  /** Number of stored items of `localStorage`. */
  readonly storage: number;
  /** False if the session ends with the process. */
  readonly persisted: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly renewedAt: string | null;
  readonly expiresAt: string | null;
  /** Time of the next login attempt. */
  readonly retryAt: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** A created session. */
export interface AcceptedSession {
  readonly session: SessionView;
  readonly warnings: readonly string[];
}

/** Result of a check. */
export interface SessionCheckResult {
  /** Null if nothing tells. */
  readonly loggedIn: boolean | null;
  readonly renewed: boolean;
  readonly statusCode: number | null;
}
