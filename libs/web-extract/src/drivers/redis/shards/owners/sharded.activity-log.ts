import {
  ActivityLog,
  type Activity,
  type ActivityPart,
  type ActivityRange,
} from '../../../../ports/stores/activity-log.port.js';
import { RedisActivityLog } from '../../redis.activity-log.js';
import type { RedisShards } from '../redis-shards.js';

/** Requests of each owner, on its shard. */
export class ShardedActivityLog extends ActivityLog {
  constructor(private readonly shards: RedisShards) {
    super();
  }

  override add(owner: string, activity: Activity): Promise<void> {
    return this.of(owner).add(owner, activity);
  }

  override read(owner: string, range: ActivityRange): Promise<ActivityPart> {
    return this.of(owner).read(owner, range);
  }

  private of(owner: string): RedisActivityLog {
    const { link, prefix } = this.shards.placeOf(owner);
    return new RedisActivityLog(link, `${prefix}:`);
  }
}
