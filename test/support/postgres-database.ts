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
      await connection.run(EMPTY_TABLES.replace('SCHEMA', schema));
    },
    remove: async () => {
      await connection.run('DROP SCHEMA {schema} CASCADE');
      await Promise.all(connections.map((one) => one.close()));
    },
  };
}

/**
 * Rows are deleted: new files for all tables would cost each case more than most cases take, and connections would plan their statements again.
 * Tables with more than 2 MB are truncated.
 */
const EMPTY_TABLES = `DO $$
  DECLARE one regclass;
  BEGIN
    FOR one IN SELECT c.oid FROM pg_catalog.pg_class c WHERE c.relnamespace = 'SCHEMA'::regnamespace AND c.relkind = 'r'
      AND c.relname <> 'schema_version' AND pg_catalog.pg_relation_size(c.oid) > 0 LOOP
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', one); -- statements of the last case may not have ended
      IF pg_catalog.pg_relation_size(one) > 2000000 THEN EXECUTE format('TRUNCATE %s', one);
      ELSE EXECUTE format('DELETE FROM %s', one); END IF;
    END LOOP;
  END $$`;
