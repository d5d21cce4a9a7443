import type { RedisConnection } from '../connection/redis-connection.js';

/** Version of the layout of the keys. */
export const LAYOUT = 6;

/** Redis has data of another version of the library: the application does not start. */
export class RedisLayoutError extends Error {
  override readonly name = 'RedisLayoutError';

  constructor(stored: string) {
    super(
      `Redis has data of another version of nestjs-web-extract (layout ${stored}, this version reads ${LAYOUT}): use that version, another prefix, or an empty database`,
    );
  }
}

/** Stores the version of the layout at the first start. @throws RedisLayoutError for data of another one */
export async function checkLayout({ client }: RedisConnection, prefix: string): Promise<void> {
  const key = `${prefix}:schema`;
  const stored = await client.get(key);
  if (stored === null)
    await client.set(key, LAYOUT).catch(() => {}); // a full Redis: the next start stores it
  else if (stored !== String(LAYOUT)) throw new RedisLayoutError(stored);
}

/** Checks it as soon as Redis answers; a running process can only report a problem. */
export function checkLayoutLater(
  connection: RedisConnection,
  check: () => Promise<void>,
  report: (message: string) => void,
): () => void {
  const onReady = () =>
    void check().catch((error: unknown) => {
      if (error instanceof RedisLayoutError) report(error.message);
    });
  connection.client.once('ready', onReady);
  return () => void connection.client.off('ready', onReady);
}
