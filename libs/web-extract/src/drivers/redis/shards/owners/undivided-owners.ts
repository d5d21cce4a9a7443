import { RedisScripts } from '../../redis-scripts.js';
import type { RedisShards } from '../redis-shards.js';

/** Owners whose place is remembered. */
const MAX_OWNERS = 20_000;

/** Keys that show that an owner has data, without the prefix. */
export interface OwnerKeys {
  /** Name of the set of owners whose data stays. */
  readonly kind: string;
  /** Hash with a field for each owner; '' if there is none. */
  readonly hash: string;
  readonly keysOf: (owner: string) => readonly string[];
  /** Keys that exist if any owner has data. */
  readonly all: readonly string[];
}

/**
 * Owners whose data is from the time before it was divided, on the first Redis. It stays there, with all that they add: what belongs together is in
 * one place. Data of other owners is not added there.
 */
export class UndividedOwners {
  private readonly scripts: RedisScripts;
  private readonly places = new Map<string, boolean>();
  /** Null before the first Redis has answered. */
  private hasSome: boolean | null = null;

  constructor(
    private readonly shards: RedisShards,
    private readonly keys: OwnerKeys,
  ) {
    const { link, prefix } = shards.home;
    this.scripts = new RedisScripts(link, `${prefix}:`);
  }

  /** True if there is such data. @throws UnavailableError while that is not known */
  async exist(): Promise<boolean> {
    if (!this.shards.hasUndivided()) return false;
    if (this.hasSome === null || this.hasSome) {
      const names = this.keys.all.map((name) => this.scripts.prefix + name);
      this.hasSome = (await this.scripts.send((client) => client.exists(...names))) > 0;
    }
    return this.hasSome;
  }

  /** True if the data of an owner is there. @throws UnavailableError while that is not known */
  async has(owner: string): Promise<boolean> {
    const known = this.places.get(owner);
    if (known !== undefined) return known;
    const isThere = (await this.exist()) && (await this.ask(owner));
    if (this.places.size >= MAX_OWNERS) this.places.clear();
    this.places.set(owner, isThere);
    return isThere;
  }

  private async ask(owner: string): Promise<boolean> {
    const { kind, hash, keysOf } = this.keys;
    const names = [`undivided:${kind}`, hash || `undivided:${kind}:none`, ...keysOf(owner)];
    const keys = names.map((name) => this.scripts.prefix + name);
    return (await this.scripts.run('shards/is-undivided', keys, [owner])) === 1;
  }
}
