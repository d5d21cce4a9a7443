import { RedisScripts, type ScriptArguments } from '../../redis-scripts.js';
import { mapKey } from '../shard-map.js';
import { ShardMoveError } from './shard-move.error.js';
import type { MoveNode } from './move-node.js';

/** Keys that a command looks at. */
const KEYS_A_STEP = 200;
const SCANNED_A_STEP = 1_000;
/** A hash of more bytes is copied in parts: a dump is limited, and Redis does nothing else meanwhile. */
const MAX_DUMP_BYTES = 8 * 1024 * 1024;
const FIELDS_A_STEP = 100;
/** Keys that are copied at once. */
const COPIES_AT_ONCE = 8;

/** The keys of one shard on two Redis. Nothing is written once another command has changed the map. */
export class ShardCopy {
  private readonly map: string;
  private readonly scripts: Readonly<Record<'source' | 'target', RedisScripts>>;

  /**
   * @param prefix of all keys
   * @param shardPrefix of those of the shard
   * @param version of the map
   */
  constructor(
    private readonly source: MoveNode,
    private readonly target: MoveNode,
    private readonly at: { readonly prefix: string; readonly shardPrefix: string; readonly version: number },
  ) {
    this.map = mapKey(at.prefix);
    this.scripts = { source: new RedisScripts(source, ''), target: new RedisScripts(target, '') };
  }

  /** Copies all keys with the time until they expire. @returns their number */
  async copy(): Promise<number> {
    let count = 0;
    for await (const keys of this.keysOf(this.source)) {
      for (let at = 0; at < keys.length; at += COPIES_AT_ONCE)
        await Promise.all(keys.slice(at, at + COPIES_AT_ONCE).map((key) => this.copyKey(key)));
      count += keys.length;
    }
    return count;
  }

  /** Compares the Redis key by key. @returns the keys that differ */
  async differences(): Promise<string[]> {
    const differing: string[] = [];
    for await (const keys of this.keysOf(this.source)) {
      const here = await this.sizes('source', keys);
      const there = await this.sizes('target', keys);
      differing.push(...keys.filter((_, n) => here[n] !== 'none' && here[n] !== there[n]));
    }
    return differing;
  }

  async copyKeys(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.copyKey(key);
  }

  /** Removes keys of the target that the source does not have: of a copy that was interrupted. */
  async removeStale(): Promise<void> {
    for await (const keys of this.keysOf(this.target)) {
      const there = await this.sizes('source', keys);
      await this.remove(
        'target',
        keys.filter((_, n) => there[n] === 'none'),
      );
    }
  }

  /** Removes all keys of the shard at one of the Redis. */
  async clear(where: 'source' | 'target'): Promise<number> {
    let count = 0;
    for await (const keys of this.keysOf(this[where])) {
      await this.remove(where, keys);
      count += keys.length;
    }
    return count;
  }

  /** Number of keys at the source, and their size in bytes. */
  async measure(): Promise<{ readonly keys: number; readonly bytes: number }> {
    const total = { keys: 0, bytes: 0 };
    for await (const keys of this.keysOf(this.source)) {
      const bytes = await Promise.all(keys.map((key) => this.bytesOf(key)));
      total.keys += keys.length;
      total.bytes += bytes.reduce((sum, size) => sum + size, 0);
    }
    return total;
  }

  private async copyKey(key: string): Promise<void> {
    const { client } = this.source;
    const [bytes, kind] = await Promise.all([this.bytesOf(key), client.type(key)]);
    if (kind === 'hash' && bytes > MAX_DUMP_BYTES) return this.copyHash(key);
    const [dump, ttl] = await Promise.all([client.dumpBuffer(key), client.pttl(key)]);
    if (dump === null) return; // it has expired
    await this.write('restore-key', key, [expiryOf(ttl), dump]);
  }

  private async copyHash(key: string): Promise<void> {
    let cursor = '0';
    let isFirst = 1;
    do {
      const [next, fields] = await this.source.client.hscanBuffer(key, cursor, 'COUNT', FIELDS_A_STEP);
      cursor = next.toString();
      const ttl = await this.source.client.pttl(key);
      if (fields.length > 0) await this.write('restore-fields', key, [expiryOf(ttl), isFirst, ...fields]);
      if (fields.length > 0) isFirst = 0;
    } while (cursor !== '0');
  }

  private async bytesOf(key: string): Promise<number> {
    return (await this.source.client.memory('USAGE', key)) ?? 0;
  }

  private async *keysOf({ client }: MoveNode): AsyncGenerator<string[]> {
    let cursor = '0';
    do {
      const [next, keys] = await client.scan(
        cursor,
        'MATCH',
        `${this.at.shardPrefix}:*`,
        'COUNT',
        SCANNED_A_STEP,
      );
      cursor = next;
      for (let at = 0; at < keys.length; at += KEYS_A_STEP) yield keys.slice(at, at + KEYS_A_STEP);
    } while (cursor !== '0');
  }

  private async sizes(where: 'source' | 'target', keys: readonly string[]): Promise<string[]> {
    return (await this.scripts[where].run('shards/key-sizes', keys, [])) as string[];
  }

  private async write(name: string, key: string, args: ScriptArguments): Promise<void> {
    const { version } = this.at;
    checkDone(await this.scripts.target.run(`shards/${name}`, [this.map, key], [version, ...args]));
  }

  private async remove(where: 'source' | 'target', keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    checkDone(await this.scripts[where].run('shards/remove-keys', [this.map, ...keys], [this.at.version]));
  }
}

/** RESTORE and the scripts take 0 for a key that does not expire. */
const expiryOf = (ttl: number): number => (ttl === -1 ? 0 : Math.max(1, ttl));

function checkDone(reply: unknown): void {
  if (reply === 'done') return;
  throw new ShardMoveError(
    'Another command has changed the map of the shards: this one ends, the other continues',
  );
}
