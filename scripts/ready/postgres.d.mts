/** A PostgreSQL that was started for tests or benches. */
export interface PostgresServer {
  readonly folder: string;
  readonly port: number;
  /** URL of a role that owns its database and has no other rights. */
  readonly url: string;
  readonly superUrl: string;
  start(): Promise<void>;
  pause(ms: number): Promise<void>;
  crash(): Promise<void>;
  shutDown(): Promise<void>;
  startStandby(): Promise<PostgresServer>;
  stop(): Promise<void>;
}

export function startPostgres(
  programs: string,
  settings?: Readonly<Record<string, string>>,
): Promise<PostgresServer>;
