import { SETTINGS, type RowStoreName } from '../rows/row-tables.js';
import { endOf, IS_HASH, IS_TEXT, partitionKey } from '../rows/row-keys.js';
import { DUE_MONITORS } from '../monitors/due-rows.js';
import { lineOf, TIME_DIGITS } from '../leases/lease-line.js';

/** Rows whose ids begin with their due time. */
interface TimedRows {
  readonly store: RowStoreName;
  readonly table: 'dueTimes' | 'leases';
  readonly partition: string;
}

/** Time of the first row; 0 if there is one whose id, which is long, is stored as a hash. */
function firstOf({ store, table, partition }: TimedRows): string {
  const prefix = partitionKey(table, partition);
  const bytes = (value: Buffer) => `'\\x${value.toString('hex')}'::bytea`;
  const from = (first: number) => bytes(Buffer.concat([prefix, Buffer.from([first])]));
  const rows = `FROM {schema}.${store}_values t WHERE t.key >= `;
  const start = prefix.length + 2;
  return `least(
    (SELECT convert_from(substring(t.key FROM ${start} FOR ${TIME_DIGITS}), 'UTF8')::bigint
      ${rows}${from(IS_TEXT)} AND t.key < ${from(IS_HASH)} ORDER BY t.key LIMIT 1),
    (SELECT 0 ${rows}${from(IS_HASH)} AND t.key < ${bytes(endOf(prefix))} LIMIT 1))`;
}

/**
 * Earliest due time of each kind of work, in milliseconds since the epoch by the clock of the server, those of monitors by the clocks of
 * processes; null: there is none.
 */
export const DUE_TABLES: readonly string[] = [
  `CREATE FUNCTION {schema}.due_work()
    RETURNS TABLE (now bigint, monitors bigint, checks bigint, messages bigint, extractors bigint, crawls bigint)
    LANGUAGE plpgsql STABLE ${SETTINGS} AS $$
    BEGIN
      RETURN QUERY SELECT {schema}.now_ms(),
        ${firstOf({ store: 'monitors', table: 'dueTimes', partition: DUE_MONITORS })},
        ${firstOf({ store: 'monitors', table: 'leases', partition: lineOf('checks') })},
        ${firstOf({ store: 'monitors', table: 'leases', partition: lineOf('messages') })},
        ${firstOf({ store: 'extractors', table: 'leases', partition: lineOf('marks') })},
        (SELECT w.due FROM {schema}.webhook_rows w WHERE w.due IS NOT NULL ORDER BY w.due LIMIT 1);
    END $$`,
];
