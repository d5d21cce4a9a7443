/** The tables in PostgreSQL are not those that this version needs. */
export class PostgresSchemaError extends Error {
  override readonly name = 'PostgresSchemaError';
}
