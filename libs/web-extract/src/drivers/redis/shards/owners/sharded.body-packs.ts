import { ArchiveUnavailableError, UnavailableError } from '../../../../model/errors.js';
import { BodyPacks } from '../../../../ports/stores/body-packs.port.js';
import type { ResultArchive } from '../../../../ports/stores/result-archive.port.js';
import type { RedisBodyPacks } from '../../pages/redis.body-packs.js';
import { dueShards } from '../due-shards.js';
import type { OwnerStores } from './owner-stores.js';

interface WithBodies {
  readonly bodies: RedisBodyPacks;
}

/** Packs of the histories or caches of all shards. Those of a node out of reach wait. */
export class ShardedBodyPacks extends BodyPacks {
  readonly folder: string;

  /**
   * @param store begins the names of its keys
   * @param used keys of a store with bodies
   */
  constructor(
    private readonly store: string,
    private readonly stores: OwnerStores<WithBodies>,
    private readonly used: readonly string[],
  ) {
    super();
    this.folder = stores.at(0).bodies.folder;
  }

  override use(archive: ResultArchive): void {
    for (const { bodies } of this.stores.shardStores) bodies.use(archive);
  }

  override async seal(signal?: AbortSignal): Promise<number> {
    return this.sum(this.used, (bodies) => bodies.seal(signal));
  }

  override async clean(nowMs: number, signal?: AbortSignal): Promise<number> {
    return this.sum([`${this.store}:packs-due`], (bodies) => bodies.clean(nowMs, signal));
  }

  override async knows(name: string): Promise<boolean> {
    const [owner = '', object = ''] = name.slice(this.folder.length).split('/');
    const field = [`${this.store}:packs:${owner}`, object.split('.')[0] ?? ''];
    return (await this.stores.scripts.all('with-field', field, dueShards)).length > 0;
  }

  private async sum(
    keys: readonly string[],
    work: (bodies: RedisBodyPacks) => Promise<number>,
  ): Promise<number> {
    let sum = 0;
    for (const { bodies } of await this.stores.where('with-keys', keys)) {
      sum += await work(bodies).catch((error: unknown) => {
        const isAway = error instanceof UnavailableError && !(error instanceof ArchiveUnavailableError);
        if (isAway) return 0;
        throw error;
      });
    }
    return sum;
  }
}
