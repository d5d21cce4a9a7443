import {
  ACTIVITY_MS,
  ActivityLog,
  MAX_ACTIVITIES,
  type Activity,
  type ActivityPart,
  type ActivityRange,
} from '../../ports/stores/activity-log.port.js';
import { partOf } from '../activity-log/part-of.js';
import { shortHash } from '../page-store/pages/short-hash.js';
import type { RedisLink } from './connection/redis-link.js';

/** Requests of all processes, in a list for each owner that expires with its latest one. */
export class RedisActivityLog extends ActivityLog {
  /** @param prefix begins every key */
  constructor(
    private readonly connection: RedisLink,
    private readonly prefix: string,
  ) {
    super();
  }

  override async add(owner: string, activity: Activity): Promise<void> {
    const key = this.keyOf(owner);
    await this.run(() =>
      this.connection.client
        .multi()
        .lpush(key, JSON.stringify(activity))
        .ltrim(key, 0, MAX_ACTIVITIES - 1)
        .pexpire(key, ACTIVITY_MS)
        .exec(),
    );
  }

  override async read(owner: string, range: ActivityRange): Promise<ActivityPart> {
    return partOf(await this.all(owner), range);
  }

  /** The newest first. */
  private async all(owner: string): Promise<Activity[]> {
    const rows = await this.run(() => this.connection.client.lrange(this.keyOf(owner), 0, -1));
    return rows.map((row) => JSON.parse(row) as Activity);
  }

  private keyOf(owner: string): string {
    return `${this.prefix}activity:${shortHash(owner)}`;
  }

  private async run<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (error) {
      throw this.connection.explain(error);
    }
  }
}
