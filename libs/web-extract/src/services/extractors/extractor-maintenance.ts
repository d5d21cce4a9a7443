import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';
import { KeyService } from '../keys/key.service.js';

const ROUND_MS = 3_600_000;
const FIRST_ROUND_MS = 40_000;
/** Retention of recorded values where there is no page history. */
const RETENTION_MS = 7_776_000_000;

/** Deletes recorded values whose time is over, once an hour, and those of owners whose last key was revoked. */
@Injectable()
export class ExtractorMaintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly store: ExtractorStore,
    private readonly keys: KeyService,
    private readonly options: ResolvedOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => this.begin(), FIRST_ROUND_MS).unref();
    this.unsubscribe = this.keys.onRevoked((owner) => this.next(() => this.forgetOf(owner)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.unsubscribe?.();
    await this.round;
  }

  /** Runs one maintenance pass at a time in milliseconds since the epoch. */
  async makeRound(nowMs: number): Promise<void> {
    await this.store.expire(nowMs - (this.options.history?.retentionMs ?? RETENTION_MS));
  }

  private begin(): void {
    this.timer = setTimeout(() => this.begin(), ROUND_MS).unref();
    this.next(() => this.makeRound(Date.now()));
  }

  private async forgetOf(owner: string): Promise<void> {
    if (!(await this.keys.hasValidKey(owner))) await this.store.forget(owner, {});
  }

  private next(work: () => Promise<void>): void {
    this.round = this.round.then(work).catch((error: unknown) => {
      if (error instanceof UnavailableError) return; // the next round tries again
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  }
}
