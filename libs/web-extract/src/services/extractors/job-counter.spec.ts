import { MemoryExtractorStore } from '../../drivers/in-process/memory.extractor-store.js';
import { UnavailableError } from '../../model/errors.js';
import { resolveOptions } from '../../model/options.js';
import { RunningWork } from '../running-work.js';
import { JobCounter } from './job-counter.js';

const PAGE = { pages: 1, modelPages: 0, tokens: 0, tokensSaved: 900 };

describe('the counter of jobs', () => {
  const setUp = () => {
    const store = new MemoryExtractorStore();
    const work = new RunningWork(resolveOptions());
    return { store, work, counter: new JobCounter(store, work) };
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('counts pages that follow each other by one write, before it is asked and at the end', async () => {
    const { store, work, counter } = setUp();
    const add = jest.spyOn(store, 'addCounts');
    for (let n = 0; n < 20; n++) counter.add('job', PAGE);
    expect(await counter.of('job')).toEqual({ ...PAGE, pages: 20, tokensSaved: 18_000 });
    expect(add).toHaveBeenCalledTimes(1);
    counter.add('job', { ...PAGE, modelPages: 1 });
    await work.beforeApplicationShutdown();
    expect(await store.counts('job')).toMatchObject({ pages: 21, modelPages: 1 });
    expect(await counter.of('other')).toBeNull();
  });

  it('counts pages that end while the application closes, and later ones at once', async () => {
    const { store, work, counter } = setUp();
    work.endWith(async () => {
      await pause(20);
      counter.add('job', PAGE);
    });
    await work.beforeApplicationShutdown();
    expect(await store.counts('job')).toEqual(PAGE);
    counter.add('late', PAGE);
    await pause(0);
    expect(await store.counts('late')).toEqual(PAGE);
  });

  it('stores the counts of many jobs at once when the application closes', async () => {
    const { store, work, counter } = setUp();
    let running = 0;
    let most = 0;
    const add = jest.spyOn(store, 'addCounts').mockImplementation(async () => {
      most = Math.max(most, ++running);
      await pause(1);
      running--;
      return true;
    });
    for (let n = 0; n < 100; n++) counter.add(`job ${n}`, PAGE);
    await work.beforeApplicationShutdown();
    expect([most, running, add.mock.calls.length]).toEqual([16, 0, 100]);
  });

  it('has one write at a time, however slow the store is, which keeps nobody else waiting', async () => {
    const { store, work, counter } = setUp();
    let release = () => {};
    const add = jest.spyOn(store, 'addCounts').mockImplementationOnce(() => new Promise((resolve) => (release = () => resolve(true)))); // prettier-ignore
    counter.add('slow', PAGE);
    await pause(230);
    for (let n = 0; n < 3; n++) {
      counter.add('job', PAGE);
      await pause(70);
    }
    expect(add).toHaveBeenCalledTimes(1);
    expect(await counter.of('job')).toMatchObject({ pages: 3 });
    counter.add('last', PAGE);
    release();
    await work.beforeApplicationShutdown();
    expect(await store.counts('last')).toEqual(PAGE);
  });

  it('has all pages that were added before, also those that are being written', async () => {
    const { store, counter } = setUp();
    const put = store.addCounts.bind(store);
    jest.spyOn(store, 'addCounts').mockImplementation(async (...args) => {
      await pause(40);
      return put(...args);
    });
    for (let n = 0; n < 5; n++) counter.add('job', PAGE);
    await pause(220);
    expect(await counter.of('job')).toMatchObject({ pages: 5 });
    counter.add('job', PAGE);
    const both = await Promise.all([counter.of('job'), counter.of('job')]);
    expect(both).toEqual([expect.objectContaining({ pages: 6 }), expect.objectContaining({ pages: 6 })]);
  });

  it('keeps counts that the store refuses, can be read meanwhile, and tries again some seconds later', async () => {
    const { store, work, counter } = setUp();
    const add = jest.spyOn(store, 'addCounts').mockResolvedValue(false);
    counter.add('job', PAGE);
    expect(await counter.of('job')).toEqual(PAGE);
    const calls = add.mock.calls.length;
    for (let n = 0; n < 3; n++) {
      counter.add(`job ${n}`, PAGE);
      await pause(60);
    }
    expect(add).toHaveBeenCalledTimes(calls);
    add.mockRestore();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
    (counter as unknown as { write: () => Promise<void> }).write();
    await pause(20);
    clock.mockRestore();
    expect([await store.counts('job'), await store.counts('job 2')]).toEqual([PAGE, PAGE]);
    await work.beforeApplicationShutdown();
  });

  it('does not count twice what may have been stored; a store without an answer is no failure of the status', async () => {
    const { store, counter } = setUp();
    const put = store.addCounts.bind(store);
    jest.spyOn(store, 'addCounts').mockImplementationOnce(async (...args) => {
      await put(...args);
      throw new UnavailableError('no answer');
    });
    counter.add('job', PAGE);
    expect([await counter.of('job'), await counter.of('job')]).toEqual([PAGE, PAGE]);
  });

  it('writes a moment later by itself, and goes on after a failure of the store', async () => {
    const { store, counter } = setUp();
    jest.spyOn(store, 'addCounts').mockRejectedValueOnce(new UnavailableError('away'));
    counter.add('lost', PAGE);
    await pause(240);
    counter.add('job', PAGE);
    await pause(240);
    expect([await store.counts('lost'), await store.counts('job')]).toEqual([null, PAGE]);
  });
});
