export { PostgresDriversModule } from '../drivers/postgres/postgres-drivers.module.js';
export type {
  PostgresDriversAsyncOptions,
  PostgresDriversOptionsFactory,
} from '../drivers/postgres/postgres-drivers.module.js';
export type { PostgresDriversOptions } from '../drivers/postgres/postgres-drivers.options.js';
export type { PostgresTarget } from '../drivers/postgres/connection/postgres-connection.js';
export { PostgresAdmin } from '../drivers/postgres/postgres-admin.js';
export type { PostgresAdminOptions } from '../drivers/postgres/postgres-admin.js';
export { PostgresSchemaError } from '../drivers/postgres/schema/postgres-schema.error.js';
export type { SchemaState } from '../drivers/postgres/schema/postgres-schema.js';
