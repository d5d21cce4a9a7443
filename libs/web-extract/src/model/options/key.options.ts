import type { KeyLimits } from '../keys/api-key.js';
import type { Principal } from '../keys/principal.js';
import { boolean, integerFrom, isTexts, textLike } from './kinds.js';
import { option, Option, optionOf, type Check } from './option.js';
import { group, type OptionsOf } from './option-table.js';

/** Who may call the HTTP API. */
export type AuthOptions =
  | false
  | { readonly keys: readonly string[] }
  | { readonly validate: (key: string) => Promise<Principal | boolean> | Principal | boolean };

const checkAuth: Check = (value) => {
  if (value === false) return null;
  const { keys, validate } = (value ?? {}) as { keys?: unknown; validate?: unknown };
  if (typeof validate === 'function' && keys === undefined) return null;
  const missing = Array.isArray(keys) && validate === undefined ? [...keys].findIndex(isMissing) : -1;
  if (missing >= 0) return `has no value at keys[${missing}]: is its environment variable set?`;
  if (!isTexts(keys) || validate !== undefined) {
    return 'must be false, { keys: [...] } or { validate: function }';
  }
  if (keys.length === 0) return 'must hold at least one key; use `auth: false` to open the API';
  return keys.every((key) => BEARER_KEY.test(key))
    ? null
    : 'holds a key with blanks, commas or other characters that a header cannot carry';
};

const isMissing = (key: unknown): boolean => key === undefined || key === null || key === '';

/** What can arrive behind `Authorization: Bearer `. A longer list than advised, so that old keys go on working. */
const BEARER_KEY = /^[\x21-\x2b\x2d-\x7e]+$/;

/** `KeyLimits`, each of which is absent where nothing is limited. */
const KEY_LIMITS = {
  requestsPerMinute: integerFrom(1),
  runningCrawls: integerFrom(1),
  pagesPerDay: integerFrom(1),
} satisfies Record<keyof KeyLimits, unknown>;

const STORED_KEYS = {
  /**
   * Key of the HMAC-SHA256 that keys are kept as, the same in all processes. Another one makes all keys invalid.
   * @default made once, and kept with the keys
   */
  secret: textLike(/^.{16,}$/s, 'must be a string of at least 16 characters'),

  /**
   * Anybody may make a key by `POST /v1/keys`.
   * @default false
   */
  signUp: boolean.or(false),

  /**
   * Keys that may be made from one address in an hour, at least 1. The address is what the platform reports: behind a proxy it must be
   * told to trust that.
   * @default 5
   */
  signUpsPerHour: integerFrom(1).or(5),

  /**
   * What keys may ask for that state nothing else: `requestsPerMinute`, `runningCrawls` and `pagesPerDay`, each at least 1. What is
   * absent is not limited.
   * @default {}
   */
  limits: optionOf<KeyLimits>(group(KEY_LIMITS).judge).or({}),
};

const STORED = group(STORED_KEYS, { sentence: 'must be an object; keys of your own stand in auth.keys' });

/** Who may use the HTTP API. */
export const KEY_OPTIONS = {
  /**
   * Accepted bearer keys (a list, compared in constant time), or a function that decides within 10 s. `false` opens the API: only for
   * hosts with a guard of their own. Absent: one random key is made at start and logged once.
   * @default one generated key
   */
  auth: option<AuthOptions>(checkAuth),

  /** Keys that are made while the application runs, by `KeyService` or at `/v1/keys`. Absent: there are none. */
  keys: new Option(STORED.judge, (given: KeysOptions | undefined) =>
    given === undefined ? null : STORED.settle(given, {}),
  ),
};

/** Keys that are made while the application runs, and kept beside those of `auth`. */
export interface KeysOptions extends OptionsOf<typeof STORED_KEYS> {}
