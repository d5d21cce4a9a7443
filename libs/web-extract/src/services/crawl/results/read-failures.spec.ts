import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { ResultStore } from '../../../ports/stores/result-store.port.js';
import { readFailures } from './read-failures.js';

describe('readFailures', () => {
  const failure = { id: '', code: 'FETCH_FAILED', message: 'no answer', attempts: 1, failedAt: 0 };

  /** A job with as many failed and disallowed URLs. */
  function jobOf(failed: number, blocked: number, urlChars: number) {
    const urls = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(urlChars, '/'));
    const lists = { failed: urls(failed).map((url) => ({ ...failure, url })), blocked: urls(blocked) };
    const part = <T>(list: T[]) => jest.fn(async (_: string, from = 0, count = Infinity) => list.slice(from, from + count)); // prettier-ignore
    const results = { failures: part(lists.failed), robotsBlocked: part(lists.blocked) };
    return { lists, results, job: { id: 'id', counters: { failed, blocked } } as CrawlJob };
  }

  it('reads all in batches, in order', async () => {
    const { lists, results, job } = jobOf(450, 201, 20);
    const read = await readFailures(results as unknown as ResultStore, job);
    expect(read).toEqual({ failures: lists.failed, robotsBlocked: lists.blocked, unlisted: 0 });
    expect(results.failures).toHaveBeenCalledTimes(3);
  });

  it('reads 8 MiB of each list, and counts the rest', async () => {
    const { results, job } = jobOf(3_000, 3_000, 8_000);
    const { failures, robotsBlocked, unlisted } = await readFailures(results as unknown as ResultStore, job);
    expect([failures.length, robotsBlocked.length]).toEqual([1_021, 1_048]);
    expect(unlisted).toBe(6_000 - 1_021 - 1_048);
    expect(results.robotsBlocked.mock.calls.length).toBeLessThan(7);
  });
});
