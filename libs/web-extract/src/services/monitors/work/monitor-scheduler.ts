import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { NotFoundError, UnavailableError } from '../../../model/errors.js';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import { KeyService } from '../../keys/key.service.js';
import { MonitorChanges } from '../monitor-changes.js';
import { KEPT, kept } from '../../../model/kept.js';

/** Time between two looks at the store, which other processes may change. */
const LOOK_MS = 1_000;
/** Monitors that are started at once. */
const BATCH = 50;
/** Wait of a monitor that could not be started because of a bug. */
const FAILED_WAIT_MS = 60_000;
const MAX_FAILED = KEPT.failedMonitors.most;

/** Starts the checks of monitors that are due. */
@Injectable()
export class MonitorScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isBusy = false;
  /** Monitors that could not be started, with the time of the next attempt. */
  private readonly failed = kept('failedMonitors', new Map<string, number>());
  private isClosing = false;
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly store: MonitorStore,
    private readonly changes: MonitorChanges,
    private readonly keys: KeyService,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.changes.onChange(() => this.wait());
    this.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    this.unsubscribe?.();
    clearTimeout(this.timer);
    await this.round;
  }

  /** Waits until the next monitor is due. */
  private wait(): void {
    if (this.isBusy || this.isClosing) return;
    this.store.nextDueAt().then(
      (dueAt) => this.startIn(this.failed.size > 0 ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, (dueAt ?? Infinity) - Date.now()))), // prettier-ignore
      () => this.startIn(LOOK_MS),
    );
  }

  private startIn(ms: number): void {
    if (this.isBusy || this.isClosing) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), ms);
  }

  private start(): void {
    this.isBusy = true;
    this.round = this.makeRound(Date.now())
      .catch((error: unknown) => this.report(error))
      .finally(() => {
        this.isBusy = false;
        this.wait();
      });
  }

  /** Starts the checks that are due at a time in milliseconds since the epoch. @throws UnavailableError */
  async makeRound(nowMs: number): Promise<void> {
    for (;;) {
      const due = await this.store.due(nowMs, BATCH + this.failed.size);
      const batch = due.filter(({ id }) => !this.mustWait(id, nowMs));
      await Promise.all(batch.map(({ id }) => this.begin(id, nowMs)));
      if (batch.length < BATCH || this.isClosing) return;
    }
  }

  private async begin(id: string, nowMs: number): Promise<void> {
    try {
      const stored = await this.store.find(id);
      if (!stored) return;
      const { needsKey, owner } = stored.monitor;
      if (needsKey && !(await this.keys.hasValidKey(owner))) await this.changes.pause(id);
      else await this.changes.beginDue(id, nowMs);
      this.failed.delete(id);
    } catch (error) {
      if (error instanceof NotFoundError) return; // deleted in the meantime
      if (error instanceof UnavailableError) throw error;
      this.failed.set(id, nowMs + FAILED_WAIT_MS);
      if (this.failed.size > MAX_FAILED) this.failed.delete(this.failed.keys().next().value!);
      this.report(error);
    }
  }

  /** True for a monitor that could not be started a moment ago: it must not hold up the others. */
  private mustWait(id: string, nowMs: number): boolean {
    const untilMs = this.failed.get(id) ?? 0;
    return untilMs > nowMs && untilMs <= nowMs + FAILED_WAIT_MS;
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError) return; // the next round tries again
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
