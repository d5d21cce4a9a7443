import { resolveModuleOptions } from '../../model/options/option-table.js';
import { PostgresConnection, type PostgresTarget } from './connection/postgres-connection.js';
import { POSTGRES_OPTIONS } from './postgres-drivers.options.js';
import { PostgresSchema, type SchemaState } from './schema/postgres-schema.js';

/** Which tables. */
export interface PostgresAdminOptions {
  readonly connection: PostgresTarget;
  /** @default 'web_extract' */
  readonly schema?: string;
}

/** Creates, upgrades and checks the tables in PostgreSQL, for deployments that do not let the application do it. Close it at the end. */
export class PostgresAdmin {
  private readonly connection: PostgresConnection;
  private readonly schema: PostgresSchema;

  /** @throws InvalidOptionsError */
  constructor(options: PostgresAdminOptions) {
    const { connection: target, schema } = resolveModuleOptions(
      POSTGRES_OPTIONS,
      options,
      'postgres',
      console,
    );
    this.connection = new PostgresConnection({
      target: target!,
      schema,
      maxConnections: 2,
      notifyTarget: false,
    });
    this.schema = new PostgresSchema(this.connection, schema);
  }

  /** @throws PostgresSchemaError if a later version of this package has written them; UnavailableError */
  migrate(): Promise<SchemaState> {
    return this.schema.migrate();
  }

  /** @throws UnavailableError */
  check(): Promise<SchemaState> {
    return this.schema.check();
  }

  /** The statements that create the tables. */
  sql(): string {
    return this.schema.sql();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
