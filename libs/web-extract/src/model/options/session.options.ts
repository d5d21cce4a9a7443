import type { SessionOptions } from '../session/session.js';
import { integerFrom, isObject, must } from './kinds.js';
import { option } from './option.js';

const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const KEY_BYTES = 32;

/** Reads a key of 32 bytes; null if it is none. */
export function readSessionKey(text: unknown): Buffer | null {
  if (typeof text !== 'string') return null;
  const encoding = /^[\da-f]{64}$/i.test(text) ? 'hex' : 'base64';
  const bytes = Buffer.from(text, encoding);
  return bytes.length === KEY_BYTES ? bytes : null;
}

const areKeys = (value: unknown): boolean => {
  const keys = [value].flat();
  return keys.length > 0 && keys.every((key) => readSessionKey(key) !== null);
};

const areSessions = (value: unknown): boolean =>
  isObject(value) && Object.entries(value).every(([name, session]) => NAME.test(name) && isObject(session));

/** Sessions: pages behind a login. */
export const SESSION_OPTIONS = {
  /**
   * Key that encrypts stored sessions (AES-256-GCM): 32 bytes in base64 or hexadecimal digits. Of a list the first encrypts
   * and all decrypt. All processes of a deployment need the same key.
   * @default none: sessions are kept in memory and end with the process
   */
  sessionKey: option<string | readonly string[]>(
    must(areKeys, 'must be a key of 32 bytes in base64 or hexadecimal digits, or a list of them'),
  ),

  /**
   * Sessions of the application by name, with logins as data or as functions. Callers of the HTTP API use them only if `allow`
   * of the session returns true for their owner.
   * @default none
   */
  sessions: option<Readonly<Record<string, SessionOptions>>>(
    must(areSessions, 'must be an object of sessions by name (1 to 64 of A-Za-z0-9._-)'),
  ),
};

export const SESSION_LIMITS = {
  /**
   * Maximum number of stored sessions of one owner, at least 1. Further ones are rejected with SESSION_LIMIT.
   * @default 100
   */
  maxSessions: integerFrom(1).or(100),
};
