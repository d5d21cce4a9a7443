/** What the environment says. */
export const settings = {
  port: Number(process.env['PORT'] ?? 3000),
  host: process.env['HOST'] ?? '127.0.0.1',
  key: process.env['EXTRACT_KEY'] ?? stop('Set EXTRACT_KEY to the key that callers have to send.'),
  /** What Prometheus sends as its bearer token. */
  metricsToken: process.env['METRICS_TOKEN'] ?? stop('Set METRICS_TOKEN to the token that Prometheus sends.'),
  dataDir: process.env['DATA_DIR'] ?? '.data',
  /** Sites on private addresses that may be read, such as `127.0.0.1:8000`. */
  allowPrivate: process.env['ALLOW_PRIVATE']?.split(',') ?? [],
};

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
