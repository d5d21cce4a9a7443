import { FsResultArchive } from '../../libs/web-extract/src/drivers/fs-archive/fs.result-archive.js';
import { RedisConnection } from '../../libs/web-extract/src/drivers/redis/connection/redis-connection.js';
import { RedisCrawlStore } from '../../libs/web-extract/src/drivers/redis/redis.crawl-store.js';
import { FACTS } from '../../libs/web-extract/src/testing/contracts/crawl-store/samples.contract.js';

/** A step of moving URLs to an archive, or of reading them back, at which the process kills itself. */
export type QueueStep =
  'before put' | 'after put' | 'before read' | 'after read' | 'before remove' | 'after remove';

/** An archive at which the process ends. */
class FatalArchive extends FsResultArchive {
  constructor(
    dir: string,
    private readonly step: QueueStep,
  ) {
    super({ dir });
  }

  override put(name: string, bytes: Buffer): Promise<void> {
    return this.around('put', () => super.put(name, bytes));
  }

  override read(name: string, from: number, length: number): Promise<Buffer> {
    return this.around('read', () => super.read(name, from, length));
  }

  override remove(names: readonly string[]): Promise<void> {
    return this.around('remove', () => super.remove(names));
  }

  private async around<T>(name: 'put' | 'read' | 'remove', call: () => Promise<T>): Promise<T> {
    if (this.step === `before ${name}`) process.kill(process.pid, 'SIGKILL');
    const result = await call();
    if (this.step === `after ${name}`) process.kill(process.pid, 'SIGKILL');
    return result;
  }
}

const LEASE_MS = 1_000;

/** Works on a crawl until it is killed. Arguments: URL of Redis, prefix, crawl, directory of the archive, step. */
async function run([url, keyPrefix, crawlId = '', dir, step]: string[]): Promise<void> {
  const store = new RedisCrawlStore(new RedisConnection({ url: url! }), { keyPrefix });
  store.segments.use(new FatalArchive(dir!, step as QueueStep));
  for (;;) {
    const taken = await store.frontier.take(crawlId, 'worker', LEASE_MS);
    if (taken.kind === 'over' || taken.kind === 'drained') return;
    if (taken.kind === 'task') await store.frontier.complete(taken.task, { kind: 'blocked' }, [], FACTS);
    await store.segments.moveQueue(crawlId);
  }
}

void run(process.argv.slice(2)).finally(() => process.exit());
