import { Inject, Injectable } from '@nestjs/common';
import { ResolvedOptions } from '../../model/options.js';
import type { BodyPacks } from '../../ports/stores/body-packs.port.js';
import { PageCache } from '../../ports/stores/page-cache.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';

/** Moves bodies of the history and the cache to the archive, and removes packs without bodies. */
@Injectable()
export class BodySealer {
  private readonly packs: readonly BodyPacks[];
  private readonly everyMs: number;
  private nextAt = 0;

  constructor(
    { archive, limits }: ResolvedOptions,
    @Inject(PageHistory) history: PageHistory | null,
    @Inject(PageCache) cache: PageCache | null,
  ) {
    const all = archive === undefined ? [] : [history?.bodies, cache?.bodies];
    this.packs = all.filter((packs) => packs != null);
    this.everyMs = limits.sealAfterMs;
  }

  /**
   * Makes a round if the last one was `sealAfterMs` ago.
   * @param signal ends the round after the current pack
   * @throws ArchiveUnavailableError, UnavailableError
   */
  async run(signal: AbortSignal, nowMs = Date.now()): Promise<void> {
    if (nowMs < this.nextAt) return;
    // cleaning comes first: a full archive has room afterwards. It may fail in a full store, which has room after sealing
    const steps = this.packs.flatMap((packs) => [() => packs.clean(nowMs, signal), () => packs.seal(signal)]);
    const failures: unknown[] = [];
    for (const step of steps) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    this.nextAt = nowMs + this.everyMs;
  }
}
