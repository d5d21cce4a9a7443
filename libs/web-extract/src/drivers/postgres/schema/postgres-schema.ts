import type { PostgresConnection, StatementRunner } from '../connection/postgres-connection.js';
import { PostgresSchemaError } from './postgres-schema.error.js';
import { TABLES } from './tables.js';

/** Statements that lead from one version to the next; the first ones create everything. */
const MIGRATIONS: readonly (readonly string[])[] = [TABLES];

const VERSION = MIGRATIONS.length;

const VERSION_TABLE = `CREATE TABLE IF NOT EXISTS {schema}.schema_version
  (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL)`;

/** Deadline of a statement that changes tables, which may be large. */
const MIGRATION_MS = 30 * 60_000;

/** Versions of the tables. */
export interface SchemaState {
  /** Null: there are no tables. */
  readonly found: number | null;
  readonly needed: number;
}

/** Creates, upgrades and checks the tables of one schema of a database. */
export class PostgresSchema {
  constructor(
    private readonly connection: PostgresConnection,
    private readonly name: string,
  ) {}

  async check(): Promise<SchemaState> {
    const found = await this.connection.unprepared((runner) => this.found(runner));
    return { found, needed: VERSION };
  }

  /** @throws PostgresSchemaError if the tables are missing or of another version */
  async require(): Promise<void> {
    const { found } = await this.check();
    if (found === VERSION) return;
    this.refuseNewer(found);
    const has = found === null ? 'has no tables' : `has version ${found}`;
    throw new PostgresSchemaError(
      `the schema ${this.name} in PostgreSQL ${has}, version ${VERSION} is needed: run "nestjs-web-extract postgres migrate", or set migrate to true`,
    );
  }

  /**
   * Creates or upgrades the tables. Concurrent calls wait for each other.
   * @throws PostgresSchemaError if a later version of this package has written them
   */
  async migrate(): Promise<SchemaState> {
    return this.connection.unprepared(async (runner) => {
      await runner.run(
        `SELECT set_config('lock_timeout', '60s', true), set_config('statement_timeout', '0', true)`,
      );
      await runner.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`web-extract ${this.name}`]);
      const found = await this.found(runner);
      this.refuseNewer(found);
      for (const statement of this.statementsFrom(found)) await runner.run(statement);
      return { found, needed: VERSION };
    }, MIGRATION_MS);
  }

  /** All statements that create the tables, for teams that run them themselves. */
  sql(): string {
    const statements = this.statementsFrom(null).map((text) => `${this.connection.statement(text)};`);
    return ['BEGIN;', ...statements, 'COMMIT;', ''].join('\n\n');
  }

  private statementsFrom(found: number | null): readonly string[] {
    if (found === VERSION) return [];
    const begin = found === null ? ['CREATE SCHEMA IF NOT EXISTS {schema}', VERSION_TABLE] : [];
    const version = `INSERT INTO {schema}.schema_version (version) VALUES (${VERSION})
      ON CONFLICT (one) DO UPDATE SET version = EXCLUDED.version`;
    return [...begin, ...MIGRATIONS.slice(found ?? 0).flat(), version];
  }

  private async found(runner: StatementRunner): Promise<number | null> {
    const exists = `SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'schema_version'`;
    if ((await runner.run(exists, [this.name])).length === 0) return null;
    const [row] = await runner.run<{ version: number }>('SELECT version FROM {schema}.schema_version');
    return row?.version ?? null;
  }

  private refuseNewer(found: number | null): void {
    if (found === null || found <= VERSION) return;
    throw new PostgresSchemaError(
      `the schema ${this.name} in PostgreSQL has version ${found}, this version of nestjs-web-extract knows ${VERSION}: upgrade it, or use another schema`,
    );
  }
}
