import { UnavailableError } from '../../../../model/errors.js';
import { dueShards } from '../due-shards.js';
import type { RedisPlace, RedisShards } from '../redis-shards.js';
import { ShardScripts } from '../shard-scripts.js';
import { SHARDS } from '../shard-of.js';
import { UndividedOwners, type OwnerKeys } from './undivided-owners.js';

/** Ids whose store is remembered. */
const MAX_IDS = 20_000;

/** The stores of the data of owners: one for each shard, and one for owners whose data is undivided. */
export class OwnerStores<Store> {
  readonly home: Store;
  readonly scripts: ShardScripts;
  readonly shardStores: readonly Store[];
  private readonly undivided: UndividedOwners;
  private readonly known = new Map<string, Store>();

  /** @param make opens a store at a place */
  constructor(
    private readonly shards: RedisShards,
    keys: OwnerKeys,
    make: (place: RedisPlace, shard: number | null) => Store,
  ) {
    this.home = make(shards.home, null);
    this.shardStores = Array.from({ length: SHARDS }, (_, n) => make(shards.shard(n), n));
    this.scripts = new ShardScripts(shards);
    this.undivided = new UndividedOwners(shards, keys);
  }

  /** The store of an owner, or of a tag of an owner. @throws UnavailableError while that is not known */
  async of(owner: string, ...tag: readonly string[]): Promise<Store> {
    if (await this.undivided.has(owner)) return this.home;
    return this.at(this.shards.shardOfParts(owner, ...tag));
  }

  at(shard: number): Store {
    return this.shardStores[shard]!;
  }

  /** Stores within reach for which a script of `lua/shards` answers. */
  async where(script: string, args: readonly (string | number)[]): Promise<Store[]> {
    const found = await this.scripts.each(script, args, dueShards);
    return [...(await this.homeIfUsed()), ...found.map((shard) => this.at(shard))];
  }

  /** Stores with one of some keys. @throws UnavailableError unless each Redis answers */
  async all(keys: readonly string[]): Promise<Store[]> {
    const found = await this.scripts.all('with-keys', keys, dueShards);
    const home = (await this.undivided.exist()) ? [this.home] : [];
    return [...home, ...found.map((shard) => this.at(shard))];
  }

  /**
   * The store that has an id. It does not change, so that it is remembered.
   * @param hash of the ids
   * @returns null if there is none
   * @throws UnavailableError if it is not found on the Redis that answer, and one does not
   */
  async holderOf(hash: string, id: string, isAt: (store: Store) => Promise<boolean>): Promise<Store | null> {
    const name = `${hash} ${id}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const found = await this.look(hash, id, isAt);
    if (found === null) return null;
    if (this.known.size >= MAX_IDS) this.known.clear();
    this.known.set(name, found);
    return found;
  }

  /** The store of undivided owners, if there are some and it is within reach. */
  async homeIfUsed(): Promise<Store[]> {
    try {
      return (await this.undivided.exist()) ? [this.home] : [];
    } catch (error) {
      if (error instanceof UnavailableError) return [];
      throw error;
    }
  }

  private async look(
    hash: string,
    id: string,
    isAt: (store: Store) => Promise<boolean>,
  ): Promise<Store | null> {
    const { answers, failure } = await this.scripts.ask('with-field', [hash, id], dueShards);
    if (answers[0] !== undefined) return this.at(answers[0]);
    if ((await this.undivided.exist()) && (await isAt(this.home))) return this.home;
    if (failure) throw failure;
    return null;
  }
}
