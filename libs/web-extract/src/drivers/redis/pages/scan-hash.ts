import type { RedisScripts } from '../redis-scripts.js';

/** Rows that Redis looks at for one answer. */
const ROWS_A_STEP = 200;

/** The fields of a hash with their values, in parts; those that come or go meanwhile may be in them or not. */
export async function* scanHash(
  scripts: RedisScripts,
  name: string,
): AsyncGenerator<readonly (readonly [field: string, value: string])[]> {
  for await (const rows of scanHashBytes(scripts, name))
    yield rows.map(([field, value]) => [field, value.toString()] as const);
}

/** Like {@link scanHash}, for values that are not text. */
export async function* scanHashBytes(
  scripts: RedisScripts,
  name: string,
): AsyncGenerator<readonly (readonly [field: string, value: Buffer])[]> {
  let cursor = '0';
  do {
    const [next, pairs] = await scripts.send((client) =>
      client.hscanBuffer(name, cursor, 'COUNT', ROWS_A_STEP),
    );
    cursor = next.toString();
    const rows: [string, Buffer][] = [];
    for (let at = 0; at < pairs.length; at += 2) rows.push([pairs[at]!.toString(), pairs[at + 1]!]);
    if (rows.length > 0) yield rows;
  } while (cursor !== '0');
}
