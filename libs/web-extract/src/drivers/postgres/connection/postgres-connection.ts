import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import pg, { type Client, type Pool, type PoolClient, type PoolConfig } from 'pg';
import { UnavailableError } from '../../../model/errors.js';
import { cancelStatement } from './cancel-statement.js';
import { isBroken, isPassing, isUnanswered, isUndone, isUnprepared, postgresError, ServerErrorLog } from './postgres-error.js'; // prettier-ignore
import { endOf, PostgresListener, streamOf } from './postgres-listener.js';
import { ConnectionPlaces } from './connection-places.js';
import { VALUE_TYPES } from './postgres-values.js';

/** Which PostgreSQL: its URL, the options of a pool of `pg`, or a pool that the host has opened. */
export type PostgresTarget = string | PoolConfig | Pool;

/** A value of a statement. */
export type Parameter =
  string | number | boolean | Buffer | null | readonly (string | number | Buffer | null)[];

/** Runs statements, one after the other. */
export interface StatementRunner {
  /**
   * @param text one statement; `{schema}` in it becomes the quoted name of the schema
   * @returns the rows of its result
   */
  run<Row>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
}

export interface PostgresConnectionOptions {
  readonly target: PostgresTarget;
  /** Schema of the tables: a name that was checked. */
  readonly schema: string;
  /** Connections held at once, without that of notifications. */
  readonly maxConnections: number;
  /** Connection for notifications; `false`: none. @default `target` */
  readonly notifyTarget?: string | PoolConfig | false;
}

/** A statement that has no answer by then fails. */
const STATEMENT_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 30_000;
/** Longest time for connections to close in order. */
const CLOSE_MS = 1_000;
/** Attempts of statements that PostgreSQL has undone because of others. */
const MAX_ATTEMPTS = 4;

/**
 * Connections to one PostgreSQL. Statements never wait indefinitely: while the server is unavailable they fail with UnavailableError and are
 * not sent later. Sessions have no state but prepared statements, and those only in a pool of its own without a separate connection for
 * notifications; a pooler that gives a statement a session without them ends their use. Logs once when the server is out of reach and once
 * when it is back.
 */
export class PostgresConnection implements StatementRunner {
  readonly listener: PostgresListener;
  private readonly pool: Pool;
  private readonly isOwn: boolean;
  /** Direct, where statements go through a pooler. */
  private readonly maintainTarget: PostgresTarget;
  /** Clients of our own pool. */
  private readonly opened = new Set<Client>();
  private readonly logger = new Logger('WebExtract');
  private readonly refusals = new ServerErrorLog();
  private readonly places: ConnectionPlaces;
  private readonly effectPlaces: ConnectionPlaces;
  /** Statements with the name of the schema. Constants of this library: their number is bounded. */
  private readonly statements = new Map<string, Statement>();
  private readonly quoted: string;
  private preparing: Promise<void> | undefined;
  private prepare: () => Promise<void> = async () => {};
  private prepares: boolean;
  private isAway = false;
  private isClosed = false;

  constructor({ target, schema, maxConnections, notifyTarget }: PostgresConnectionOptions) {
    this.quoted = quote(schema);
    this.maintainTarget = notifyTarget || target;
    this.isOwn = !isPool(target);
    this.prepares = this.isOwn && notifyTarget === undefined;
    this.pool = isPool(target) ? target : new pg.Pool(optionsOf(target, maxConnections));
    if (this.isOwn) {
      this.pool.on('error', () => {}); // an idle connection ended: the next statement opens another one
      this.pool.on('connect', (client) => {
        this.opened.add(client);
        client.on('error', () => {}); // it may end before its first statement
      });
      this.pool.on('remove', (client) => this.opened.delete(client));
    }
    this.places = new ConnectionPlaces(maxConnections);
    this.effectPlaces = new ConnectionPlaces(Math.max(1, Math.floor(maxConnections / 2)));
    const connect = () => this.directClient(notifyTarget || target);
    this.listener = new PostgresListener(notifyTarget === false ? null : connect, schema);
  }

  /** Sets what happens before the first statement. Repeated until it succeeds. */
  use(prepare: () => Promise<void>): void {
    this.prepare = prepare;
  }

  /** Runs one statement in a transaction of its own. @throws UnavailableError */
  async run<Row>(text: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    await this.prepared();
    return this.attempt(() =>
      this.withClient((client) => this.send<Row>(client, text, parameters, { isPrepared: this.prepares })),
    );
  }

  /**
   * Runs statements in one transaction. It is repeated where PostgreSQL has undone it because of another one.
   * @throws UnavailableError; what `work` throws, after a rollback
   */
  async transaction<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    await this.prepared();
    return this.attempt(() => this.unprepared(work));
  }

  /**
   * Like `transaction`, before the tables exist, and once.
   * @param timeoutMs deadline of each statement
   */
  async unprepared<T>(
    work: (runner: StatementRunner) => Promise<T>,
    timeoutMs = STATEMENT_TIMEOUT_MS,
  ): Promise<T> {
    return this.withClient(async (client) => {
      await this.send(client, 'BEGIN', []);
      try {
        await this.send(client, TRANSACTION_LIMITS, []);
        const run: StatementRunner['run'] = (text, parameters = []) =>
          this.send(client, text, parameters, { timeoutMs });
        const result = await work({ run });
        await this.send(client, 'COMMIT', []);
        return result;
      } catch (error) {
        if (!isBroken(error) || !isPassing(error)) await this.send(client, 'ROLLBACK', []);
        throw error;
      }
    });
  }

  /**
   * Runs a long statement such as VACUUM once, outside of a transaction, on a separate connection. The pool stays available, and
   * a late cancel request cannot affect another statement.
   * @param timeoutMs time after which the statement is cancelled, in milliseconds
   * @param signal cancels the statement
   * @throws UnavailableError if it was cancelled
   */
  async maintain(text: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    await this.prepared();
    if (signal.aborted || this.isClosed) return;
    const client = this.directClient(this.maintainTarget);
    client.on('error', () => {}); // its statement fails
    let isGivenUp = false;
    let giveUp = () => {};
    const givenUp = new Promise<never>((_, reject) => {
      giveUp = () => {
        isGivenUp = true;
        void cancelStatement(client).then(() => {
          streamOf(client)?.destroy(); // a connection that is not open yet, or whose server is frozen, would not end in order
          reject(new UnavailableError('a statement that may take long was given up'));
        });
      };
    });
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    const work = client.connect().then(() => client.query(this.withSchema(text)));
    try {
      await Promise.race([givenUp, work]);
    } catch (error) {
      if (isUnanswered(error)) await cancelStatement(client); // by a deadline of the host
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      work.catch(() => {});
      givenUp.catch(() => {});
      if (!isGivenUp) await endOf(client);
    }
  }

  /**
   * A client for a transaction of a handler, to be given back. They have half of the connections.
   * @param waitMs longest time to wait for other transactions of handlers
   * @throws UnavailableError
   */
  async borrowForEffects(waitMs: number): Promise<BorrowedClient> {
    await this.prepared();
    const leave = await this.effectPlaces.enter(waitMs);
    try {
      const { client, giveBack } = await this.take();
      return { client, giveBack: onlyOnce((isUnusable?: boolean) => (giveBack(isUnusable), leave())) };
    } catch (error) {
      leave();
      throw this.explain(error);
    }
  }

  /** A statement with the quoted name of the schema, for one that is not a constant. */
  withSchema(text: string): string {
    return text.replaceAll('{schema}', this.quoted);
  }

  /** A constant statement with the quoted name of the schema. */
  statement(text: string): string {
    return this.named(text).text;
  }

  /** The error of a statement as callers know it. What else there is to say is logged. */
  explain(error: unknown): unknown {
    this.refusals.tell(error);
    return postgresError(error);
  }

  /** False while there is no connection, as far as known. */
  get isUp(): boolean {
    return !this.isAway;
  }

  /** True if the server answers and takes writes. */
  async isReady(): Promise<boolean> {
    return this.run('SELECT pg_is_in_recovery() AS standby').then(
      ([row]) => !(row as { standby: boolean }).standby,
      () => false,
    );
  }

  /** Ends what this object opened; a pool of the host stays open. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.listener.close();
    this.places.close();
    this.effectPlaces.close();
    if (this.isOwn) await this.endPool();
  }

  /** A frozen server closes no connection, and sockets keep the process alive. */
  private async endPool(): Promise<void> {
    const late = new AbortController();
    const allRemoved = async () => {
      while (this.opened.size > 0) await once(this.pool, 'remove', { signal: late.signal });
    };
    const timer = setTimeout(() => late.abort(), CLOSE_MS);
    this.pool.end().catch(() => {}); // it waits for statements without an answer
    await allRemoved().catch(() => {}); // it is late
    clearTimeout(timer);
    for (const client of this.opened) streamOf(client)?.destroy();
  }

  private prepared(): Promise<void> {
    this.preparing ??= this.prepare().catch((error: unknown) => {
      this.preparing = undefined; // the server may be there later
      throw this.explain(error);
    });
    return this.preparing;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isUnprepared(error)) this.stopPreparing();
        else if (!isUndone(error)) throw this.explain(error);
        if (attempt < MAX_ATTEMPTS) continue;
        throw this.explain(error);
      }
    }
  }

  private stopPreparing(): void {
    if (this.prepares)
      this.logger.log(
        'Statements are sent as texts from now on: a pooler, or a migration, has taken prepared ones away',
      );
    this.prepares = false;
  }

  private named(text: string): Statement {
    const known = this.statements.get(text);
    if (known !== undefined) return known;
    const full = this.withSchema(text);
    const statement = { text: full, name: IS_CALL.test(text) ? nameOf(full) : null };
    this.statements.set(text, statement);
    return statement;
  }

  private async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const { client, giveBack } = await this.take();
    try {
      const result = await work(client);
      giveBack();
      return result;
    } catch (error) {
      giveBack(isPassing(error) && isBroken(error));
      throw error;
    }
  }

  private async take(): Promise<BorrowedClient> {
    if (this.isClosed) throw new UnavailableError('the connections to PostgreSQL are closed');
    const leave = await this.places.enter(STATEMENT_TIMEOUT_MS);
    const client = await this.connect().catch((error: unknown) => {
      leave();
      throw error;
    });
    const ignore = () => {}; // its next statement fails
    client.on('error', ignore);
    const giveBack = onlyOnce((isUnusable?: boolean) => {
      client.off('error', ignore);
      client.release(isUnusable);
      leave();
    });
    return { client, giveBack };
  }

  private async connect(): Promise<PoolClient> {
    try {
      const client = await this.connectInTime();
      if (this.isAway) this.logger.log('PostgreSQL is back');
      this.isAway = false;
      return client;
    } catch (error) {
      if (!this.isAway && !this.isClosed)
        this.logger.error(`PostgreSQL is out of reach, crawls wait for it: ${reasonOf(error)}`);
      this.isAway = true;
      throw isPassing(error) ? error : Object.assign(new Error(reasonOf(error)), { syscall: 'connect' });
    }
  }

  /** A pool of the host may wait for ever. */
  private async connectInTime(): Promise<PoolClient> {
    const connecting = this.pool.connect();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        connecting.then((client) => client.release()).catch(() => {});
        reject(new Error('timeout exceeded when trying to connect'));
      }, STATEMENT_TIMEOUT_MS);
    });
    return Promise.race([connecting, timeout]).finally(() => clearTimeout(timer));
  }

  private async send<Row>(
    client: PoolClient,
    text: string,
    parameters: readonly Parameter[],
    { timeoutMs = STATEMENT_TIMEOUT_MS, isPrepared = false } = {},
  ): Promise<Row[]> {
    const statement = this.named(text);
    const query = {
      text: statement.text,
      ...(isPrepared && statement.name !== null ? { name: statement.name } : {}),
      values: parameters as unknown[],
      types: VALUE_TYPES,
      query_timeout: timeoutMs,
    };
    try {
      return (await client.query(query)).rows as unknown as Row[];
    } catch (error) {
      if (isUnanswered(error)) await cancelStatement(client);
      throw error;
    }
  }

  private directClient(target: PostgresTarget): Client {
    const options = isPool(target) ? (target as { options: PoolConfig }).options : optionsOf(target, 1);
    return new pg.Client(options);
  }
}

/** A client of the pool. */
export interface BorrowedClient {
  readonly client: PoolClient;
  /** Idempotent. @param isUnusable true: its connection is closed */
  giveBack(isUnusable?: boolean): void;
}

/** A constant statement, and its name where it is prepared. */
interface Statement {
  readonly text: string;
  readonly name: string | null;
}

/** A call of a function: its plan does not depend on values. Those of others may, and are made for each execution. */
const IS_CALL = /^SELECT (?:\w+ FROM |\* FROM )?\{schema\}\.\w+\([$\d, ]*\)(?: AS "?\w+"?)?$/;

/** Equal in all processes: a session that a pooler gives to several clients has the prepared statements of all of them. */
const nameOf = (text: string): string => `we_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

/** Timeouts of a transaction: for locks, for statements, and while it is idle. */
const TRANSACTION_LIMITS = `SELECT set_config('lock_timeout', '4s', true), set_config('statement_timeout', '8s', true),
  set_config('idle_in_transaction_session_timeout', '8s', true)`;

/** The host may have a copy of pg of its own. */
const isPool = (target: PostgresTarget): target is Pool =>
  typeof target === 'object' && 'connect' in target && typeof target.connect === 'function';

function optionsOf(target: string | PoolConfig, max: number): PoolConfig {
  const given = typeof target === 'string' ? { connectionString: target } : target;
  return {
    application_name: 'nestjs-web-extract',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...given,
    max,
  };
}

function onlyOnce<Values extends unknown[]>(work: (...values: Values) => void): (...values: Values) => void {
  let isDone = false;
  return (...values) => {
    if (isDone) return;
    isDone = true;
    work(...values);
  };
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Codes of OpenSSL for certificates of unknown authorities. */
const UNTRUSTED = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/;

/** Errors of `pg` do not hold the password, but those of the parser of URLs may hold the URL. */
function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] };
  if (code === 'ERR_INVALID_URL') return 'its URL cannot be read';
  if (code !== undefined && UNTRUSTED.test(code))
    return `its certificate is not trusted (${message}): set sslrootcert to the certificate of its authority`;
  return message || errors?.[0]?.message || code || 'no reason was given';
}
