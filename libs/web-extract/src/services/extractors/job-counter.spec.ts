import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import { UnavailableError } from '../../model/errors.js';
import { JobCounter } from './job-counter.js';

const PAGE = { pages: 1, modelPages: 0, tokens: 0, tokensSaved: 900 };

describe('the counter of jobs', () => {
  it('counts pages that follow each other by one write, before it is asked and at the end', async () => {
    const store = new MemoryExtractorStore();
    const counter = new JobCounter(store);
    const add = jest.spyOn(store, 'addCounts');
    for (let n = 0; n < 20; n++) counter.add('job', PAGE);
    expect(await counter.of('job')).toEqual({ ...PAGE, pages: 20, tokensSaved: 18_000 });
    expect(add).toHaveBeenCalledTimes(1);
    counter.add('job', { ...PAGE, modelPages: 1 });
    await counter.beforeApplicationShutdown();
    expect(await store.counts('job')).toMatchObject({ pages: 21, modelPages: 1 });
    expect(await counter.of('other')).toBeNull();
  });

  it('has one write at a time, however slow the store is, which keeps nobody else waiting', async () => {
    const store = new MemoryExtractorStore();
    const counter = new JobCounter(store);
    let release = () => {};
    const add = jest.spyOn(store, 'addCounts').mockImplementationOnce(() => new Promise((resolve) => (release = resolve))); // prettier-ignore
    counter.add('slow', PAGE);
    await new Promise((resolve) => setTimeout(resolve, 70));
    for (let n = 0; n < 3; n++) {
      counter.add('job', PAGE);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(add).toHaveBeenCalledTimes(1);
    expect(await counter.of('job')).toMatchObject({ pages: 3 });
    counter.add('last', PAGE);
    release();
    await counter.beforeApplicationShutdown();
    expect(await store.counts('last')).toEqual(PAGE);
  });

  it('has all pages that were added before, also those that are being written', async () => {
    const store = new MemoryExtractorStore();
    const counter = new JobCounter(store);
    const put = store.addCounts.bind(store);
    jest.spyOn(store, 'addCounts').mockImplementation(async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      await put(...args);
    });
    for (let n = 0; n < 5; n++) counter.add('job', PAGE);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await counter.of('job')).toMatchObject({ pages: 5 });
    counter.add('job', PAGE);
    const both = await Promise.all([counter.of('job'), counter.of('job')]);
    expect(both).toEqual([expect.objectContaining({ pages: 6 }), expect.objectContaining({ pages: 6 })]);
  });

  it('writes a moment later by itself, and goes on after a failure of the store', async () => {
    const store = new MemoryExtractorStore();
    const counter = new JobCounter(store);
    jest.spyOn(store, 'addCounts').mockRejectedValueOnce(new UnavailableError('away'));
    counter.add('lost', PAGE);
    await new Promise((resolve) => setTimeout(resolve, 70));
    counter.add('job', PAGE);
    await new Promise((resolve) => setTimeout(resolve, 70));
    expect([await store.counts('lost'), await store.counts('job')]).toEqual([null, PAGE]);
  });
});
