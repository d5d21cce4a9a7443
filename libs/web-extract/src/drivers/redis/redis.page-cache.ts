import {
  PageCache,
  type CachedResponse,
  type CacheKey,
  type CacheUsage,
} from '../../ports/stores/page-cache.port.js';
import type { StoreBounds } from '../page-store/owner-bytes.js';
import { boundsFor, type BoundsOfOwner } from './pages/bounds-of-owner.js';
import { packBytes, unpackBytes } from '../page-store/pack-row.js';
import { matchesPages, pageName } from '../page-store/pages/page-name.js';
import { shortHash } from '../page-store/pages/short-hash.js';
import type { RedisLink } from './connection/redis-link.js';
import { readBody } from '../page-store/packs/read-body.js';
import { bodyIn, RedisBodyPacks } from './pages/redis.body-packs.js';
import { scanHash } from './pages/scan-hash.js';
import { RedisScripts } from './redis-scripts.js';

/** A response without its body. */
interface Entry extends Omit<CachedResponse, 'body'> {
  /** Name of the page that was requested. */
  readonly page: string;
}

/** Bytes of an entry in Redis besides its text. */
const ENTRY_BYTES = 300;

/** A cache for many processes, in Redis. */
export class RedisPageCache extends PageCache {
  private readonly scripts: RedisScripts;
  private readonly prefix: string;
  private readonly packs: RedisBodyPacks;

  /** @param prefix begins every key */
  constructor(
    connection: RedisLink,
    prefix: string,
    private readonly bounds: StoreBounds | BoundsOfOwner,
  ) {
    super();
    this.prefix = `${prefix}cache:`;
    this.scripts = new RedisScripts(connection, this.prefix);
    this.packs = new RedisBodyPacks('cache', this.scripts, this.prefix, ['bodies']);
  }

  override get bodies(): RedisBodyPacks {
    return this.packs;
  }

  override async get(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | null> {
    const args = [shortHash(key.owner), idOf(key)];
    const lookUp = async () => {
      const reply = (await this.scripts.runBytes('cache/get', [this.prefix], args)) as (Buffer | null)[];
      const entry = reply[0] ? (JSON.parse(reply[0].toString()) as Entry) : null;
      const isFresh = entry !== null && Date.now() - entry.storedAt <= maxAgeMs;
      return { entry, body: isFresh ? bodyIn(reply[1]) : null };
    };
    const { entry, body } = await readBody(lookUp, (place) => this.packs.read(args[0]!, place));
    if (!entry || !body) return null;
    const { page: _, ...response } = entry;
    return { ...response, body: await unpackBytes(body) };
  }

  override async put(key: CacheKey, { body, ...response }: CachedResponse): Promise<void> {
    const packed = await packBytes(body);
    const entry = JSON.stringify({ ...response, page: pageName(key.url) } satisfies Entry);
    const bytes = packed.length + Buffer.byteLength(entry) + ENTRY_BYTES;
    const { maxBytes, maxBytesPerOwner } = await boundsFor(this.bounds, key.owner);
    const bounds = [Math.floor(maxBytes), Math.floor(maxBytesPerOwner)];
    const args = [shortHash(key.owner), idOf(key), entry, packed, bytes, response.storedAt, ...bounds];
    await this.scripts.run('cache/put', [this.prefix], args);
  }

  override async remove(owner: string, urls?: readonly string[]): Promise<number> {
    const removed = await this.removeAll(shortHash(owner), urls ? matchesPages(urls) : () => true);
    await this.packs.forget(shortHash(owner));
    return removed;
  }

  override async expire(beforeMs: number): Promise<number> {
    let removed = 0;
    for (const owner of await this.scripts.send((client) => client.zrange(`${this.prefix}usage`, 0, -1)))
      removed += await this.removeAll(owner, ({ storedAt }) => storedAt < beforeMs);
    return removed;
  }

  override async usage(): Promise<CacheUsage> {
    const bytes = await this.scripts.send((client) => client.get(`${this.prefix}total`));
    return { bytes: Number(bytes ?? 0), maxBytes: this.bounds.maxBytes };
  }

  /** Removes the oldest responses of an owner. @param owner its hash */
  async evict(owner: string, bytes: number): Promise<void> {
    await this.scripts.run('cache/evict', [this.prefix], [owner, bytes]);
  }

  private async removeAll(owner: string, isMeant: (entry: Entry) => boolean): Promise<number> {
    let removed = 0;
    for await (const rows of scanHash(this.scripts, `${this.prefix}entries:${owner}`)) {
      const ids = rows.filter(([, row]) => isMeant(JSON.parse(row) as Entry)).map(([id]) => id);
      if (ids.length > 0) await this.scripts.run('cache/remove', [this.prefix], [owner, ...ids]);
      removed += ids.length;
    }
    return removed;
  }
}

const idOf = ({ url, variant }: CacheKey): string => shortHash(url, variant);
