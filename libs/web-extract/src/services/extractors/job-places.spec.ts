import { once } from 'node:events';
import { JobPages } from './job-pages.js';
import { JobPlaces } from './job-places.js';

const untilAborted = async (signal: AbortSignal) => {
  await once(signal, 'abort');
  throw signal.reason;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the places of jobs', () => {
  it('are a few of each owner, and one is left for others', async () => {
    const places = new JobPlaces(4);
    const begun: string[] = [];
    const jobs = [...'aaaaaabc'].map(
      (owner) =>
      places.during(owner, (signal) => (begun.push(owner), untilAborted(signal))).catch((error: Error) => error.message), // prettier-ignore
    );
    await turn();
    expect(begun.join('')).toBe('aaaab');
    places.end(new Error('over'));
    expect(await Promise.all(jobs)).toEqual(Array.from({ length: 8 }, () => 'over'));
    expect(begun.join('')).toBe('aaaab');
  });

  it('end a job whose time is over: the next one has its place', async () => {
    const places = new JobPlaces(1, 20);
    const [first, second] = [
      places.during('a', untilAborted),
      places.during('a', () => Promise.resolve('ran')),
    ];
    await expect(first).rejects.toThrow('the time of the job is over');
    expect(await second).toBe('ran');
  });
});

describe('the pages of a job', () => {
  it('are admitted while their HTML has room together', () => {
    const pages = new JobPages(100);
    expect([60, 50, 40, 1].map((chars) => pages.admit('x'.repeat(chars)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
