import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import type { MonitorHead } from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';

const ROUND_MS = 600_000;
/** Data of a process that was down for long is due at once; its start comes first. */
const FIRST_ROUND_MS = 30_000;
const DAY_MS = 86_400_000;
/** Checks of one monitor that are stored. */
const MAX_CHECKS = 10_000;
/** Visits are looked through in every such round, from the first one on: six hours. */
const STATE_ROUNDS = 36;
/** Monitors that are read at once. */
const PART = 100;

/** Deletes checks whose retention is over, visits of pages that are no longer visited, and the oldest pages of owners that store too many. */
@Injectable()
export class MonitorMaintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private rounds = 0;

  constructor(
    private readonly store: MonitorStore,
    private readonly options: ResolvedOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => this.begin(), FIRST_ROUND_MS).unref();
  }

  /** The next round comes a while after the start of this one. */
  private begin(): void {
    this.timer = setTimeout(() => this.begin(), ROUND_MS).unref();
    this.round = this.round
      .then(() => this.makeRound(Date.now()))
      .catch((error: unknown) => this.report(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.round;
  }

  /** Runs one maintenance pass at a time in milliseconds since the epoch. */
  async makeRound(nowMs: number): Promise<void> {
    const isForStates = this.rounds++ % STATE_ROUNDS === 0;
    for (const owner of await this.store.owners()) {
      for await (const { id, retentionDays } of this.monitorsOf(owner)) {
        await this.store.removeChecks(id, nowMs - retentionDays * DAY_MS, MAX_CHECKS);
        if (isForStates) await this.removeStates(id, nowMs);
      }
      await this.store.limitPages(owner, this.options.monitors.maxBytesPerOwner);
    }
  }

  /** The history of these pages has expired as well: they would be new. */
  private async removeStates(id: string, nowMs: number): Promise<void> {
    const { history } = this.options;
    if (history) await this.store.removeStates(id, nowMs - history.retentionMs);
  }

  private async *monitorsOf(owner: string): AsyncGenerator<MonitorHead> {
    for (let offset = 0; ; offset += PART) {
      const monitors = await this.store.heads(owner, { offset, limit: PART });
      yield* monitors;
      if (monitors.length < PART) return;
    }
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError) return; // the next pass tries again
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
