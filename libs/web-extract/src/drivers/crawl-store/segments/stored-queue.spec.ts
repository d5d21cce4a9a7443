import { Logger } from '@nestjs/common';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';
import { MemoryArchive } from '../../../testing/contracts/memory-archive.js';
import { StoredQueue, type DueList, type QueueRange } from './stored-queue.js';

const HOUR_MS = 3_600_000;

/** A queue whose crawls have one list each, with objects of one URL. */
class OneListQueue extends StoredQueue {
  readonly pointers = new Map<string, string>();
  private token: string | null = null;

  constructor() {
    super({ progress: () => {} });
  }

  protected async leaseRange(_crawlId: string, token: string): Promise<QueueRange> {
    this.token = token;
    return { list: 'later', first: '1', count: 1, rows: ['a URL'] };
  }
  protected async replace(crawlId: string, token: string, _: QueueRange, pointer: string): Promise<boolean> {
    this.pointers.set(crawlId, pointer);
    return token === this.token;
  }
  protected async leaseLists(crawlId: string): Promise<readonly DueList[]> {
    const pointer = this.pointers.get(crawlId);
    return pointer === undefined ? [] : [{ list: 'later', pointer }];
  }
  protected async isNext(crawlId: string, _list: string, pointer: string): Promise<boolean> {
    return this.pointers.get(crawlId) === pointer;
  }
  protected async restore(crawlId: string): Promise<void> {
    this.pointers.delete(crawlId);
  }
  protected async endMove(): Promise<void> {}
  protected async endLoad(): Promise<void> {}
  protected async unused(): Promise<readonly string[]> {
    return [];
  }
  protected async forget(): Promise<void> {}
}

describe('StoredQueue', () => {
  let warnings: string[];
  let logs: string[];
  let archive: MemoryArchive;
  let queue: OneListQueue;
  beforeEach(() => {
    [warnings, logs] = [[], []];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: string) => void warnings.push(text));
    jest.spyOn(Logger.prototype, 'log').mockImplementation((text: string) => void logs.push(text));
    archive = new MemoryArchive();
    queue = new OneListQueue();
    queue.use(archive as unknown as ResultArchive);
  });
  afterEach(() => jest.restoreAllMocks());

  const move = async (...crawls: string[]) => {
    for (const crawl of crawls) expect(await queue.move(crawl)).toBe(true);
  };
  const removeObjectOf = (crawl: string) =>
    archive.objects.delete([...archive.objects.keys()].find((name) => name.includes(crawl))!);
  const load = async (...crawls: string[]) => {
    for (const crawl of crawls) await queue.load(crawl);
  };
  /** Pauses are over. */
  const wait = (ms: number) => {
    const now = Date.now() + ms;
    jest.spyOn(Date, 'now').mockReturnValue(now);
  };

  it('reports an outage once, and its end when all crawls can read again', async () => {
    await move('crawl-a', 'crawl-b');
    archive.isAway = true;
    await load('crawl-a', 'crawl-b');
    expect(warnings).toEqual([
      expect.stringContaining('waiting URLs cannot be read from the archive (first crawl: crawl-a)'),
    ]);
    archive.isAway = false;
    wait(10_000);
    await load('crawl-a');
    expect(logs).toEqual([]);
    await load('crawl-b');
    expect(logs).toEqual(['Waiting URLs can be read from the archive again']);
    expect(warnings).toHaveLength(1);
  });

  it('reports an outage after that of a crawl that lost an object, which is reported once', async () => {
    await move('crawl-a', 'crawl-b', 'crawl-c', 'crawl-d');
    removeObjectOf('crawl-a');
    await load('crawl-a', 'crawl-b');
    wait(10_000);
    await load('crawl-a');
    expect(warnings).toEqual([expect.stringContaining('crawl-a')]);
    archive.isAway = true;
    await load('crawl-c', 'crawl-d');
    expect(warnings.slice(1)).toEqual([expect.stringContaining('crawl-c')]);
  });

  it('reports an outage after that of crawls that have ended', async () => {
    await move('crawl-a', 'crawl-b');
    archive.isAway = true;
    await load('crawl-a');
    wait(HOUR_MS);
    await load('crawl-b');
    expect(warnings).toEqual([expect.stringContaining('crawl-a'), expect.stringContaining('crawl-b')]);
  });

  it('does not report an object that was removed because another worker has read it', async () => {
    await move('crawl-a', 'crawl-b');
    archive.beforeRead = async () => {
      archive.beforeRead = async () => {};
      queue.pointers.delete('crawl-a');
      removeObjectOf('crawl-a');
    };
    await load('crawl-a');
    expect([warnings, logs]).toEqual([[], []]);
    removeObjectOf('crawl-b');
    await load('crawl-b');
    expect(warnings).toEqual([expect.stringContaining('crawl-b')]);
  });

  it('reports URLs that a process without an archive cannot read, once, and not that their crawl waits', async () => {
    queue = new OneListQueue();
    await load('crawl-a', 'crawl-b');
    expect(warnings).toEqual([
      'URLs of crawl crawl-a are in the archive, and this process cannot read them: set `archive` in all workers',
    ]);
  });
});
