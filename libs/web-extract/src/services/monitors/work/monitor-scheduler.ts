import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { NotFoundError, UnavailableError } from '../../../model/errors.js';
import { MonitorStore } from '../../../ports/monitor-store.port.js';
import { KeyService } from '../../keys/key.service.js';
import { AdaptivePlanner } from '../adaptive/adaptive-planner.js';
import { MonitorChanges } from '../monitor-changes.js';

/** Time between two looks at the store, which other processes may change. */
const LOOK_MS = 1_000;
/** Monitors that are started at once. */
const BATCH = 50;

/** Starts the checks of monitors that are due. */
@Injectable()
export class MonitorScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isBusy = false;
  private isClosing = false;
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly store: MonitorStore,
    private readonly changes: MonitorChanges,
    private readonly keys: KeyService,
    private readonly adaptive: AdaptivePlanner,
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
      (dueAt) => this.startIn(Math.min(LOOK_MS, Math.max(0, (dueAt ?? Infinity) - Date.now()))),
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

  /** Starts the checks that are due at a time in milliseconds since the epoch. */
  async makeRound(nowMs: number): Promise<void> {
    for (;;) {
      const due = await this.store.due(nowMs, BATCH);
      await Promise.all(due.map(({ id }) => this.begin(id, nowMs)));
      if (due.length < BATCH || this.isClosing) return;
    }
  }

  private async begin(id: string, nowMs: number): Promise<void> {
    try {
      const stored = await this.store.find(id);
      if (!stored) return;
      const { needsKey, owner } = stored.monitor;
      if (needsKey && !(await this.keys.hasValidKey(owner))) return await this.changes.pause(id);
      await this.changes.beginDue(id, nowMs, await this.adaptive.dueTargets(stored.monitor, nowMs));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error; // deleted in the meantime
    }
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError) return; // the next round tries again
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
