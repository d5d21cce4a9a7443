import { FetchTimeoutError } from '../../model/errors.js';
import type { RunFacts } from '../../model/events.js';
import { PageRun, type RunEvent } from './page-run.js';

const FACTS: RunFacts = {
  kind: 'scrape',
  url: 'http://a.example/',
  owner: 'anna',
  crawlId: null,
  trace: null,
};

function begin() {
  const events: RunEvent[] = [];
  return { events, run: new PageRun(FACTS, (event) => events.push(event), 7) };
}

const told = (events: readonly RunEvent[]) =>
  events.map((event) => [event.type, ...(event.type === 'stage' ? [event.stage, event.errorCode] : [])]);

describe('PageRun', () => {
  it('tells of the beginning, of each stage and of the end, with one number', async () => {
    const { events, run } = begin();
    expect(await run.measure('fetch', async () => 'body')).toBe('body');
    run.received(4);
    run.end({ outcome: 'page', statusCode: 200 });
    expect(told(events)).toEqual([['page-started'], ['stage', 'fetch', null], ['page-ended']]);
    expect(new Set(events.map((event) => event.run))).toEqual(new Set([7]));
    expect(events.at(-1)).toMatchObject({ ...FACTS, outcome: 'page', statusCode: 200, errorCode: null });
  });

  it('passes an error of a stage on, and names its code', async () => {
    const { events, run } = begin();
    const error = new FetchTimeoutError('http://a.example/', 'no page', 1);
    await expect(run.measure('fetch', () => Promise.reject(error))).rejects.toBe(error);
    await expect(run.measure('robots', () => Promise.reject(new Error('odd')))).rejects.toThrow('odd');
    run.fail(error);
    expect(told(events).slice(1, 3)).toEqual([
      ['stage', 'fetch', error.code],
      ['stage', 'robots', 'UNKNOWN_ERROR'],
    ]);
    expect(events.at(-1)).toMatchObject({ outcome: 'failed', errorCode: error.code });
  });

  it('tells work that nobody waited for from work that failed', () => {
    const { events, run } = begin();
    run.fail(new DOMException('left', 'AbortError'));
    expect(events.at(-1)).toMatchObject({ outcome: 'failed', errorCode: 'ABORTED' });
  });

  it('ends the stages that are cut off, and tells nothing after its end', async () => {
    const { events, run } = begin();
    let finish = () => {};
    const stage = run.measure('fetch', () => new Promise<void>((resolve) => (finish = resolve)));
    run.end({ outcome: 'failed', errorCode: 'SCRAPE_TIMEOUT' });
    finish();
    await stage;
    run.took({ read: 1, choose: 1, write: 1 });
    run.fail(new Error('again'));
    expect(told(events)).toEqual([['page-started'], ['stage', 'fetch', 'SCRAPE_TIMEOUT'], ['page-ended']]);
  });

  it('adds up what a stage took in several goes, and leaves out what did not take place', async () => {
    const { run } = begin();
    run.took({ read: 1, choose: 2, write: 3 });
    run.took({ read: 10, choose: 20, write: 30 });
    expect(run.timings()).toEqual({ read: 11, choose: 22, write: 33, total: expect.any(Number), bytes: 0 });
  });

  it('reports only long stages and failures where no others are needed', async () => {
    const events: RunEvent[] = [];
    const run = new PageRun(
      FACTS,
      (event) => events.push(event),
      7,
      () => 10,
    );
    run.took({ read: 9, choose: 10, write: 11 });
    run.end({ outcome: 'page', statusCode: 200 });
    expect(told(events).map(([, stage]) => stage)).toEqual(['choose', 'write']);

    const failed = new PageRun(
      FACTS,
      (event) => events.push(event),
      8,
      () => 10,
    );
    failed.fail(new Error('odd'));
    expect(events.at(-1)).toMatchObject({ type: 'page-ended', run: 8, outcome: 'failed' });
  });

  it('measures where nobody listens', async () => {
    const run = new PageRun();
    await run.measure('fetch', async () => {});
    run.received(12);
    expect(run.timings()).toEqual({ fetch: expect.any(Number), total: expect.any(Number), bytes: 12 });
  });
});
