import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ApiKey, KeyLimits, KeyRecord, CreditBalance } from '../../model/keys/api-key.js';
import { problemOfScope, type KeyScope } from '../../model/keys/key-scope.js';
import {
  InvalidRequestError,
  NotConfiguredError,
  NotFoundError,
  RateLimitedError,
} from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { hashKey, isKeyText, makeKeyText, PREFIX_CHARS } from './key-text.js';
import { ShortMemory } from './short-memory.js';
import { kept } from '../../model/kept.js';

/** Properties of a new key. Every field is optional. */
export interface CreateKeyOptions {
  /** Owner of the key; keys of one owner share their jobs. @default a new owner */
  readonly owner?: string;
  readonly name?: string;
  /** In milliseconds since 1970. @default never */
  readonly expiresAt?: number | null;
  /** @default `keys.limits` */
  readonly limits?: KeyLimits;
  /** What the key may do. @default everything */
  readonly allow?: KeyScope;
}

/** A created key. Its text is returned only once. */
export interface CreatedKey extends ApiKey {
  readonly key: string;
}

/** Keys of one owner. */
const MAX_OF_OWNER = 100;
const MAX_NAME_CHARS = 100;
/** Cache time of keys in a process, in milliseconds: a revoked key is refused everywhere within a second. */
const MEMORY_MS = 500;
/** Uses of a key are noted so often at most. */
const NOTE_USE_MS = 60_000;

/** Creates, lists and revokes stored keys, in addition to those of `auth`. Requires the option `keys`. */
@Injectable()
export class KeyService {
  private readonly found = kept('accounts', new ShortMemory<KeyRecord | null>(MEMORY_MS));
  private readonly holders = kept('accounts', new ShortMemory<boolean>(MEMORY_MS));
  private readonly revokeListeners = kept('parts', new Set<(owner: string) => void>());
  private readonly used = kept('accounts', new ShortMemory<true>(NOTE_USE_MS));
  private hmacSecret: Promise<string> | undefined;

  constructor(
    private readonly store: KeyStore,
    private readonly options: ResolvedOptions,
  ) {}

  /** True if the option `keys` is set. */
  get isOn(): boolean {
    return this.options.keys !== null;
  }

  /**
   * Creates a key.
   * @throws NotConfiguredError without the option `keys`; InvalidRequestError; RateLimitedError (100 keys per owner); UnavailableError
   */
  async create(wish: CreateKeyOptions = {}): Promise<CreatedKey> {
    const { keys } = this.settled();
    const { name = '', expiresAt = null, limits = keys.limits, owner = randomUUID(), allow } = wish;
    const problem = allow === undefined ? null : problemOfScope(allow);
    if (problem)
      throw new InvalidRequestError([
        {
          path: ['allow', problem.path.slice(1)].filter(Boolean),
          message: `allow${problem.path} ${problem.message}`,
        },
      ]);
    if (name.length > MAX_NAME_CHARS)
      throw InvalidRequestError.at(['name'], { code: 'chars', most: MAX_NAME_CHARS });
    if (expiresAt !== null && !(expiresAt > Date.now()))
      throw InvalidRequestError.at(['expiresAt'], { code: 'future' });
    if ((await this.store.ofOwner(owner)).length >= MAX_OF_OWNER) {
      throw new RateLimitedError(`at most ${MAX_OF_OWNER} keys may be kept`, 60);
    }
    const secret = await this.secret();
    const key = makeKeyText(secret);
    const record = {
      id: randomUUID(),
      hash: hashKey(key, secret),
      prefix: key.slice(0, PREFIX_CHARS),
      name,
      owner,
      limits,
      ...(allow ? { allow } : {}),
      createdAt: Date.now(),
      expiresAt,
    };
    await this.store.add(record);
    const { hash: _, ...told } = record;
    return { ...told, lastUsedAt: null, key };
  }

  /** Lists the keys of an owner, oldest first. @throws NotConfiguredError, UnavailableError */
  async list(owner: string): Promise<ApiKey[]> {
    this.settled();
    return this.store.ofOwner(owner);
  }

  /**
   * Revokes a key. Every process rejects it within a second.
   * @param owner required owner of the key; omit it to revoke a key of any owner
   * @throws NotFoundError, NotConfiguredError, UnavailableError
   */
  async revoke(id: string, owner?: string): Promise<void> {
    this.settled();
    const holder = await this.store.remove(id, owner ?? null);
    if (holder === null) throw new NotFoundError('Key not found');
    this.found.clear();
    this.holders.clear();
    for (const listener of this.revokeListeners) listener(holder);
  }

  /** Calls `listener` with the owner of each key that this process revokes. @returns a function that removes the listener */
  onRevoked(listener: (owner: string) => void): () => void {
    this.revokeListeners.add(listener);
    return () => this.revokeListeners.delete(listener);
  }

  /** Checks if an owner has a valid stored key; true without the option `keys`. @throws UnavailableError */
  async hasValidKey(owner: string): Promise<boolean> {
    if (!this.isOn) return true;
    return this.holders.get(owner, async () => (await this.store.ofOwner(owner)).some(isValid));
  }

  /** Finds the stored key of a key text; null if it is unknown, expired or revoked. @throws UnavailableError */
  async find(text: string): Promise<KeyRecord | null> {
    const secret = await this.secret();
    if (!isKeyText(text, secret)) return null;
    const hash = hashKey(text, secret);
    const record = await this.found.get(hash, () => this.store.find(hash));
    if (!record) return null;
    if (record.expiresAt !== null && record.expiresAt <= Date.now()) return null;
    this.noteUse(record.id);
    return record;
  }

  /** Adds credits to an owner. Usage is metered from the first call on. @throws NotConfiguredError, InvalidRequestError, UnavailableError */
  async addCredits(owner: string, credits: number): Promise<void> {
    this.settled();
    if (!Number.isSafeInteger(credits)) throw InvalidRequestError.at(['credits'], { code: 'integer' });
    await this.store.grant(owner, credits);
  }

  /** Returns the granted and used credits of an owner; null if usage is not metered. @throws UnavailableError */
  async credits(owner: string): Promise<CreditBalance | null> {
    return this.isOn ? this.store.ledger(owner) : null;
  }

  private noteUse(id: string): void {
    if (this.used.has(id)) return;
    this.used.set(id, true);
    this.store.touch(id, Date.now()).catch(() => {}); // it is noted with the next use
  }

  private settled(): { keys: NonNullable<ResolvedOptions['keys']> } {
    const { keys } = this.options;
    if (keys === null) throw new NotConfiguredError('Stored keys are not configured');
    return { keys };
  }

  private secret(): Promise<string> {
    const { secret } = this.settled().keys;
    if (secret !== undefined) return Promise.resolve(secret);
    this.hmacSecret ??= this.store.secret(randomBytes(32).toString('base64url')).catch((error: unknown) => {
      this.hmacSecret = undefined;
      throw error;
    });
    return this.hmacSecret;
  }
}

const isValid = ({ expiresAt }: ApiKey): boolean => expiresAt === null || expiresAt > Date.now();
