import type { KeyLimits } from '../keys/api-key.js';
import { problemOfScope, type KeyScope } from '../keys/key-scope.js';
import type { Principal } from '../keys/principal.js';
import { boolean, integerFrom, isTexts, textLike } from './kinds.js';
import { option, Option, optionOf, type Check } from './option.js';
import { group, type OptionsOf } from './option-table.js';

/** A key that the host accepts. */
export interface ConfiguredKey {
  readonly key: string;
  /**
   * Owner of what requests with this key start and see; `host` is the owner of what the application starts without naming an owner.
   * @default an owner of its own for each key
   */
  readonly owner?: string;
  /** What the key may do: groups of endpoints, and formats. @default everything */
  readonly allow?: KeyScope;
}

/** Access to the HTTP API. */
export type AuthOptions =
  | false
  | { readonly keys: readonly (string | ConfiguredKey)[] }
  | { readonly validate: (key: string) => Promise<Principal | boolean> | Principal | boolean };

const checkAuth: Check = (value) => {
  if (value === false) return null;
  const { keys, validate } = (value ?? {}) as { keys?: unknown; validate?: unknown };
  if (typeof validate === 'function' && keys === undefined) return null;
  if (!Array.isArray(keys) || validate !== undefined)
    return 'must be false, { keys: [...] } or { validate: function }';
  const texts = [...(keys as readonly unknown[])].map(textOfKey);
  const missing = texts.findIndex(isMissing);
  if (missing >= 0) return `has no value at keys[${missing}]: is its environment variable set?`;
  if (!isTexts(texts)) return 'must be false, { keys: [...] } or { validate: function }';
  if (keys.length === 0) return 'must hold at least one key; use `auth: false` to open the API';
  if (!texts.every((key) => BEARER_KEY.test(String(key))))
    return 'holds a key with blanks, commas or other characters that a header cannot carry';
  return problemOfKeys(keys as readonly (string | ConfiguredKey)[]);
};

const textOfKey = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry)
    ? (entry as { key?: unknown }).key
    : entry;

/** Fields of `ConfiguredKey`. */
const KEY_FIELDS: ReadonlySet<string> = new Set(['key', 'owner', 'allow']);

function problemOfKeys(keys: readonly (string | ConfiguredKey)[]): string | null {
  for (const [at, entry] of keys.entries()) {
    if (typeof entry === 'string') continue;
    const unknown = Object.keys(entry).find((field) => !KEY_FIELDS.has(field));
    if (unknown !== undefined) return `has an unknown field keys[${at}].${unknown}`;
    const { owner, allow } = entry;
    if (owner !== undefined && (typeof owner !== 'string' || owner === ''))
      return `must have a text as keys[${at}].owner`;
    const problem = allow === undefined ? null : problemOfScope(allow);
    if (problem) return `has keys[${at}].allow${problem.path}, which ${problem.message}`;
  }
  return null;
}

const isMissing = (key: unknown): boolean => key === undefined || key === null || key === '';

/**
 * Characters accepted after `Authorization: Bearer `. More than the RFC allows, so that existing keys
 * continue to work.
 */
const BEARER_KEY = /^[\x21-\x2b\x2d-\x7e]+$/;

/** The fields of `KeyLimits`; an absent field means no limit. */
const KEY_LIMITS = {
  requestsPerMinute: integerFrom(1),
  runningCrawls: integerFrom(1),
  pagesPerDay: integerFrom(1),
  bytesPerDay: integerFrom(1),
  browserSecondsPerDay: integerFrom(1),
  tokensPerDay: integerFrom(1),
} satisfies Record<keyof KeyLimits, unknown>;

const { requestsPerMinute: _, ...OWNER_LIMITS } = KEY_LIMITS;

/** Limits of each owner. An absent limit is not applied. */
export type UsageLimits = Omit<KeyLimits, 'requestsPerMinute'>;

const USAGE = {
  /**
   * Limits of each owner without a stored key, and of keys that do not state the limit: `runningCrawls`, `pagesPerDay`,
   * `bytesPerDay`, `browserSecondsPerDay` and `tokensPerDay`, each at least 1. An absent limit is not applied.
   * @default {}
   */
  limits: optionOf<UsageLimits>(group(OWNER_LIMITS).validate).or({}),
};

const USAGE_GROUP = group(USAGE);

const STORED_KEYS = {
  /**
   * Key of the HMAC-SHA256 that stored keys are hashed with, the same in all processes. Changing it
   * invalidates all keys.
   * @default generated once, and stored with the keys
   */
  secret: textLike(/^.{16,}$/s, 'must be a string of at least 16 characters'),

  /**
   * Allows everyone to create a key with `POST /v1/keys`.
   * @default false
   */
  signUp: boolean.or(false),

  /**
   * Maximum number of keys created from one IP address per hour, at least 1. The address is reported by the
   * platform: behind a proxy, configure it to trust the proxy.
   * @default 5
   */
  signUpsPerHour: integerFrom(1).or(5),

  /**
   * Default limits of keys: `requestsPerMinute`, `runningCrawls`, `pagesPerDay`, `bytesPerDay`,
   * `browserSecondsPerDay` and `tokensPerDay`, each at least 1. An absent limit is not applied.
   * @default {}
   */
  limits: optionOf<KeyLimits>(group(KEY_LIMITS).validate).or({}),
};

const STORED = group(STORED_KEYS, { sentence: 'must be an object; put your own keys into auth.keys' });

/** Authentication of the HTTP API. */
export const KEY_OPTIONS = {
  /**
   * Accepted bearer keys (a list, compared in constant time), or a function that decides within 10 s. A key is a text, or `{ key, owner, allow }`: keys
   * with `owner: 'host'` see what the application has started, and `allow: { endpoints, formats }` limits what a key may do. `false`
   * disables authentication: only for hosts with their own guard. Absent: one random key is generated at
   * startup and logged once.
   * @default one generated key
   */
  auth: option<AuthOptions>(checkAuth),

  /** Keys that are created at runtime with `KeyService` or `/v1/keys`. Absent: disabled. */
  keys: new Option(STORED.validate, (given: KeysOptions | undefined) =>
    given === undefined ? null : STORED.resolve(given, {}),
  ),

  /** Count and limit what each owner uses. Absent: counted with the option `keys` only. */
  usage: new Option(USAGE_GROUP.validate, (given: UsageOptions | undefined) =>
    given === undefined ? null : USAGE_GROUP.resolve(given, {}),
  ),
};

/** What each owner may use in 24 hours. */
export interface UsageOptions extends OptionsOf<typeof USAGE> {}

/** Keys that are created at runtime and accepted in addition to those of `auth`. */
export interface KeysOptions extends OptionsOf<typeof STORED_KEYS> {}
