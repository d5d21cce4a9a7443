import type {
  OriginStorage,
  SessionDefinition,
  SessionState,
  SessionView,
} from '../../model/session/session.js';
import type { JarCookie } from '../../web/cookies/cookie-jar.js';

/** A definition without the state that was given with it. */
export type SessionRules = Omit<SessionDefinition, 'cookies' | 'storageState' | 'cookiesTxt' | 'headers'>;

/** State that requests of a session carry. */
export interface SessionValues {
  readonly cookies: readonly JarCookie[];
  readonly headers: Readonly<Record<string, string>>;
  readonly storage: readonly OriginStorage[];
}

/** Everything about a session. Plain JSON; times are milliseconds since the epoch. */
export interface SessionRecord extends SessionValues {
  readonly name: string;
  /** Null for sessions of the option, which have their rules there. */
  readonly rules: SessionRules | null;
  /** State as given, which each login starts from. */
  readonly given: SessionValues;
  readonly state: SessionState;
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly renewedAt: number | null;
  readonly expiresAt: number | null;
  readonly retryAt: number | null;
  /** Rejected logins in a row. */
  readonly rejections: number;
  readonly error: SessionView['error'];
}

/** A record that was never used. */
export function newRecord(
  name: string,
  rules: SessionRules | null,
  given: SessionValues,
  generation = 0,
): SessionRecord {
  const now = Date.now();
  return {
    name,
    rules,
    given,
    ...given,
    state: 'new',
    generation,
    createdAt: now,
    updatedAt: now,
    renewedAt: null,
    expiresAt: null,
    retryAt: null,
    rejections: 0,
    error: null,
  };
}

export const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** The session without its values. */
export function viewOf(
  record: SessionRecord,
  rules: Pick<SessionRules, 'origins' | 'loginOrigins' | 'account'>,
  login: SessionView['login'],
  persisted: boolean,
): SessionView {
  return {
    name: record.name,
    origins: rules.origins,
    loginOrigins: rules.loginOrigins ?? [],
    account: rules.account ?? record.name,
    state: record.state,
    generation: record.generation,
    login,
    cookies: record.cookies.length,
    headers: Object.keys(record.headers),
    storage: record.storage.reduce((sum, { localStorage }) => sum + localStorage.length, 0),
    persisted,
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    renewedAt: iso(record.renewedAt),
    expiresAt: iso(record.expiresAt),
    retryAt: iso(record.retryAt),
    error: record.error,
  };
}

/** Kind of a login. */
export function loginKind(login: unknown): SessionView['login'] {
  if (typeof login === 'function') return 'function';
  if (typeof login !== 'object' || login === null) return null;
  if ('request' in login) return 'request';
  return 'actions' in login ? 'actions' : 'form';
}
