import { Injectable } from '@nestjs/common';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { NO_USAGE, sumOfUsage, type UsageAmounts } from '../../model/keys/usage.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { LimitNotices } from './limit-notices.js';
import { LimitsOfOwners } from './limits-of-owners.js';

/** Usage is added to the store so often: what a process uses in this time may exceed a limit. */
const FLUSH_MS = 1_000;
/** Owners with usage that could not be added yet. That of further ones is dropped. */
const MAX_OWNERS = 10_000;

/** Counts what owners use, and adds it to the store in batches: one request per owner and second. */
@Injectable()
export class UsageMeter {
  private pending = new Map<string, UsageAmounts>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: KeyStore,
    private readonly limits: LimitsOfOwners,
    private readonly notices: LimitNotices,
  ) {}

  /** @param owner @default the owner of the host */
  add(owner: string = HOST_OWNER, amounts: Partial<UsageAmounts>): void {
    if (!this.limits.areOn || !Object.values(amounts).some((amount) => amount > 0)) return;
    const before = this.pending.get(owner);
    if (!before && this.pending.size >= MAX_OWNERS) return;
    this.pending.set(owner, sumOfUsage(before ?? NO_USAGE, amounts));
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Adds all counted usage to the store. What cannot be added is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending } = this;
    this.pending = new Map();
    await Promise.all([...pending].map(([owner, amounts]) => this.flushOwner(owner, amounts)));
  }

  private async flushOwner(owner: string, amounts: UsageAmounts): Promise<void> {
    const usage = await this.store.use(owner, amounts).catch(() => null);
    if (usage === null) return this.add(owner, amounts); // the store is away
    const limits = await this.limits.of(owner).catch(() => null);
    if (limits) this.notices.ofDay(owner, usage, limits.perDay);
  }
}
