import type { PoolConfig } from 'pg';
import { boolean, integerFrom, textLike } from '../../model/options/kinds.js';
import { option } from '../../model/options/option.js';
import { group, settingsOf, type OptionsOf } from '../../model/options/option-table.js';
import type { PostgresTarget } from './connection/postgres-connection.js';

const OPTIONS = {
  /**
   * PostgreSQL 13 or later: its URL, the options of a pool of `pg`, or an existing pool of `pg`, which stays open at the end. The role needs
   * the rights to create the schema, or to own an existing one; no superuser and no extensions.
   * @default none: it must be given
   */
  connection: option<PostgresTarget>(problemOfTarget),

  /**
   * PostgreSQL schema of the tables. Separates deployments that share one database, and registrations in one process.
   * @default 'web_extract'
   */
  schema: textLike(
    /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/,
    'must be of small letters, digits and _, at most 63, and not begin with a digit or pg_',
  ).or('web_extract'),

  /**
   * Create and upgrade the tables at the start. False: an outdated schema ends the start with the command that upgrades it.
   * @default true
   */
  migrate: boolean.or(true),

  /**
   * Maximum number of connections of one process, at least 2; of an existing pool, those that are used at once. Transactions of handlers use
   * at most half of them. Notifications have one more.
   * @default 10
   */
  maxConnections: integerFrom(2).or(10),

  /**
   * Direct connection for notifications (LISTEN) where `connection` leads to a pooler in transaction mode, such as PgBouncer: a URL or the
   * options of a client of `pg`. False: no notifications, the tables are polled.
   * @default `connection`
   */
  notifyConnection: option<string | PoolConfig | false>(problemOfNotifyTarget),

  /**
   * Maximum size of the histories of tracked pages in bytes, at least 1_000_000. One owner may use a quarter of it.
   * @default 1_073_741_824
   */
  maxHistoryBytes: integerFrom(1_000_000).or(1_073_741_824),

  /**
   * Maximum size of the stored responses in bytes, at least 1_000_000. One owner may use a quarter of it.
   * @default 268_435_456
   */
  maxCacheBytes: integerFrom(1_000_000).or(268_435_456),

  /**
   * Time after which the jobs of an unresponsive worker are given to others, in milliseconds, at least 1_000. Its pages are reassigned after
   * `limits.leaseMs`, so a longer time than that has no benefit.
   * @default 15_000
   */
  lockMs: integerFrom(1_000).or(15_000),
};

/** Options for stores in PostgreSQL. */
export const POSTGRES_OPTIONS = group(OPTIONS, {
  also: ({ connection }) => (connection === undefined ? ['drivers.connection must name a PostgreSQL'] : []),
});

type Given = OptionsOf<typeof OPTIONS>;

/** Options for stores in PostgreSQL. Every process of one deployment needs the same values. */
export interface PostgresDriversOptions
  extends Required<Pick<Given, 'connection'>>, Omit<Given, 'connection'> {}

/** Every option with its value. Also the injection token of the resolved options. */
export abstract class PostgresDriversSettings extends settingsOf(POSTGRES_OPTIONS) {
  declare readonly connection: PostgresTarget;
}

const URL_SENTENCE = 'must be a URL such as postgresql://user@host:5432/database';

function problemOfTarget(value: unknown): string | null {
  // an empty URL, for example from an unset environment variable, would connect to a server on this machine
  if (typeof value === 'string') return isPostgresUrl(value) ? null : URL_SENTENCE;
  if (typeof value !== 'object' || value === null) return 'must be a URL, options of pg or a pool of pg';
  if (!('connectionString' in value)) return null;
  return isPostgresUrl(value.connectionString) ? null : `has a connectionString that ${URL_SENTENCE}`;
}

function problemOfNotifyTarget(value: unknown): string | null {
  if (value === false) return null;
  if (typeof value === 'object' && value !== null && 'query' in value)
    return 'must be a URL, options of pg or false';
  return problemOfTarget(value) === null ? null : 'must be a URL, options of pg or false';
}

const isPostgresUrl = (url: unknown): boolean =>
  typeof url === 'string' && /^postgres(?:ql)?:\/\/./.test(url);
