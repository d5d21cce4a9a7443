import { Injectable } from '@nestjs/common';
import type { LimitedResource } from '../../model/events.js';
import type { CreditBalance } from '../../model/keys/api-key.js';
import { USAGE_RESOURCES, type DayLimits, type UsageOfDay } from '../../model/keys/usage.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { EventStream } from '../events/event-stream.js';
import { ShortMemory } from '../keys/short-memory.js';
import { kept } from '../../model/kept.js';

/** Share of a limit from which its end is near. */
const NEAR = 0.8;
/** Claimed notices are remembered so long, so that the store is not asked with each page. */
const MEMORY_MS = 86_400_000;

/** Use of a limited resource. */
interface Level {
  readonly resource: LimitedResource;
  readonly used: number;
  readonly limit: number;
  /** See `KeyStore.claimNotice`. */
  readonly period: number;
}

/** Emits events about limits that are nearly or completely used up, once in a period in all processes. */
@Injectable()
export class LimitNotices {
  private readonly claimed = kept('accounts', new ShortMemory<true>(MEMORY_MS));

  constructor(
    private readonly store: KeyStore,
    private readonly events: EventStream,
  ) {}

  /** @param usage may leave out resources that are not known */
  ofDay(owner: string, usage: Partial<UsageOfDay> & Pick<UsageOfDay, 'since'>, limits: DayLimits): void {
    for (const resource of USAGE_RESOURCES)
      this.look(owner, {
        resource,
        used: usage[resource] ?? 0,
        limit: limits[resource],
        period: usage.since,
      });
  }

  ofCredits(owner: string, { granted, used }: CreditBalance): void {
    this.look(owner, { resource: 'credits', used, limit: granted, period: granted });
  }

  private look(owner: string, level: Level): void {
    if (level.used < NEAR * level.limit) return;
    const type = level.used < level.limit ? 'usage-near-limit' : 'usage-limit-reached';
    const notice = `${type} ${level.resource}`;
    const name = `${owner}\n${notice} ${level.period}`;
    if (this.claimed.has(name)) return;
    this.claimed.set(name, true);
    this.emit(owner, type, notice, level).catch(() => this.claimed.delete(name)); // the store is away: the next use emits it
  }

  private async emit(
    owner: string,
    type: 'usage-near-limit' | 'usage-limit-reached',
    notice: string,
    { resource, used, limit, period }: Level,
  ): Promise<void> {
    if (!(await this.store.claimNotice(owner, notice, period))) return;
    this.events.publish({ type, kind: 'usage', crawlId: null, owner, resource, used, limit, at: Date.now() });
  }
}
