import { Logger } from '@nestjs/common';
import type { CrawlFacts, StageEvent } from '../../model/events.js';
import { EventLog, SLOW_STAGE_MS } from './event-log.js';
import { EventStream } from './event-stream.js';

const CRAWL: CrawlFacts = {
  crawlId: 'b9d8',
  kind: 'crawl',
  owner: 'fc-secret-key',
  url: 'http://a.example/docs?token=hidden',
  at: 0,
};
const COUNTERS = {
  pages: 40, failed: 2, blocked: 1, collapsed: 3, abandoned: 0, queued: 0, leased: 0, trapped: 0, rendered: 0, credits: 41, statusCounts: {},
}; // prettier-ignore

describe('EventLog', () => {
  let stream: EventStream;
  let lines: [level: string, line: string][];

  beforeEach(() => {
    lines = [];
    for (const level of ['log', 'warn', 'debug'] as const) {
      jest.spyOn(Logger.prototype, level).mockImplementation((...said: unknown[]) => {
        lines.push([level, said.map(String).join(' ')]);
      });
    }
    stream = new EventStream();
    new EventLog(stream);
  });
  afterEach(() => jest.restoreAllMocks());

  it('writes a line when a job starts, is taken up and ends', () => {
    stream.publish({ ...CRAWL, type: 'crawl-started', pages: 0 });
    stream.publish({ ...CRAWL, type: 'crawl-resumed', pages: 12 });
    stream.publish({
      ...CRAWL, type: 'crawl-ended', status: 'failed', reason: 'no\nroom', counters: COUNTERS, ms: 12_340,
    }); // prettier-ignore
    expect(lines).toEqual([
      ['log', 'Crawl b9d8 of http://a.example/docs?… started'],
      ['log', 'Crawl b9d8 of http://a.example/docs?… resumed with 12 pages'],
      [
        'warn',
        'Crawl b9d8 of http://a.example/docs?… failed after 12.3 s (40 pages, 2 failed, 1 blocked, 3 collapsed, 41 credits): no room',
      ],
    ]);
  });

  it('names the monitor of a check, and writes its jobs at debug', () => {
    const check = { kind: 'monitor', crawlId: null, monitorId: 'm1', checkId: 'c1', name: 'Prices', owner: 'host', at: 0 } as const; // prettier-ignore
    const summary = { totalPages: 3, same: 1, changed: 1, new: 0, removed: 0, error: 1 };
    stream.publish({ ...check, type: 'monitor-check-started', status: 'running', summary, ms: 0 });
    stream.publish({ ...CRAWL, kind: 'batch', tag: 'monitor:m1', type: 'crawl-started', pages: 0 });
    stream.publish({ ...check, type: 'monitor-check-ended', status: 'partial', summary, ms: 1_000 });
    expect(lines).toEqual([
      ['log', 'Check of monitor "Prices" (m1) started'],
      ['debug', 'Batch b9d8 of http://a.example/docs?… started'],
      ['warn', 'Check of monitor "Prices" (m1) partial after 1.0 s (1 same, 1 changed, 1 error)'],
    ]);
  });

  it('counts in words that fit one of them', () => {
    stream.publish({ ...CRAWL, type: 'crawl-resumed', pages: 1 });
    const counters = { ...COUNTERS, pages: 1, failed: 1, blocked: 0, collapsed: 0, credits: 1 };
    stream.publish({ ...CRAWL, type: 'crawl-ended', status: 'completed', reason: null, counters, ms: 1_000 });
    expect(lines.map(([, line]) => line)).toEqual([
      expect.stringMatching(/resumed with 1 page$/),
      expect.stringMatching(/\(1 page, 1 failed, 1 credit\)$/),
    ]);
  });

  it('writes pages that failed at debug, and no others', () => {
    const page = {
      ...CRAWL, type: 'crawl-page', pageUrl: 'http://a.example/x?key=1', statusCode: null, credits: 0, guardedLinks: 0, bytes: 0, ms: 1,
    } as const; // prettier-ignore
    stream.publish({ ...page, outcome: 'page', errorCode: null, reason: null });
    stream.publish({
      ...page,
      outcome: 'failed',
      errorCode: 'SCRAPE_TIMEOUT',
      reason: 'too \u001b[31mlate\u202e',
    });
    expect(lines).toEqual([
      ['debug', 'http://a.example/x?… of b9d8 failed (SCRAPE_TIMEOUT): too  [31mlate '],
    ]);
  });

  it('warns of slow stages, not of each of many', () => {
    const stage: StageEvent = {
      type: 'stage', kind: 'scrape', url: 'http://a.example/?q=1', owner: 'o', crawlId: null, trace: null,
      run: 1, stage: 'fetch', at: 0, ms: SLOW_STAGE_MS, errorCode: null,
    }; // prettier-ignore
    stream.publish({ ...stage });
    stream.publish({ ...stage });
    stream.publish({ ...stage, stage: 'render' });
    stream.publish({ ...stage, stage: 'host' });
    stream.publish({ ...stage, ms: SLOW_STAGE_MS - 1 });
    expect(lines).toEqual([
      ['warn', 'Slow: fetch of http://a.example/?… took 10.0 s'],
      ['warn', 'Slow: render of http://a.example/?… took 10.0 s'],
    ]);
  });

  it('writes once that webhook messages of a monitor are dropped', () => {
    const dropped = { type: 'monitor-messages-dropped', kind: 'monitor', crawlId: null, monitorId: 'm1', owner: 'anna', messages: 3, at: 0 } as const; // prettier-ignore
    stream.publish(dropped);
    stream.publish(dropped);
    expect(lines).toEqual([['warn', expect.stringMatching(/webhook messages of anna .*monitor m1/)]]);
  });

  it('writes once that webhook messages of extract jobs are dropped', () => {
    const dropped = { type: 'job-messages-dropped', kind: 'extract', crawlId: 'x1', owner: 'anna', messages: 2, at: 0 } as const; // prettier-ignore
    stream.publish(dropped);
    stream.publish(dropped);
    expect(lines).toEqual([['warn', expect.stringMatching(/webhook messages of anna .*extract job x1/)]]);
  });
});
