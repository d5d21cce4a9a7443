import { isIP } from 'node:net';
import { InvalidRequestError } from '../../model/errors.js';
import type { RequestProblem } from '../../model/errors.js';
import { isObject } from '../../model/options/kinds.js';
import { problemAt } from '../../model/problems/request-problem.js';
import type {
  OriginStorage,
  SessionCookie,
  SessionDefinition,
  SessionOptions,
} from '../../model/session/session.js';
import { checkSelectors } from '../../convert/selectors/compile-selectors.js';
import { hostOf, isWithin, type JarCookie } from '../../web/cookies/cookie-jar.js';
import { headerProblems } from '../../web/headers/check-headers.js';
import { SessionScope } from '../../web/sessions/session-scope.js';
import { parseUrl } from '../../web/url/parse-url.js';
import type { SessionRules, SessionValues } from './session-record.js';

const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const MAX_ORIGINS = 20;
const MAX_HEADERS = 20;
const MAX_COOKIES = 1_000;
const MAX_FIELDS = 100;
const MAX_PATTERNS = 100;
const MAX_ACTIONS = 100;
const MAX_TEXT = 1_000;
/** Largest definition in bytes of JSON. */
export const MAX_SESSION_BYTES = 1024 * 1024;
const COOKIE_NAME = /^[^\s=;,\x00-\x1f\x7f]{1,256}$/; // eslint-disable-line no-control-regex -- RFC 6265, 4.1.1
const COOKIE_VALUE = /^[^;\x00-\x08\x0a-\x1f\x7f]{0,4096}$/; // eslint-disable-line no-control-regex -- as above

/** A checked definition: its rules and the state given with it. */
export interface ReadDefinition {
  readonly rules: SessionRules;
  readonly values: SessionValues;
  readonly warnings: readonly string[];
}

type Problems = RequestProblem[];
type Path = readonly (string | number)[];

const problem = (path: Path, reason: string): RequestProblem =>
  problemAt(path, { code: 'contradiction', reason });

/**
 * Checks a definition, and splits it into rules and state. State of other origins is dropped with a warning.
 * @throws InvalidRequestError naming every invalid field
 */
export function readDefinition(given: SessionDefinition): ReadDefinition {
  if (!isObject(given))
    throw InvalidRequestError.at(['session'], { code: 'contradiction', reason: 'must be an object' });
  const problems: Problems = [];
  if (typeof given.name !== 'string' || !NAME.test(given.name))
    problems.push(problem(['name'], 'must be 1 to 64 of A-Za-z0-9._-'));
  if (Buffer.byteLength(JSON.stringify(given) ?? '') > MAX_SESSION_BYTES)
    throw InvalidRequestError.at(['storageState'], { code: 'json-size', mostBytes: MAX_SESSION_BYTES });
  const origins = readOrigins(given.origins, ['origins'], 1, problems);
  const loginOrigins = readOrigins(given.loginOrigins ?? [], ['loginOrigins'], 0, problems);
  checkHeadersOf(given.headers, ['headers'], problems);
  checkLogin(given.login, [...origins, ...loginOrigins], problems);
  checkSigns(given, origins, problems);
  checkNumbers(given, problems);
  checkPatterns(given, problems);
  const cookies = givenCookies(given, origins, problems);
  const storage = givenStorage(given, problems);
  if (problems.length > 0) throw new InvalidRequestError(problems);
  new SessionScope(given); // reports invalid patterns
  const kept = keepOwn(cookies, storage, [...origins, ...loginOrigins], origins);
  const { cookies: _, storageState: __, cookiesTxt: ___, headers = {}, ...rules } = given;
  return { rules, values: { ...kept.values, headers }, warnings: kept.warnings };
}

/** Checks a session of the option. @throws InvalidRequestError */
export function readSessionOptions(
  name: string,
  { login, isLoggedIn: _, allow: __, ...rest }: SessionOptions,
): ReadDefinition {
  return readDefinition({ ...rest, name, ...(typeof login === 'object' ? { login } : {}) });
}

function readOrigins(value: unknown, path: Path, least: number, problems: Problems): string[] {
  if (!Array.isArray(value) || value.length < least || value.length > MAX_ORIGINS) {
    problems.push(problemAt(path, { code: 'list', least, most: MAX_ORIGINS }));
    return [];
  }
  for (const [index, origin] of value.entries()) {
    const url = typeof origin === 'string' ? parseUrl(origin) : null;
    const isOrigin =
      url && /^https?:$/.test(url.protocol) && url.origin === origin && !url.hostname.includes('*');
    if (!isOrigin) problems.push(problem([...path, index], 'must be an origin such as https://example.com'));
  }
  return value.filter((origin): origin is string => typeof origin === 'string');
}

function checkHeadersOf(headers: unknown, path: readonly string[], problems: Problems): void {
  if (headers === undefined) return;
  if (!isObject(headers)) return void problems.push(problem(path, 'must be an object of strings'));
  if (Object.keys(headers).length > MAX_HEADERS)
    problems.push(problemAt(path, { code: 'header-count', most: MAX_HEADERS }));
  problems.push(...headerProblems(headers as Record<string, unknown>, path));
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'cookie'))
    problems.push(problem(path, 'must not contain Cookie: use cookies'));
}

function isOf(url: unknown, origins: readonly string[]): url is string {
  const origin = typeof url === 'string' ? parseUrl(url)?.origin : undefined;
  return origin !== undefined && origins.includes(origin);
}

function checkLogin(login: unknown, origins: readonly string[], problems: Problems): void {
  if (login === undefined) return;
  if (!isObject(login)) return void problems.push(problem(['login'], 'must be an object'));
  const { url, request, fields, form, actions, token } = login as Record<string, unknown>;
  if (request !== undefined) return checkRequestLogin(request, token, origins, problems);
  if (!isOf(url, origins))
    problems.push(problem(['login', 'url'], 'must be a URL of origins or loginOrigins'));
  if (actions !== undefined) {
    if (!Array.isArray(actions) || actions.length < 1 || actions.length > MAX_ACTIONS)
      problems.push(problemAt(['login', 'actions'], { code: 'list', least: 1, most: MAX_ACTIONS }));
    return;
  }
  if (form !== undefined && typeof form !== 'string')
    problems.push(problem(['login', 'form'], 'must be a string'));
  checkFields(fields, ['login', 'fields'], problems);
}

function checkFields(fields: unknown, path: Path, problems: Problems): void {
  const values = isObject(fields) ? Object.values(fields) : [];
  const isRight =
    values.length >= 1 && values.length <= MAX_FIELDS && values.every((value) => typeof value === 'string');
  if (!isRight) problems.push(problem(path, `must be an object of 1 to ${MAX_FIELDS} strings`));
}

function checkRequestLogin(
  request: unknown,
  token: unknown,
  origins: readonly string[],
  problems: Problems,
): void {
  if (!isObject(request)) return void problems.push(problem(['login', 'request'], 'must be an object'));
  const { url, method = 'POST', headers, json, fields } = request as Record<string, unknown>;
  if (!isOf(url, origins))
    problems.push(problem(['login', 'request', 'url'], 'must be a URL of origins or loginOrigins'));
  if (method !== 'POST' && method !== 'GET')
    problems.push(problem(['login', 'request', 'method'], 'must be GET or POST'));
  checkHeadersOf(headers, ['login', 'request', 'headers'], problems);
  if (json !== undefined && fields !== undefined)
    problems.push(problem(['login', 'request', 'fields'], 'cannot be combined with json'));
  if (fields !== undefined) checkFields(fields, ['login', 'request', 'fields'], problems);
  if (token === undefined) return;
  const { path, header, prefix = '' } = isObject(token) ? (token as Record<string, unknown>) : {};
  const isRight =
    [path, header, prefix].every((part) => typeof part === 'string') && path !== '' && header !== '';
  if (!isRight) problems.push(problem(['login', 'token'], 'must have path, header and optionally prefix'));
  else problems.push(...headerProblems({ [header as string]: prefix }, ['login', 'token', 'header']));
}

function checkSigns(
  { check, loggedOut }: SessionDefinition,
  origins: readonly string[],
  problems: Problems,
): void {
  if (check !== undefined) {
    if (!isObject(check) || !isOf(check.url, origins))
      problems.push(problem(['check', 'url'], 'must be a URL of origins'));
    else checkMarks(check, 'check', problems);
  }
  if (loggedOut === undefined) return;
  if (!isObject(loggedOut)) return void problems.push(problem(['loggedOut'], 'must be an object'));
  const { url = [], status = [] } = loggedOut;
  if (
    !Array.isArray(url) ||
    url.length > MAX_PATTERNS ||
    url.some((one) => typeof one !== 'string' || !parseUrl(one))
  )
    problems.push(problem(['loggedOut', 'url'], 'must be a list of URLs'));
  if (!Array.isArray(status) || status.length > MAX_PATTERNS || status.some((one) => !Number.isInteger(one)))
    problems.push(problem(['loggedOut', 'status'], 'must be a list of HTTP statuses'));
  checkMarks(loggedOut, 'loggedOut', problems);
}

function checkMarks(
  { selector, text }: { readonly selector?: unknown; readonly text?: unknown },
  field: string,
  problems: Problems,
): void {
  if (text !== undefined && (typeof text !== 'string' || text === '' || text.length > MAX_TEXT))
    problems.push(problemAt([field, 'text'], { code: 'text', mostChars: MAX_TEXT }));
  if (selector === undefined) return;
  if (typeof selector !== 'string')
    return void problems.push(problem([field, 'selector'], 'must be a string'));
  try {
    checkSelectors([{ path: [field, 'selector'], selectors: [selector] }]);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    problems.push(...error.problems);
  }
}

function checkNumbers(
  { maxAgeMs, maxConcurrent, account, allowScripts }: SessionDefinition,
  problems: Problems,
): void {
  if (maxAgeMs !== undefined && !(Number.isSafeInteger(maxAgeMs) && maxAgeMs >= 1_000))
    problems.push(problemAt(['maxAgeMs'], { code: 'at-least', least: 1_000 }));
  if (maxConcurrent !== undefined && !(Number.isSafeInteger(maxConcurrent) && maxConcurrent >= 1))
    problems.push(problemAt(['maxConcurrent'], { code: 'at-least', least: 1 }));
  if (account !== undefined && (typeof account !== 'string' || !NAME.test(account)))
    problems.push(problem(['account'], 'must be 1 to 64 of A-Za-z0-9._-'));
  if (allowScripts !== undefined && typeof allowScripts !== 'boolean')
    problems.push(problem(['allowScripts'], 'must be true or false'));
}

function checkPatterns(given: SessionDefinition, problems: Problems): void {
  for (const field of ['follow', 'neverFollow'] as const) {
    const patterns: unknown = given[field];
    if (patterns === undefined) continue;
    const isList =
      Array.isArray(patterns) &&
      patterns.length <= MAX_PATTERNS &&
      patterns.every((one) => typeof one === 'string' && one.length <= MAX_TEXT);
    if (!isList) problems.push(problem([field], `must be a list of at most ${MAX_PATTERNS} patterns`));
  }
}

interface GivenCookie extends SessionCookie {
  readonly domain: string;
}

function givenCookies(
  given: SessionDefinition,
  [firstOrigin = '']: readonly string[],
  problems: Problems,
): GivenCookie[] {
  const first = parseUrl(firstOrigin);
  const fallback = first ? hostOf(first) : '';
  const lists = [
    [['cookies'], given.cookies ?? []],
    [['storageState', 'cookies'], given.storageState?.cookies ?? []],
  ] as const;
  const found: GivenCookie[] = [];
  for (const [path, list] of lists) {
    if (!Array.isArray(list) || list.length > MAX_COOKIES) {
      problems.push(problemAt([...path], { code: 'list', least: 0, most: MAX_COOKIES }));
      continue;
    }
    for (const [index, cookie] of list.entries()) {
      if (!isCookie(cookie))
        problems.push(problem([...path, index], 'must be a cookie with a valid name and value'));
      else found.push({ ...cookie, domain: cookie.domain ?? fallback });
    }
  }
  return [...found, ...netscapeCookies(given.cookiesTxt, problems)];
}

function isCookie(cookie: unknown): cookie is SessionCookie {
  if (!isObject(cookie)) return false;
  const {
    name,
    value,
    domain = '',
    path = '/',
    expires = -1,
    sameSite = 'Lax',
  } = cookie as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    COOKIE_NAME.test(name) &&
    typeof value === 'string' &&
    COOKIE_VALUE.test(value) &&
    typeof domain === 'string' &&
    domain.length <= MAX_TEXT &&
    typeof path === 'string' &&
    typeof expires === 'number' &&
    typeof sameSite === 'string'
  );
}

/** Reads the Netscape format: seven fields a line, separated by tabs. */
function netscapeCookies(text: unknown, problems: Problems): GivenCookie[] {
  if (text === undefined) return [];
  if (typeof text !== 'string') {
    problems.push(problem(['cookiesTxt'], 'must be a text'));
    return [];
  }
  const found: GivenCookie[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const httpOnly = raw.startsWith('#HttpOnly_');
    const line = httpOnly ? raw.slice('#HttpOnly_'.length) : raw;
    if (line.startsWith('#') || line.trim() === '') continue;
    const [domain = '', withSubdomains, path = '/', secure, expires, name, value] = line.split('\t');
    const cookie = { name, value, path, expires: Number(expires) || -1, secure: secure === 'TRUE', httpOnly };
    if (!isCookie(cookie) || domain === '' || found.length >= MAX_COOKIES) {
      problems.push(
        problem(['cookiesTxt'], 'must be in the Netscape format: seven fields a line, separated by tabs'),
      );
      return [];
    }
    const bare = domain.replace(/^\./, '');
    found.push({ ...cookie, domain: withSubdomains === 'TRUE' ? `.${bare}` : bare });
  }
  return found;
}

function givenStorage({ storageState }: SessionDefinition, problems: Problems): readonly OriginStorage[] {
  if (storageState === undefined) return [];
  const origins: unknown = isObject(storageState) ? (storageState.origins ?? []) : null;
  const isRight =
    Array.isArray(origins) &&
    origins.every(
      (one) =>
        isObject(one) &&
        typeof (one as OriginStorage).origin === 'string' &&
        Array.isArray((one as OriginStorage).localStorage ?? []) &&
        ((one as OriginStorage).localStorage ?? []).every(
          ({ name, value }) => typeof name === 'string' && typeof value === 'string',
        ),
    );
  if (isRight) return origins as OriginStorage[];
  problems.push(problem(['storageState'], "must be Playwright's storageState: { cookies, origins }"));
  return [];
}

/** Keeps the state that belongs to the origins. */
function keepOwn(
  cookies: readonly GivenCookie[],
  storage: readonly OriginStorage[],
  all: readonly string[],
  origins: readonly string[],
): { readonly values: Omit<SessionValues, 'headers'>; readonly warnings: readonly string[] } {
  const hosts = all.map((origin) => hostOf(new URL(origin)));
  const strangers = new Set<string>();
  const kept = cookies.flatMap((cookie) => {
    const domain = cookie.domain.replace(/^\./, '').toLowerCase();
    const isOwn = hosts.some((host) => isWithin(host, domain));
    if (!isOwn) strangers.add(domain);
    return isOwn ? [toJarCookie(cookie, domain)] : [];
  });
  const own = storage.filter(({ origin }) => origins.includes(origin));
  for (const { origin } of storage) if (!origins.includes(origin)) strangers.add(origin);
  const names = [...strangers].slice(0, 5).join(', ');
  const warnings = strangers.size > 0 ? [`State of ${names} was dropped: it belongs to none of origins`] : [];
  const items = own.map(({ origin, localStorage = [] }) => ({ origin, localStorage }));
  return { values: { cookies: kept.filter(isUnexpired), storage: items }, warnings };
}

const isUnexpired = ({ expiresAt }: JarCookie): boolean => expiresAt === null || expiresAt > Date.now();

/** A cookie as a jar stores it. */
export function toJarCookie(cookie: SessionCookie & { readonly domain?: string }, domain: string): JarCookie {
  const {
    name,
    value,
    path = '/',
    expires = -1,
    secure = false,
    httpOnly = false,
    sameSite = 'Lax',
  } = cookie;
  const same = sameSite.toLowerCase();
  return {
    name,
    value,
    domain,
    hostOnly: isIP(domain) !== 0 || !cookie.domain?.startsWith('.'),
    path: path.startsWith('/') ? path : '/',
    secure,
    httpOnly,
    sameSite: same === 'strict' || same === 'none' ? same : 'lax',
    expiresAt: expires > 0 ? expires * 1000 : null,
  };
}
