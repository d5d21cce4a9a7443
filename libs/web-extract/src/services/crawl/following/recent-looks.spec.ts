import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';
import { somePage } from '../../../testing/some-page.js';
import { RecentLooks, type Look } from './recent-looks.js';

const MIB = 1024 * 1024;

/** A look of about this many bytes, serialized pages included. */
function lookOf(owner: string, bytes: number, stated?: Partial<Page>): Look {
  const links = Array.from({ length: 100 }, () => 'x'.repeat(bytes / 600));
  const job = { owner, request: {} } as CrawlJob;
  return { age: 0, job, pages: [{ ...somePage({ links }), ...stated }], hasMore: false };
}

describe('RecentLooks', () => {
  const knownOf = (looks: RecentLooks, job: string, count: number) =>
    Array.from({ length: count }, (_, at) => at).filter((at) => looks.get(job, at) !== undefined);

  it('keeps the latest looks of one owner within its share', () => {
    const looks = new RecentLooks();
    for (let at = 0; at < 50; at++) looks.put('job', at, lookOf('a', MIB));
    const known = knownOf(looks, 'job', 50);
    expect([known.length >= 5 && known.length <= 8, known.at(-1)]).toEqual([true, 49]);
  });

  it('is bounded in all with a hundred owners', () => {
    const looks = new RecentLooks();
    for (let n = 0; n < 100; n++) looks.put(`job-${n}`, 0, lookOf(`owner-${n}`, MIB));
    const known = Array.from({ length: 100 }, (_, n) => n).filter((n) => looks.get(`job-${n}`, 0));
    expect(known.length).toBeLessThanOrEqual(16);
    expect(known).toContain(99);
  });

  it('does not keep a look that is larger than a share, whatever makes it large', () => {
    const looks = new RecentLooks();
    looks.put('job', 0, lookOf('a', 5 * MIB));
    looks.put('job', 1, lookOf('a', 0, { images: Array.from({ length: 9_000 }, (_, n) => `${n}`.repeat(100)) })); // prettier-ignore
    const seeds = Array.from({ length: 9_000 }, (_, n) => `${n}`.repeat(100));
    const look = lookOf('a', 0);
    looks.put('job', 2, { ...look, job: { ...look.job!, request: { seeds } as never } });
    expect(knownOf(looks, 'job', 3)).toEqual([]);
  });

  it('forgets a job that has no readers, and no other', () => {
    const looks = new RecentLooks();
    looks.put('job', 0, lookOf('a', 1_000));
    looks.put('job-2', 0, lookOf('a', 1_000));
    looks.forgetJob('job');
    expect([looks.get('job', 0), looks.get('job-2', 0)]).toEqual([undefined, expect.anything()]);
  });
});
