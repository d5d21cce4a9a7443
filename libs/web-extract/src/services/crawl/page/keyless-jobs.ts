import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { CrawlJob, CrawlNote } from '../../../model/crawl/crawl.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { KeyService } from '../../keys/key.service.js';
import { CrawlLifecycle } from '../worker/crawl-lifecycle.js';
import { kept } from '../../../model/kept.js';

/** Why such a job was cancelled. */
const REASON = 'Its owner has no valid API key any more';

/**
 * Cancels jobs that were started with a stored key once their owner has no valid one: at once where a key is revoked, and in the
 * rounds of every process, which also find keys that have expired. Such jobs send no further webhook messages.
 */
@Injectable()
export class KeylessJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly underway = kept('runningJobs', new Set<Promise<void>>());
  /** Running jobs that need no key; this never changes during a job. */
  private readonly independent = kept('runningJobs', new Set<string>());
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly store: CrawlStore,
    private readonly keys: KeyService,
    private readonly life: CrawlLifecycle,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.keys.onRevoked((owner) => this.cancelSoon(owner));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.unsubscribe?.();
    await Promise.all(this.underway);
  }

  /** True if a job may continue and send webhook messages. @throws UnavailableError */
  async mayGoOn({ owner, request }: CrawlJob): Promise<boolean> {
    return request.needsKey !== true || (await this.keys.hasValidKey(owner));
  }

  /** Cancels those of the given running jobs whose owner has no valid key. @throws UnavailableError */
  async cancelAmong(running: readonly CrawlNote[]): Promise<void> {
    if (!this.keys.isOn) return;
    const owners = new Set(running.map(({ owner }) => owner));
    for (const owner of owners) {
      if (!(await this.keys.hasValidKey(owner))) await this.cancelThose(running, owner);
    }
    const ids = new Set(running.map(({ id }) => id));
    for (const id of this.independent) if (!ids.has(id)) this.independent.delete(id);
  }

  private cancelSoon(owner: string): void {
    const work: Promise<void> = this.cancelOf(owner)
      .catch(() => {}) // the store is out of reach: the next round cancels them
      .finally(() => this.underway.delete(work));
    this.underway.add(work);
  }

  private async cancelOf(owner: string): Promise<void> {
    if (await this.keys.hasValidKey(owner)) return;
    await this.cancelThose(await this.store.running(owner), owner);
  }

  private async cancelThose(running: readonly CrawlNote[], owner: string): Promise<void> {
    for (const note of running) {
      if (note.owner !== owner || this.independent.has(note.id)) continue;
      const job = await this.store.find(note.id);
      if (job?.request.needsKey) await this.life.end(note.id, 'cancelled', REASON);
      else this.independent.add(note.id);
    }
  }
}
