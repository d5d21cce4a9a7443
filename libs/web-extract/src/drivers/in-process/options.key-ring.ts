import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { UnavailableError, WebExtractError } from '../../model/errors.js';
import { ResolvedOptions, type AuthOptions } from '../../model/options.js';
import type { ConfiguredKey } from '../../model/options/key.options.js';
import { problemOfScope, type KeyScope } from '../../model/keys/key-scope.js';
import type { Principal } from '../../model/keys/principal.js';
import { KeyRing } from '../../ports/key-ring.port.js';

const logger = new Logger('WebExtract');

/** Longest time for `auth.validate` to answer: the caller's connection and body wait for it. */
const VALIDATE_MS = 10_000;

/** Keys from the module's options: a list, the host's own check, or one generated key. Fails closed. */
@Injectable()
export class OptionsKeyRing extends KeyRing {
  readonly isOpen: boolean;
  private readonly check: (key: string) => Promise<Principal | null>;
  private generated: string | null = null;

  constructor(options: ResolvedOptions) {
    super();
    if (options.auth === undefined) this.generated = generateKey();
    const auth = options.auth ?? { keys: [this.generated!] };
    this.isOpen = auth === false;
    this.check = auth === false ? async () => null : checkOf(auth);
  }

  announce(): void {
    if (this.generated === null) return;
    logger.warn(`No API keys are configured. Generated for this run: ${this.generated}`);
    this.generated = null;
  }

  find(key: string): Promise<Principal | null> {
    return this.check(key);
  }
}

const generateKey = (): string => `we-${randomBytes(24).toString('base64url')}`;

function checkOf(auth: Exclude<AuthOptions, false>): (key: string) => Promise<Principal | null> {
  if ('keys' in auth) {
    const holders = auth.keys.map(holderOf);
    return async (key) => findHolder(holders, sha256(key));
  }
  return async (key) => {
    const verdict = await answerOf(() => auth.validate(key));
    if (verdict === true) return { owner: ownerOf(sha256(key)) };
    const { owner, allow } = (verdict ?? {}) as { owner?: unknown; allow?: KeyScope };
    if (typeof owner !== 'string' || owner === '') return null; // jobs would be everyone's
    if (allow === undefined) return { owner };
    const problem = problemOfScope(allow);
    if (!problem) return { owner, allow };
    logger.error(`auth.validate returned allow${problem.path}, which ${problem.message}`);
    return null;
  };
}

/** A check that throws accepts no key. HTTP exceptions and our own errors are passed on as its result. */
async function answerOf(validate: () => unknown): Promise<unknown> {
  try {
    return await inTime(validate);
  } catch (error) {
    if (error instanceof WebExtractError || typeof Object(error).getStatus === 'function') throw error;
    logger.error(`auth.validate failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    throw new UnavailableError('keys cannot be checked now', 1, { cause: error });
  }
}

async function inTime(validate: () => unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${VALIDATE_MS} ms`)), VALIDATE_MS);
  });
  try {
    return await Promise.race([validate(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Compares with every key, so that the duration reveals nothing about a near match. */
function findHolder(holders: readonly Holder[], wanted: Buffer): Principal | null {
  let found: Principal | null = null;
  for (const { hash, principal } of holders) if (timingSafeEqual(hash, wanted)) found = principal;
  return found;
}

interface Holder {
  readonly hash: Buffer;
  readonly principal: Principal;
}

function holderOf(entry: string | ConfiguredKey): Holder {
  const { key, owner, allow }: ConfiguredKey = typeof entry === 'string' ? { key: entry } : entry;
  const hash = sha256(key);
  return { hash, principal: { owner: owner ?? ownerOf(hash), ...(allow ? { allow } : {}) } };
}

const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest();

/** A stable name for the holder of a key that does not give the key away. */
const ownerOf = (hash: Buffer): string => hash.toString('hex').slice(0, 32);
