import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { RootDatabase } from 'lmdb';
import type { ApiKey, Cost, KeyRecord, CreditBalance, Reservation } from '../../model/keys/api-key.js';
import type { DayLimits, UsageAmounts, UsageOfDay } from '../../model/keys/usage.js';
import { UnavailableError } from '../../model/errors.js';
import { KeyStore, type Refusal } from '../../ports/stores/key-store.port.js';
import { DATABASE_FILE, LMDB_OPTIONS, loadLmdb } from './storage/crawl-database.js';
import { Accounts, type Notices } from './accounts.js';
import { checkDatabaseFile } from './damage/check-database-file.js';
import { dataDirError } from './storage/data-dir.error.js';
import { makePrivateDirectory } from './storage/private-directory.js';
import { requireRoom, SPARE_BYTES } from './storage/require-room.js';
import { reasonOfFailure } from './storage/reason-of-failure.js';
import type { LmdbStoreOptions } from './storage/store-directory.js';
import type { Day } from './usage-days.js';

const FOLDER = 'keys';
const CHECKS = 3;
const CHECK_AGAIN_MS = 200;
/** One row per key; for each owner its ledger, the usage of its day and its claimed notices; and the secret. */
type Row = [kind: 'key' | 'ledger' | 'usage' | 'notices' | 'secret', name: string];
type KeyRow = KeyRecord & { readonly lastUsedAt: number | null };

/** The rows in memory: keys are few, and every request needs one. */
interface KeyFiles {
  readonly path: string;
  readonly root: RootDatabase<unknown, Row>;
}

interface Held {
  readonly files: KeyFiles | null;
  readonly keys: Map<string, KeyRow>;
  readonly idOfHash: Map<string, string>;
  /** Ids of keys. */
  readonly idsOfOwner: Map<string, Set<string>>;
  readonly accounts: Accounts;
  secret: Promise<string> | null;
}

/** Keys of one process: in a directory of its own below the data directory, else in memory, as its crawls are. Opens at the first need. */
@Injectable()
export class LmdbKeyStore extends KeyStore implements OnModuleInit, OnApplicationShutdown {
  private opening: Promise<Held> | undefined;

  constructor(private readonly options: Pick<LmdbStoreOptions, 'dataDir'> = {}) {
    super();
  }

  /** Damage ends the start. @throws DataDirError */
  async onModuleInit(): Promise<void> {
    const { dataDir } = this.options;
    if (dataDir !== undefined) await check(join(dataDir, FOLDER));
  }

  async secret(fresh: string): Promise<string> {
    const held = await this.open();
    held.secret ??= write(held.files, ['secret', ''], fresh).then(
      () => fresh,
      (error: unknown) => {
        held.secret = null;
        throw error;
      },
    );
    return held.secret;
  }

  async add(key: KeyRecord): Promise<void> {
    const held = await this.open();
    const row = { ...key, lastUsedAt: null };
    await write(held.files, ['key', key.id], row);
    hold(held, row);
  }

  async find(hash: string): Promise<KeyRecord | null> {
    const { keys, idOfHash } = await this.open();
    return keys.get(idOfHash.get(hash) ?? '') ?? null;
  }

  async ofOwner(owner: string): Promise<ApiKey[]> {
    const { keys, idsOfOwner } = await this.open();
    return [...(idsOfOwner.get(owner) ?? [])]
      .map((id) => keys.get(id)!)
      .sort((a, b) => a.createdAt - b.createdAt)
      .map(({ hash: _, ...key }) => key);
  }

  async remove(id: string, owner: string | null): Promise<string | null> {
    const held = await this.open();
    const key = held.keys.get(id);
    if (!key || (owner !== null && key.owner !== owner)) return null;
    letGo(held, key); // first: a use that is noted meanwhile must not write it again
    try {
      await write(held.files, ['key', id], null);
    } catch (error) {
      hold(held, key);
      throw error;
    }
    return key.owner;
  }

  async touch(id: string, usedAtMs: number): Promise<void> {
    const { keys, files } = await this.open();
    const key = keys.get(id);
    if (!key) return;
    const row = { ...key, lastUsedAt: Math.max(usedAtMs, key.lastUsedAt ?? 0) };
    keys.set(id, row);
    await write(files, ['key', id], row);
  }

  async grant(owner: string, credits: number): Promise<void> {
    await (await this.open()).accounts.grant(owner, credits);
  }

  async reserve(owner: string, most: Cost, limits: DayLimits): Promise<Reservation | Refusal> {
    return (await this.open()).accounts.reserve(owner, most, limits);
  }

  async settle(owner: string, reserved: Reservation, most: Cost, cost: Cost): Promise<void> {
    await (await this.open()).accounts.settle(owner, reserved, most, cost);
  }

  /** Throws only if nothing was added: no batch is repeated. */
  async use(owner: string, amounts: UsageAmounts): Promise<UsageOfDay> {
    return (await this.open()).accounts.days.use(owner, amounts);
  }

  async usageOfDay(owner: string): Promise<UsageOfDay> {
    return (await this.open()).accounts.days.of(owner);
  }

  async claimNotice(owner: string, notice: string, period: number): Promise<boolean> {
    return (await this.open()).accounts.claimNotice(owner, notice, period);
  }

  async ledger(owner: string): Promise<CreditBalance | null> {
    return (await this.open()).accounts.ledger(owner);
  }

  async onApplicationShutdown(): Promise<void> {
    const held = await this.opening?.catch(() => null);
    await held?.files?.root.close();
  }

  private open(): Promise<Held> {
    this.opening ??= this.read().catch((error: unknown) => {
      this.opening = undefined; // the disk may have room later
      throw error;
    });
    return this.opening;
  }

  private async read(): Promise<Held> {
    const { dataDir } = this.options;
    if (dataDir === undefined) return holding(null);
    const path = join(dataDir, FOLDER);
    await makePrivateDirectory(path);
    await check(path);
    const { open } = await loadLmdb();
    const root = open<unknown, Row>({ ...LMDB_OPTIONS, path });
    const held = holding({ path, root });
    for (const { key, value } of root.getRange({})) take(held, key, value);
    return held;
  }
}

function holding(files: KeyFiles | null): Held {
  const accounts = new Accounts((kind, owner, row) => write(files, [kind, owner], row));
  return { files, keys: new Map(), idOfHash: new Map(), idsOfOwner: new Map(), accounts, secret: null };
}

function hold({ keys, idOfHash, idsOfOwner }: Held, key: KeyRow): void {
  keys.set(key.id, key);
  idOfHash.set(key.hash, key.id);
  const ids = idsOfOwner.get(key.owner) ?? new Set();
  idsOfOwner.set(key.owner, ids.add(key.id));
}

function letGo({ keys, idOfHash, idsOfOwner }: Held, { id, hash, owner }: KeyRow): void {
  keys.delete(id);
  idOfHash.delete(hash);
  const ids = idsOfOwner.get(owner);
  ids?.delete(id);
  if (ids?.size === 0) idsOfOwner.delete(owner);
}

/** Writes a row; null removes it. @throws UnavailableError when the disk is full, or cannot be written for another reason */
async function write(files: KeyFiles | null, key: Row, row: unknown): Promise<void> {
  if (!files) return;
  try {
    if (row === null) await files.root.remove(key);
    else {
      requireRoom(files.path, SPARE_BYTES.keys);
      await files.root.put(key, row);
    }
  } catch (error) {
    const cause = await reasonOfFailure(error);
    throw new UnavailableError('the key store cannot be written, is the disk full?', 5, { cause });
  }
}

/** The previous process may still be writing: pages changed in the meantime are checked again. */
async function check(path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await checkDatabaseFile(join(path, DATABASE_FILE));
    } catch (error) {
      if (tries === CHECKS) throw dataDirError(path, error);
      await sleep(CHECK_AGAIN_MS);
    }
  }
}

function take(held: Held, [kind, name]: Row, value: unknown): void {
  if (kind === 'secret') held.secret = Promise.resolve(value as string);
  if (kind === 'ledger') held.accounts.takeLedger(name, value as CreditBalance);
  if (kind === 'usage') held.accounts.days.take(name, value as Day);
  if (kind === 'notices') held.accounts.takeNotices(name, value as Notices);
  if (kind !== 'key') return;
  hold(held, value as KeyRow);
}
