import { randomBytes } from 'node:crypto';
import { PostgresConnection } from '../../libs/web-extract/src/drivers/postgres/connection/postgres-connection.js';
import { PostgresSchema } from '../../libs/web-extract/src/drivers/postgres/schema/postgres-schema.js';
import { postgresUrl } from '../setup/postgres.js';

/** A schema of its own in the PostgreSQL of this run. */
export interface PostgresDatabase {
  readonly schema: string;
  readonly connection: PostgresConnection;
  /** Another connection to the same schema, as another process has one. Closed with the database. */
  connect(): PostgresConnection;
  /** Empties the tables between cases: cheaper than others. */
  clear(): Promise<void>;
  /** Closes the connections and removes the schema. */
  remove(): Promise<void>;
}

export async function openPostgresDatabase(): Promise<PostgresDatabase> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const connections: PostgresConnection[] = [];
  const connect = () => {
    const connection = new PostgresConnection({ target: postgresUrl, schema, maxConnections: 10 });
    connections.push(connection);
    return connection;
  };
  const connection = connect();
  await new PostgresSchema(connection, schema).migrate();
  return {
    schema,
    connection,
    connect,
    clear: async () => {
      const listed = `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names
        FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename <> 'schema_version'`;
      const [row] = await connection.run<{ names: string | null }>(listed, [schema]);
      if (row?.names) await connection.run(`TRUNCATE ${row.names} RESTART IDENTITY CASCADE`);
    },
    remove: async () => {
      await connection.run('DROP SCHEMA {schema} CASCADE');
      await Promise.all(connections.map((one) => one.close()));
    },
  };
}
