import { MAX_COOKIE_BYTES, MAX_JOB_COOKIE_BYTES } from './cookie-share.js';
import { JobCookieRegistry } from './job-cookies.js';

const request = { cookies: 'auto' } as const;
const LONG = 'x'.repeat(4_000);
const MANY = Array.from({ length: 16 }, (_, n) => `c${n}=${LONG}; Path=/`);

/** Receives responses of many sites until nothing more is taken. @returns the number of the last one */
function fill(registry: JobCookieRegistry, owner: string): number {
  for (let response = 0; ; response++) {
    const job = registry.of({ id: `${owner}-${response >> 2}`, owner, request })!;
    if (job.hasDropped || response > 5_000) return response;
    job.receive(`https://site-${response % 90}.example/${response}`, MANY);
  }
}

describe('the cookies of jobs', () => {
  it('take at most a share of the memory of each owner, and what others leave', async () => {
    const registry = new JobCookieRegistry();
    const most = MAX_COOKIE_BYTES / (16 * LONG.length);

    const first = fill(registry, 'a');
    const second = fill(registry, 'b');

    expect(first).toBeGreaterThan(most / 2);
    expect(first).toBeLessThan(most);
    expect(second).toBeGreaterThan(10);
    expect(second).toBeLessThan(most / 3);
  });

  it('of one job are stored as a whole, and bounded', async () => {
    const registry = new JobCookieRegistry();
    const job = registry.of({ id: 'a', owner: 'a', request: { cookies: 'always' } })!;
    let taken = 0;
    for (; !job.hasDropped; taken++) job.receive(`https://site-${taken}.example/`, MANY);
    expect(taken * 16 * LONG.length).toBeGreaterThan(MAX_JOB_COOKIE_BYTES / 2);
    expect(taken * 16 * LONG.length).toBeLessThan(2 * MAX_JOB_COOKIE_BYTES);
  });

  it('give their memory back when the job has ended, and take none afterwards', () => {
    const registry = new JobCookieRegistry();
    const first = fill(registry, 'a');
    const ended = registry.of({ id: 'a-0', owner: 'a', request })!;

    for (let n = 0; n <= first >> 2; n++) registry.forget(`a-${n}`);
    ended.receive('https://late.example/', MANY);
    expect(ended.jarAt('https://late.example/')).toBeNull();
    expect(fill(registry, 'a')).toBe(first);
  });

  it('count what a jar keeps, not what a site sends again and again', async () => {
    const registry = new JobCookieRegistry();
    const job = registry.of({ id: 'a', owner: 'a', request: { cookies: 'always' } })!;
    job.receive('https://site.example/', MANY);
    expect(await job.sendsAt('https://site.example/')).toBe(true);

    for (let n = 0; n < 2_000; n++) job.receive('https://site.example/', MANY);
    expect(job.hasDropped).toBe(false);
    expect(job.jarAt('https://site.example/')!.size).toBe(16);
  });
});
