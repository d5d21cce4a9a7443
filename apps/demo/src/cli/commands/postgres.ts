import type { PostgresAdmin } from 'nestjs-web-extract/postgres';
import { loadEnvironment } from '../../load-environment';
import { readDeployment } from '../../settings';
import { CommandError, UsageError, type Command, type CommandGroup } from '../command';

const HELP = `Usage: nestjs-web-extract postgres <command>

The tables of serve, the demo, or your own application in PostgreSQL.
DATABASE_URL names the database, WEB_EXTRACT_SCHEMA the schema (web_extract). An
application creates and upgrades them at its start, unless its option migrate
is false.

  migrate                creates or upgrades the tables
  sql                    prints the statements that create them, to be reviewed
  check                  ends with 1 unless the tables are those of this version`;

const action = (help: string, run: Command['run']): Command => ({ help, options: {}, run });

export const postgres: CommandGroup = {
  help: HELP,
  commands: {
    migrate: action(
      `Usage: nestjs-web-extract postgres migrate

Creates or upgrades the tables in PostgreSQL. Safe while others do the same.`,
      ({ words, terminal }) =>
        withAdmin(words, async (admin) => {
          const { found, needed } = await admin.migrate();
          terminal.note(found === needed ? `the tables have version ${needed}` : `the tables have version ${needed} now`); // prettier-ignore
        }),
    ),
    sql: action(
      `Usage: nestjs-web-extract postgres sql

Prints the statements that create the tables in PostgreSQL.`,
      ({ words, terminal }) => withAdmin(words, (admin) => terminal.print(admin.sql())),
    ),
    check: action(
      `Usage: nestjs-web-extract postgres check

Ends with 0 if the tables in PostgreSQL are those of this version, or with 1.`,
      ({ words, terminal }) =>
        withAdmin(words, async (admin) => {
          const { found, needed } = await admin.check();
          if (found !== needed)
            throw new CommandError(
              `the tables ${found === null ? 'do not exist' : `have version ${found}`}, version ${needed} is needed: run postgres migrate`,
            );
          terminal.note(`the tables have version ${needed}`);
        }),
    ),
  },
};

async function withAdmin(
  [word]: readonly string[],
  work: (admin: PostgresAdmin) => Promise<void>,
): Promise<void> {
  if (word !== undefined) throw new UsageError(`postgres takes no ${word}`);
  loadEnvironment(process.cwd());
  const { postgres: setting } = readDeployment(process.env);
  if (setting === null)
    throw new UsageError('DATABASE_URL is missing, such as postgresql://user@host:5432/database');
  const { PostgresAdmin } = await import('nestjs-web-extract/postgres');
  const { connection, schema } = setting;
  const admin = new PostgresAdmin({ connection, ...(schema === undefined ? {} : { schema }) });
  try {
    await work(admin);
  } finally {
    await admin.close();
  }
}
