import {
  ActivityLog,
  type Activity,
  type ActivityPart,
  type ActivityRange,
} from '../../../../ports/stores/activity-log.port.js';
import { partOf } from '../../../activity-log/part-of.js';
import { RedisActivityLog } from '../../redis.activity-log.js';
import type { RedisShards } from '../redis-shards.js';

/** Requests of each owner, on its shard, and those of the day before they were divided. */
export class ShardedActivityLog extends ActivityLog {
  private readonly home: RedisActivityLog;

  constructor(private readonly shards: RedisShards) {
    super();
    this.home = logAt(shards.home);
  }

  override async add(owner: string, activity: Activity): Promise<void> {
    await logAt(this.shards.placeOf(owner)).add(owner, activity);
  }

  override async read(owner: string, range: ActivityRange): Promise<ActivityPart> {
    const log = logAt(this.shards.placeOf(owner));
    if (!this.shards.hasUndivided()) return log.read(owner, range);
    const lists = await Promise.all([log.all(owner), this.home.all(owner)]);
    return partOf(lists.flat(), range);
  }
}

const logAt = ({ link, prefix }: RedisShards['home']): RedisActivityLog =>
  new RedisActivityLog(link, `${prefix}:`);
