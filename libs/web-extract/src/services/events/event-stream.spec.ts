import { Logger } from '@nestjs/common';
import type { WebExtractEvent } from '../../model/events.js';
import { somePage } from '../../testing/some-page.js';
import { EventStream } from './event-stream.js';

const URL = 'http://user:secret@a.example/';

describe('EventStream', () => {
  let stream: EventStream;
  let logged: jest.SpyInstance;

  beforeEach(() => {
    stream = new EventStream();
    logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
  });
  afterEach(() => logged.mockRestore());

  const scrape = () =>
    stream.follow({ kind: 'scrape', url: URL }, (run) => run.measure('fetch', async () => somePage()));

  it('tells listeners of one type and of all, until they have heard enough', async () => {
    const stages: string[] = [];
    const all: string[] = [];
    const ends = [
      stream.on('stage', ({ stage }) => stages.push(stage)),
      stream.onAny(({ type }) => all.push(type)),
    ];
    await scrape();
    for (const end of ends) end();
    await scrape();
    expect([stages, all]).toEqual([['fetch'], ['page-started', 'stage', 'page-ended']]);
    expect(stream.isHeard).toBe(false);
  });

  it('creates only failures and long stages for a listener of problems, until another one listens', async () => {
    const problems: string[] = [];
    stream.onProblems(({ type }) => problems.push(type), 1_000);
    await scrape();
    await expect(
      stream.follow({ kind: 'map', url: URL }, () => Promise.reject(new Error('odd'))),
    ).rejects.toThrow();
    expect(problems).toEqual(['page-ended']);

    const all: string[] = [];
    const end = stream.onAny(({ type }) => all.push(type));
    await scrape();
    end();
    await scrape();
    expect(all).toEqual(['page-started', 'stage', 'page-ended']);
    expect(problems).toEqual(['page-ended', ...all]);
  });

  it('holds no credentials, and cannot be used to change anything', async () => {
    const events: WebExtractEvent[] = [];
    stream.onAny((event) => events.push(event));
    await scrape();
    expect(JSON.stringify(events)).not.toContain('secret');
    for (const event of events) expect(Object.isFrozen(event)).toBe(true);
    const end = events.at(-1) as Extract<WebExtractEvent, { type: 'page-ended' }>;
    expect(Object.isFrozen(end.timings)).toBe(true);
  });

  it('is not changed by listeners that throw, reject, or never end; a fault is logged once', async () => {
    stream.onAny(() => {
      throw new Error('broken');
    });
    stream.onAny(async () => Promise.reject(new Error('late')));
    stream.onAny(() => new Promise(() => {}));
    const heard: string[] = [];
    stream.onAny(({ type }) => heard.push(type));
    expect(await scrape()).toEqual(somePage());
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toHaveLength(3);
    expect(logged.mock.calls.flat().map((line: string) => /broken|late/.exec(line)?.[0])).toEqual([
      'broken',
      'late',
    ]);
  });

  it('tells of a pipeline that failed, and passes the error on', async () => {
    const ends: unknown[] = [];
    stream.on('page-ended', ({ outcome, errorCode }) => ends.push([outcome, errorCode]));
    const fault = new Error('odd');
    await expect(stream.follow({ kind: 'map', url: URL }, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(ends).toEqual([['failed', 'UNKNOWN_ERROR']]);
  });
});
