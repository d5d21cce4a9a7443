import type { CrawlCounters, CrawlJob } from 'nestjs-web-extract';
import { ProgressLine, progressText } from './progress-line';
import type { Terminal } from './terminal';

const counters = (pages: number, queued: number, leased = 0) =>
  ({ pages, failed: 2, queued, leased }) as CrawlCounters;

describe('the progress of a crawl', () => {
  it.each([
    [counters(63, 50, 7), Infinity, 63, 20_000, '63/120 pages, 2 failed, 3.1/s, 0:20 elapsed, ETA 0:18'],
    [counters(63, 9_000), 100, 3, 60_000, '63/100 pages, 2 failed, 0.1/s, 1:00 elapsed, ETA 12:20'],
    [counters(10, 7_200), Infinity, 10, 10_000, '10/7210 pages, 2 failed, 1.0/s, 0:10 elapsed, ETA 2:00:00'],
    [counters(63, 57), Infinity, 0, 5_000, '63/120 pages, 2 failed, 0.0/s, 0:05 elapsed'],
  ])('has pages of known pages, rate, elapsed time and ETA', (state, limit, newPages, elapsedMs, text) => {
    expect(progressText(state, limit, newPages, elapsedMs)).toBe(text);
  });

  it('is a line every 10 s without a terminal', async () => {
    jest.useFakeTimers();
    const notes: string[] = [];
    const terminal = { isWatched: false, note: (line: string) => notes.push(line), endProgress: () => {} };
    const crawls = { status: async () => ({ counters: counters(1, 9), request: {} }) as CrawlJob };
    const progress = new ProgressLine(crawls, 'id', terminal as unknown as Terminal);
    await jest.advanceTimersByTimeAsync(9_900);
    expect(notes).toEqual([]);
    await jest.advanceTimersByTimeAsync(10_200);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toMatch(/^1\/10 pages, /);
    progress.end();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});
