/** What the environment says, the same for every process. */
export const settings = {
  port: Number(process.env['PORT'] ?? 3000),
  host: process.env['HOST'] ?? '127.0.0.1',
  redisUrl: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  key: process.env['EXTRACT_KEY'] ?? stop('Set EXTRACT_KEY to the key that callers have to send.'),
  /** Sites on private addresses that may be read, such as `127.0.0.1:8000`. */
  allowPrivate: process.env['ALLOW_PRIVATE']?.split(',') ?? [],
};

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
