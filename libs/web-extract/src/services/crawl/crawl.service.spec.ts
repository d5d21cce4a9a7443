import { randomUUID } from 'node:crypto';
import { UnavailableError } from '../../model/errors.js';
import { resolveOptions } from '../../model/options.js';
import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import type { JobQueue } from '../../ports/job-queue.port.js';
import type { PageExtraction } from '../extract/page-extraction.js';
import { EventStream } from '../events/event-stream.js';
import { TraceCarrier } from '../events/trace-carrier.js';
import { CrawlLifecycle } from './worker/crawl-lifecycle.js';
import { CrawlService } from './crawl.service.js';
import { JobEvents } from './following/job-events.js';
import { StoredCrawls } from './results/stored-crawls.js';

const NO_EXAMINER = null as never;
const away = () => Promise.reject(new UnavailableError('Redis is out of reach'));

function serviceOn(create: () => Promise<boolean>, submit: () => Promise<void>): CrawlService {
  const store = { create, newId: () => randomUUID() } as unknown as CrawlStore;
  const queue = { submit } as unknown as JobQueue;
  const extraction = { validate: async () => {}, admit: () => {} } as unknown as PageExtraction;
  const life = new CrawlLifecycle(store, new EventStream(), new TraceCarrier(), resolveOptions());
  return new CrawlService(
    store,
    queue,
    resolveOptions(),
    extraction,
    new JobEvents(store),
    life,
    NO_EXAMINER,
    new StoredCrawls(store),
  );
}

describe('CrawlService', () => {
  const request = { url: 'http://site.example/' };

  it('accepts a crawl that is stored although the queue cannot be told of it now', async () => {
    const { id } = await serviceOn(async () => true, away).start(request);
    expect(id).toMatch(/^[\da-f-]{36}$/);
  });

  it('refuses a crawl that cannot be stored, and tells a fault of the queue', async () => {
    await expect(serviceOn(away, async () => {}).start(request)).rejects.toThrow(UnavailableError);
    const fault = new Error('a fault');
    await expect(
      serviceOn(
        async () => true,
        () => Promise.reject(fault),
      ).start(request),
    ).rejects.toBe(fault);
  });
});
