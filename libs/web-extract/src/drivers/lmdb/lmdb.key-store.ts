import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { RootDatabase } from 'lmdb';
import type { ApiKey, KeyRecord, Ledger } from '../../model/api-key.js';
import { KeyStore } from '../../ports/key-store.port.js';
import { LMDB_OPTIONS, loadLmdb } from './crawl-database.js';
import { makePrivateDirectory } from './private-directory.js';
import type { LmdbStoreOptions } from './store-directory.js';

const FOLDER = 'keys';
/** One row a key, an owner's ledger, and the secret. */
type Row = [kind: 'key' | 'ledger' | 'secret', name: string];
type KeyRow = KeyRecord & { readonly lastUsedAt: number | null };

/** What the rows say, in memory: keys are few, and every request asks for one. */
interface Held {
  readonly root: RootDatabase<unknown, Row> | null;
  readonly keys: Map<string, KeyRow>;
  readonly idOfHash: Map<string, string>;
  readonly ledgers: Map<string, Ledger>;
  secret: string | null;
}

/** Keys of one process: in a directory of its own below the data directory, else in memory, as its crawls are. Opens at the first need. */
@Injectable()
export class LmdbKeyStore extends KeyStore implements OnApplicationShutdown {
  private opening: Promise<Held> | undefined;

  constructor(private readonly options: Pick<LmdbStoreOptions, 'dataDir'> = {}) {
    super();
  }

  async secret(fresh: string): Promise<string> {
    const held = await this.open();
    if (held.secret !== null) return held.secret;
    held.secret = fresh;
    await held.root?.put(['secret', ''], fresh);
    return fresh;
  }

  async add(key: KeyRecord): Promise<void> {
    const held = await this.open();
    await this.keep(held, { ...key, lastUsedAt: null });
    held.idOfHash.set(key.hash, key.id);
  }

  async find(hash: string): Promise<KeyRecord | null> {
    const { keys, idOfHash } = await this.open();
    return keys.get(idOfHash.get(hash) ?? '') ?? null;
  }

  async ofOwner(owner: string): Promise<ApiKey[]> {
    const { keys } = await this.open();
    return [...keys.values()]
      .filter((key) => key.owner === owner)
      .sort((a, b) => a.createdAt - b.createdAt)
      .map(({ hash: _, ...key }) => key);
  }

  async remove(id: string, owner: string | null): Promise<boolean> {
    const { keys, idOfHash, root } = await this.open();
    const key = keys.get(id);
    if (!key || (owner !== null && key.owner !== owner)) return false;
    keys.delete(id);
    idOfHash.delete(key.hash);
    await root?.remove(['key', id]);
    return true;
  }

  async touch(id: string, usedAtMs: number): Promise<void> {
    const held = await this.open();
    const key = held.keys.get(id);
    if (key) await this.keep(held, { ...key, lastUsedAt: Math.max(usedAtMs, key.lastUsedAt ?? 0) });
  }

  async grant(owner: string, credits: number): Promise<void> {
    const held = await this.open();
    const { granted, used } = held.ledgers.get(owner) ?? { granted: 0, used: 0 };
    await this.write(held, owner, { granted: granted + credits, used });
  }

  async charge(owner: string, credits: number): Promise<void> {
    const held = await this.open();
    const ledger = held.ledgers.get(owner);
    if (ledger) await this.write(held, owner, { ...ledger, used: ledger.used + credits });
  }

  async ledger(owner: string): Promise<Ledger | null> {
    return (await this.open()).ledgers.get(owner) ?? null;
  }

  async onApplicationShutdown(): Promise<void> {
    const held = await this.opening?.catch(() => null);
    await held?.root?.close();
  }

  private async keep({ keys, root }: Held, key: KeyRow): Promise<void> {
    keys.set(key.id, key);
    await root?.put(['key', key.id], key);
  }

  private async write({ ledgers, root }: Held, owner: string, ledger: Ledger): Promise<void> {
    ledgers.set(owner, ledger);
    await root?.put(['ledger', owner], ledger);
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
    const held: Held = { root: null, keys: new Map(), idOfHash: new Map(), ledgers: new Map(), secret: null };
    if (dataDir === undefined) return held;
    const path = join(dataDir, FOLDER);
    await makePrivateDirectory(path);
    const { open } = await loadLmdb();
    const root = open<unknown, Row>({ ...LMDB_OPTIONS, path });
    for (const { key, value } of root.getRange({})) take(held, key, value);
    return { ...held, root };
  }
}

function take(held: Held, [kind, name]: Row, value: unknown): void {
  if (kind === 'secret') held.secret = value as string;
  if (kind === 'ledger') held.ledgers.set(name, value as Ledger);
  if (kind !== 'key') return;
  const key = value as KeyRow;
  held.keys.set(name, key);
  held.idOfHash.set(key.hash, name);
}
