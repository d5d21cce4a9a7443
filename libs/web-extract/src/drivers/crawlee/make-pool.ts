import { AutoscaledPool, Configuration, Log, LogLevel, Snapshotter } from '@crawlee/core';
import { HostLoad, memoryBytes } from './host-load.js';

/** Work of a pool and its limits. */
export interface PoolWork {
  readonly run: () => Promise<void>;
  readonly isReady: () => boolean;
  readonly isFinished: () => boolean;
  /** Maximum number of concurrent runs. */
  readonly concurrency: number;
  /** Fewer runs, down to one, while the host is under load. */
  readonly givesWay: boolean;
}

export interface Pool {
  /** Settles when all runs are finished. Rejects with the error of `run`. */
  run(): Promise<void>;
  /** There may be work. */
  readonly notify: () => void;
}

/** Interval at which a pool polls for work; `notify` triggers it at once. */
const LOOK_FOR_WORK_SECS = 0.5;
/** Disables a timer of the pool. One day is within the range of timers. */
const NEVER_SECS = 86_400;

/**
 * Scaling of a pool that gives way, once a second: down by a third if the last three seconds were bad, otherwise up
 * by a quarter.
 */
const SCALING = { autoscaleIntervalSecs: 1, scaleDownStepRatio: 0.34, scaleUpStepRatio: 0.25 };
/** The event loop is looked at four times a second, and is late from 20 ms on. */
const LOOKS = { eventLoopSnapshotIntervalSecs: 0.25, snapshotHistorySecs: 3, maxBlockedMillis: 20 };
/** Shares of the time that may be bad. */
const BOUNDS = { currentHistorySecs: 1, maxEventLoopOverloadedRatio: 0.3, maxCpuOverloadedRatio: 0.5 };

/** Crawlee's storages are not used; the snapshots ask theirs only how often it refused. */
const NO_STORAGE = {} as ReturnType<Configuration['getStorageClient']>;

/** A pool of Crawlee, apart from its storages, its log, its global configuration and its other pools. */
export function makePool({ run, isReady, isFinished, concurrency, givesWay }: PoolWork): Pool {
  const load = new HostLoad(new Configuration());
  const config = new Configuration({
    eventManager: load,
    storageClient: NO_STORAGE,
    memoryMbytes: Math.floor(memoryBytes() / 2 ** 20), // else Crawlee asks the program `ps`, which small systems lack
  });
  const log = new Log({ level: LogLevel.OFF });
  const looks = givesWay ? LOOKS : { eventLoopSnapshotIntervalSecs: NEVER_SECS };
  const pool = new AutoscaledPool(
    {
      runTaskFunction: run,
      isTaskReadyFunction: async () => isReady(),
      isFinishedFunction: async () => isFinished(),
      minConcurrency: givesWay ? 1 : concurrency,
      maxConcurrency: concurrency,
      desiredConcurrency: concurrency,
      maybeRunIntervalSecs: LOOK_FOR_WORK_SECS,
      ...(givesWay ? SCALING : { autoscaleIntervalSecs: NEVER_SECS }),
      systemStatusOptions: {
        snapshotter: new Snapshotter({
          ...looks,
          clientSnapshotIntervalSecs: NEVER_SECS,
          client: NO_STORAGE,
          config,
          log,
        }),
        ...BOUNDS,
      },
      log,
    },
    config,
  );
  const notify = () => void pool.notify();
  return { run: () => (givesWay ? load.during(() => pool.run(), notify) : pool.run()), notify };
}
