/** URL of the PostgreSQL of this run, with a role that owns its database. Importing this file makes the setup start one. */
export const postgresUrl = process.env.TEST_POSTGRES_URL ?? '';

/** URL of its superuser, who ends connections. */
export const postgresSuperUrl = process.env.TEST_POSTGRES_SUPER_URL ?? '';

/** Folder of the programs, for specs that need a server of their own. */
export const postgresPrograms = process.env.TEST_POSTGRES_PROGRAMS ?? '';

/** `describe` for behaviour that needs PostgreSQL: skipped if none could be started. */
export const describeWithPostgres = postgresUrl ? describe : describe.skip;
