import { CrawlFrontier, type Place } from './crawl-frontier.js';

/** A frontier over a list of addresses: each entry is the host of the address with that sequence number. */
function frontierOf(hosts: readonly string[]): CrawlFrontier {
  const next = ({ host, sequence: after }: Place) => {
    const sequence = hosts.findIndex((one, n) => n > after && one === host);
    return sequence < 0 ? null : { host, sequence, block: sequence };
  };
  const frontier = new CrawlFrontier(next);
  hosts.forEach((host, sequence) => frontier.add({ host, sequence, block: sequence }));
  return frontier;
}

const takeAll = (frontier: CrawlFrontier, busy: string[] = [], now = 0) => {
  const taken: number[] = [];
  for (let place = frontier.take(new Set(busy), now); place; place = frontier.take(new Set(busy), now)) {
    taken.push(place.sequence);
  }
  return taken;
};

describe('CrawlFrontier', () => {
  it('takes the oldest first, whatever its host', () => {
    const frontier = frontierOf(['a', 'b', 'a', 'c', 'b', 'a']);
    expect(takeAll(frontier)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(frontier.isEmpty).toBe(true);
  });

  it('skips busy hosts and returns to them', () => {
    const frontier = frontierOf(['a', 'b', 'a', 'c', 'b', 'a']);
    expect(takeAll(frontier, ['a'])).toEqual([1, 3, 4]);
    expect(frontier.isEmpty).toBe(false);
    expect(takeAll(frontier)).toEqual([0, 2, 5]);
  });

  it('takes what comes back at its old place', () => {
    const frontier = frontierOf(['a', 'b', 'a', 'b']);
    const [first, second] = [frontier.take(new Set(), 0)!, frontier.take(new Set(), 0)!];
    frontier.giveBack(second, 0, 0);
    frontier.giveBack(first, 0, 0);
    expect(takeAll(frontier)).toEqual([0, 1, 2, 3]);
  });

  it('takes what comes back to a host that had nothing left', () => {
    const frontier = frontierOf(['a']);
    const place = frontier.take(new Set(), 0)!;
    expect(frontier.isEmpty).toBe(true);
    frontier.giveBack(place, 0, 0);
    expect(frontier.isEmpty).toBe(false);
    expect(takeAll(frontier)).toEqual([0]);
  });

  it('lets an address wait for its time, and others go first', () => {
    const frontier = frontierOf(['a', 'a', 'b']);
    frontier.giveBack(frontier.take(new Set(), 0)!, 500, 0);
    expect(frontier.wakesAt).toBe(500);
    expect(takeAll(frontier, [], 499)).toEqual([1, 2]);
    expect(frontier.isEmpty).toBe(false);
    expect(takeAll(frontier, [], 500)).toEqual([0]);
    expect([frontier.wakesAt, frontier.isEmpty]).toEqual([null, true]);
  });

  it('goes on with a host whose queue had run dry', () => {
    const hosts = ['a'];
    const frontier = frontierOf(hosts);
    expect(takeAll(frontier)).toEqual([0]);
    hosts.push('a', 'a');
    frontier.add({ host: 'a', sequence: 1, block: 1 });
    frontier.add({ host: 'a', sequence: 2, block: 2 });
    expect(takeAll(frontier)).toEqual([1, 2]);
  });

  it('holds nothing of addresses it does not hand out yet', () => {
    let asked = 0;
    const frontier = new CrawlFrontier(
      ({ host, sequence, block }) => (asked++, { host, sequence: sequence + 1, block }),
    );
    frontier.add({ host: 'a', sequence: 0, block: 0 });
    for (let sequence = 1; sequence < 100_000; sequence++) frontier.add({ host: 'a', sequence, block: 0 });
    expect(asked).toBe(0);
    expect(frontier.take(new Set(), 0)).toEqual({ host: 'a', sequence: 0, block: 0 });
    expect(asked).toBe(1);
  });
});
