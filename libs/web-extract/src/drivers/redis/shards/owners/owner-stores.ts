import { dueShards } from '../due-shards.js';
import type { RedisPlace, RedisShards } from '../redis-shards.js';
import { ShardScripts } from '../shard-scripts.js';
import { SHARDS } from '../shard-of.js';

/** Ids whose store is remembered. */
const MAX_IDS = 20_000;

/** The stores of the data of owners, one for each shard. */
export class OwnerStores<Store> {
  readonly scripts: ShardScripts;
  readonly shardStores: readonly Store[];
  private readonly known = new Map<string, Store>();

  /** @param make opens a store at a place */
  constructor(
    private readonly shards: RedisShards,
    make: (place: RedisPlace, shard: number) => Store,
  ) {
    this.shardStores = Array.from({ length: SHARDS }, (_, n) => make(shards.shard(n), n));
    this.scripts = new ShardScripts(shards);
  }

  /** The store of an owner, or of a tag of an owner. */
  of(owner: string, ...tag: readonly string[]): Store {
    return this.at(this.shards.shardOfParts(owner, ...tag));
  }

  at(shard: number): Store {
    return this.shardStores[shard]!;
  }

  /** Stores within reach for which a script of `lua/shards` answers. */
  async where(script: string, args: readonly (string | number)[]): Promise<Store[]> {
    const found = await this.scripts.each(script, args, dueShards);
    return found.map((shard) => this.at(shard));
  }

  /** Stores with one of some keys. @throws UnavailableError unless each node answers */
  async all(keys: readonly string[]): Promise<Store[]> {
    const found = await this.scripts.all('with-keys', keys, dueShards);
    return found.map((shard) => this.at(shard));
  }

  /**
   * The store that has an id. It does not change, so that it is remembered.
   * @param hash of the ids
   * @returns null if there is none
   * @throws UnavailableError if it is not found on the nodes that answer, and one does not
   */
  async holderOf(hash: string, id: string): Promise<Store | null> {
    const name = `${hash} ${id}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const { answers, failure } = await this.scripts.ask('with-field', [hash, id], dueShards);
    const [shard] = answers;
    if (shard === undefined && failure) throw failure;
    if (shard === undefined) return null;
    if (this.known.size >= MAX_IDS) this.known.clear();
    this.known.set(name, this.at(shard));
    return this.at(shard);
  }
}
