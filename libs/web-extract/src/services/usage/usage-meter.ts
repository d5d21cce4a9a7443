import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { NO_USAGE, sumOfUsage, type UsageAmounts } from '../../model/keys/usage.js';
import { KeyStore, type UsageBatch } from '../../ports/stores/key-store.port.js';
import { LimitNotices } from './limit-notices.js';
import { LimitsOfOwners } from './limits-of-owners.js';
import { KEPT, kept } from '../../model/kept.js';

/** Usage is added to the store so often: what a process uses in this time may exceed a limit. */
const FLUSH_MS = 1_000;
/** Owners with usage that could not be added yet. That of further ones is dropped. */
const MAX_OWNERS = KEPT.usage.most;

/** Usage that was given to the store. */
interface Sent extends UsageBatch {
  readonly amounts: UsageAmounts;
}

/** Counts what owners use, and adds it to the store in batches: one request per owner and second. */
@Injectable()
export class UsageMeter implements OnApplicationShutdown {
  private readonly process = randomUUID();
  private batches = 0;
  private readonly pending = kept('usage', new Map<string, UsageAmounts>());
  /** Batches that the store may have added, though it has not confirmed them. They are sent again as they are. */
  private readonly unconfirmed = kept('usage', new Map<string, Sent>());
  private readonly sending = kept('usage', new Map<string, Promise<void>>());
  private readonly waiting = kept('usage', new Map<string, Promise<void>>());
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

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
    this.flushSoon();
  }

  /** Adds all counted usage to the store. What cannot be added is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const owners = new Set([this.sending, this.unconfirmed, this.pending].flatMap((map) => [...map.keys()]));
    await Promise.all([...owners].map((owner) => this.flushOwner(owner)));
    if (this.unconfirmed.size > 0) this.flushSoon();
  }

  /** The store closes: what it has not confirmed is lost. */
  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private flushSoon(): void {
    if (this.isClosed) return;
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** One batch of an owner is sent at a time; calls that come meanwhile share the next one. */
  private flushOwner(owner: string): Promise<void> {
    const running = this.sending.get(owner);
    if (running) return this.afterIt(owner, running);
    const sending = this.sendAll(owner).finally(() => this.sending.delete(owner));
    this.sending.set(owner, sending);
    return sending;
  }

  private afterIt(owner: string, running: Promise<void>): Promise<void> {
    const known = this.waiting.get(owner);
    if (known) return known;
    const waiting = running.then(() => {
      this.waiting.delete(owner);
      return this.flushOwner(owner);
    });
    this.waiting.set(owner, waiting);
    return waiting;
  }

  private async sendAll(owner: string): Promise<void> {
    const unconfirmed = this.unconfirmed.get(owner);
    if (unconfirmed && !(await this.send(owner, unconfirmed))) return;
    const batch = this.nextOf(owner);
    if (batch) await this.send(owner, batch);
  }

  /** @returns false if the store is away */
  private async send(owner: string, batch: Sent): Promise<boolean> {
    this.unconfirmed.set(owner, batch);
    const usage = await this.store.use(owner, batch.amounts, batch).catch(() => null);
    if (usage === null) return false;
    this.unconfirmed.delete(owner);
    const limits = await this.limits.of(owner).catch(() => null);
    if (limits) this.notices.ofDay(owner, usage, limits.perDay);
    return true;
  }

  private nextOf(owner: string): Sent | null {
    const amounts = this.pending.get(owner);
    if (!amounts || this.unconfirmed.size >= MAX_OWNERS) return null;
    this.pending.delete(owner);
    return { process: this.process, number: ++this.batches, amounts };
  }
}
