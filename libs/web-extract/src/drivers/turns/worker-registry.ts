/** The live workers of all processes. */
export interface WorkerRegistry {
  /** Count at the last heartbeat. */
  readonly lastCount: number;
  /** Registers this worker and renews the registration at every heartbeat. */
  join(onBeat: () => void): void;
  count(): Promise<number>;
  leave(): Promise<void>;
}
