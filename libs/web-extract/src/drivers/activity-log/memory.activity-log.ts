import {
  ACTIVITY_MS,
  ActivityLog,
  MAX_ACTIVITIES,
  type Activity,
  type ActivityPart,
  type ActivityRange,
} from '../../ports/stores/activity-log.port.js';
import { partOf } from './part-of.js';

/** Requests of all owners. */
const MAX_IN_ALL = 20_000;
/** Requests of one owner above its limit that may wait to be dropped: each removal moves all others. */
const MAX_OVER = 50;
/** Those that are left when there were too many: looking through all owners is done once in a while. */
const SIZE_LEFT = 18_000;

/** Keeps requests in this process until it ends. */
export class MemoryActivityLog extends ActivityLog {
  /** The oldest request of each owner first; owners in the order of their latest request. */
  private readonly owners = new Map<string, Activity[]>();
  private size = 0;

  override async add(owner: string, activity: Activity): Promise<void> {
    const list = this.owners.get(owner) ?? [];
    this.owners.delete(owner);
    this.owners.set(owner, list);
    list.push(activity);
    this.size++;
    const expired = countBefore(list, Date.now() - ACTIVITY_MS);
    const over = list.length - MAX_ACTIVITIES;
    if (expired > 0 || over > MAX_OVER) this.dropFrom(owner, Math.max(expired, over));
    if (this.size > MAX_IN_ALL) this.makeRoom();
  }

  override async read(owner: string, range: ActivityRange): Promise<ActivityPart> {
    return partOf((this.owners.get(owner) ?? []).slice(-MAX_ACTIVITIES).reverse(), range);
  }

  /** Shortens the longest lists first, then drops the owners that were silent longest. Makes room for many requests at once. */
  private makeRoom(): void {
    for (let most = MAX_ACTIVITIES; this.size > SIZE_LEFT && most > 1;) {
      most = Math.floor(most / 2);
      for (const [owner, { length }] of this.owners) this.dropFrom(owner, length - most);
    }
    for (const [owner, { length }] of this.owners) {
      if (this.size <= SIZE_LEFT) return;
      this.dropFrom(owner, length);
    }
  }

  private dropFrom(owner: string, count: number): void {
    const list = this.owners.get(owner)!;
    this.size -= list.splice(0, Math.max(0, count)).length;
    if (list.length === 0) this.owners.delete(owner);
  }
}

/** How many requests are older than a time. */
function countBefore(list: readonly Activity[], timeMs: number): number {
  const first = list.findIndex(({ createdAt }) => createdAt > timeMs);
  return first === -1 ? list.length : first;
}
