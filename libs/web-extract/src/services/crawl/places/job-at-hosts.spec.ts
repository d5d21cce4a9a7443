import { HostSemaphore } from './crawl-semaphore.js';
import { JobAtHosts } from './job-at-hosts.js';

const HOST = 'site.example:80';

describe('JobAtHosts', () => {
  let places: HostSemaphore;
  beforeEach(() => {
    jest.useFakeTimers();
    places = new HostSemaphore(1);
  });
  afterEach(() => jest.useRealTimers());

  const job = (calls: string[] = [], name = '') =>
    new JobAtHosts('anna', places, () => void calls.push(name));

  it('is called at a full host when it is its turn', () => {
    const calls: string[] = [];
    const [first, second, third] = [job(calls, 'first'), job(calls, 'second'), job(calls, 'third')];
    expect([first, second, third].map((one) => one.enter(HOST))).toEqual([true, false, false]);
    expect(second.closedHosts(Date.now() + 60_000)).toEqual([HOST]);
    expect(second.enter('other.example:80')).toBe(true);
    first.leave(HOST);
    expect(calls).toEqual(['second']);
    expect(second.closedHosts(Date.now())).toEqual([]);
    expect([third.enter(HOST), second.enter(HOST)]).toEqual([false, true]);
    second.leave(HOST);
    expect(calls).toEqual(['second', 'third']);
  });

  it.each<[string, (job: JobAtHosts) => void]>([
    ['finds nothing to take there', (called) => called.passOn(called.keptHosts())],
    ['is asked to pause requests to the host', (called) => called.rest(HOST, Date.now() + 1_000)],
    ['is worked on no more', (called) => called.close()],
    ['does not come', (called) => (jest.advanceTimersByTime(1_000), called.passOnOld(Date.now()))],
  ])('leaves its place to the next when it %s', (_, end) => {
    const calls: string[] = [];
    const [first, second, third] = [job(), job(calls, 'second'), job(calls, 'third')];
    for (const one of [first, second, third]) one.enter(HOST);
    first.leave(HOST);
    second.passOnOld(Date.now() + 500);
    expect(calls).toEqual(['second']);
    end(second);
    expect(calls).toEqual(['second', 'third']);
    expect(third.enter(HOST)).toBe(true);
  });

  it('is notified when the first host has a free slot', () => {
    const one = job();
    expect(one.opensAtMs).toBe(Infinity);
    one.rest('a.example:80', 2_000);
    one.rest('b.example:80', 1_000);
    expect([one.opensAtMs, one.closedHosts(1_000)]).toEqual([1_000, ['a.example:80']]);
  });

  it('leaves nothing behind at hosts where nobody is', () => {
    const [first, second] = [job(), job()];
    first.enter(HOST);
    second.enter(HOST);
    second.close();
    first.leave(HOST);
    expect(places.size).toBe(0);
  });
});
