import { UnavailableError } from '../model/errors.js';
import { FairQueue, type QueueEntry } from './fair-queue.js';

const NOBODY_HOLDS = () => 0;
const scrape = (owner: string): QueueEntry => ({ owner, priority: 'scrape' });
const crawl = (owner: string): QueueEntry => ({ owner, priority: 'crawl' });
const open = (maxWaiting = 10, bounds?: QueueEntry['priority'][]) =>
  new FairQueue<QueueEntry, string>({ maxWaiting, full: 'too many wait', ...(bounds ? { bounds } : {}) });

/** Serves the queue until no task can start. @returns the served tasks in order */
function served(
  queue: FairQueue<QueueEntry, string>,
  ...how: [heldBy?: (owner: string) => number]
): QueueEntry[] {
  const turns: QueueEntry[] = [];
  for (;;) {
    const next = queue.next(how[0] ?? NOBODY_HOLDS);
    if (!next) return turns;
    next.start('yours');
    turns.push(next.turn);
  }
}

describe('FairQueue', () => {
  it('serves owners in turns, of each its scrapes before its crawls, in the order of arrival', async () => {
    const queue = open();
    const turns = [crawl('anna'), scrape('anna'), scrape('anna'), scrape('bert'), crawl('bert')];
    const all = turns.map((turn) => queue.wait(turn));
    expect(queue.length).toBe(5);
    const [ofCrawl, first, second, other, last] = turns;
    expect(served(queue)).toEqual([first, other, second, last, ofCrawl]);
    expect(await Promise.all(all)).toEqual(Array(5).fill('yours'));
    expect(queue.length).toBe(0);
  });

  it('serves the owner first that holds the fewest', () => {
    const queue = open();
    for (const turn of [scrape('anna'), scrape('bert')]) void queue.wait(turn);
    expect(served(queue, (owner) => (owner === 'anna' ? 2 : 1)).map(({ owner }) => owner)).toEqual([
      'bert',
      'anna',
    ]);
  });

  it('skips owners that may not start', () => {
    const queue = open();
    for (const turn of [scrape('anna'), crawl('anna'), scrape('bert')]) void queue.wait(turn);
    const ofCrawls = (turn: QueueEntry) => turn.priority === 'crawl';
    expect(queue.next(NOBODY_HOLDS, ofCrawls)?.turn).toEqual(crawl('anna'));
    expect(queue.next(NOBODY_HOLDS, ofCrawls)).toBeNull();
    expect(queue.length).toBe(2);
  });

  it('has no room for more than may wait, but some for others', async () => {
    const queue = open(2);
    const waiting = [scrape('anna'), crawl('anna'), scrape('bert')].map((turn) => queue.wait(turn));
    await expect(queue.wait(scrape('anna'))).rejects.toThrow(UnavailableError);
    await expect(queue.wait(scrape('bert'))).rejects.toThrow('too many wait');
    served(queue);
    await Promise.all(waiting);
    void queue.wait(scrape('anna'));
    expect(queue.length).toBe(1);
  });

  it('bounds those alone that are to be bound', async () => {
    const queue = open(0, ['scrape']);
    await expect(queue.wait(scrape('anna'))).rejects.toThrow(UnavailableError);
    void queue.wait(crawl('anna'));
    expect(queue.length).toBe(1);
  });

  it('forgets who gives up, whose room is free again', async () => {
    const queue = open(1);
    const patience = new AbortController();
    const impatient = queue.wait(scrape('anna'), patience.signal);
    patience.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    await expect(queue.wait(scrape('anna'), patience.signal)).rejects.toThrow('enough');
    void queue.wait(scrape('anna'));
    expect(served(queue)).toEqual([scrape('anna')]);
  });

  it('refuses all who wait, and whoever comes, when it closes', async () => {
    const queue = open();
    const waiting = queue.wait(scrape('anna'));
    queue.close(new Error('closing'));
    await expect(waiting).rejects.toThrow('closing');
    await expect(queue.wait(scrape('bert'))).rejects.toThrow('closing');
    expect(queue.length).toBe(0);
  });
});
