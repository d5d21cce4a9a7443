import { randomBytes } from 'node:crypto';
import { MemorySessionStore } from '../../../drivers/in-process/memory.session-store.js';
import type { PageTask } from '../../../model/crawl/crawl.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import { SessionSealer } from '../../sessions/session-sealer.js';
import { JobCookieRegistry, type JobCookies } from './job-cookies.js';

const SITE = 'https://shop.example';
const JOB = { id: 'job', owner: 'anna', request: { cookies: 'auto' } } as const;
const noSignal = new AbortController().signal;

const readingOf = (url: string, markdown: string): PageReading =>
  ({
    page: { url, statusCode: 200, markdown, quality: { flags: [] }, metadata: { title: null } },
    anchors: [],
  }) as unknown as PageReading;

/** Reads a page whose URL leads to another one without cookies. @returns the text, and the cookies of the last request */
async function visit(job: JobCookies, path: string, leadsTo: string) {
  const url = SITE + path;
  const end = job.begin(url);
  await job.follow();
  const sent: string[] = [];
  const read = (sends: boolean): PageReading => {
    const { visitor } = job.reading(sends);
    const isIn = visitor.covers(url) && visitor.cookiesAt(url) !== '';
    sent.push(isIn ? visitor.cookiesAt(url) : '');
    visitor.receive(url, ['sid=1; Path=/; Secure']);
    return isIn ? readingOf(url, `Inside ${path}`) : readingOf(SITE + leadsTo, 'Front');
  };
  const sends = await job.sendsAt(url);
  const first = read(sends);
  const reading = job.reading(sends);
  reading.visitor.hasSent = sends;
  const task = { url, rule: 'link' } as unknown as PageTask;
  const terms = { followsLinks: true, signal: noSignal };
  const second = await job.repeatIfNeeded(task, { page: first, reading }, async () => read(true), terms);
  end();
  return { text: (second ?? first).page.markdown, sent: sent.at(-1) };
}

describe('cookies of a job in several processes', () => {
  const key = randomBytes(32).toString('hex');
  const makeProcesses = (hasKey = true) => {
    const store = new MemorySessionStore();
    const vault = hasKey ? { store, sealer: new SessionSealer([key]) } : null;
    return { store, start: () => new JobCookieRegistry({ vault, leases: store }) };
  };

  it('compare pages of all of them: a page that another process was sent to as well is read with cookies', async () => {
    const { start } = makeProcesses();
    const [one, two] = [start().of(JOB)!, start().of(JOB)!];
    expect(await visit(one, '/', '/')).toMatchObject({ text: 'Front', sent: '' });
    expect(await visit(two, '/lamps', '/')).toEqual({ text: 'Inside /lamps', sent: 'sid=1' });
    await new Promise((resolve) => setTimeout(resolve, 550));
    expect(await visit(one, '/chairs', '/')).toEqual({ text: 'Inside /chairs', sent: 'sid=1' });
  });

  it('are there after a restart, and deleted with the job', async () => {
    const { start, store } = makeProcesses();
    const registry = start();
    await visit(registry.of(JOB)!, '/', '/');
    await visit(registry.of(JOB)!, '/lamps', '/');
    expect((await store.findJobCookies('job'))?.sealed).not.toContain('sid');
    expect(await visit(start().of(JOB)!, '/chairs', '/')).toEqual({ text: 'Inside /chairs', sent: 'sid=1' });
    await registry.end('job');
    expect(await store.findJobCookies('job')).toBeNull();
  });

  it('are not stored for jobs without retention of data', async () => {
    const { start, store } = makeProcesses();
    const job = start().of({ ...JOB, request: { zeroDataRetention: true } })!;
    await visit(job, '/', '/');
    await visit(job, '/lamps', '/');
    expect(await store.findJobCookies('job')).toBeNull();
  });

  it('stay in one process without a key, which a warning says once', async () => {
    const { start } = makeProcesses(false);
    const [one, two] = [start().of(JOB)!, start().of(JOB)!];
    await visit(one, '/', '/');
    expect([await one.isElsewhere(), await two.isElsewhere()]).toEqual([false, false]);
    await visit(one, '/lamps', '/');
    expect(await one.isElsewhere()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await two.isElsewhere()).toBe(true);
    expect(one.takeWarnings()).toEqual([expect.stringContaining('sessionKey')]);
    expect(one.takeWarnings()).toEqual([]);
  });

  it('leave the job to another process when the first has gone', async () => {
    const { start } = makeProcesses(false);
    const registry = start();
    const always = { ...JOB, request: { cookies: 'always' } } as const;
    const [one, two] = [registry.of(always)!, start().of(always)!];
    expect([await one.isElsewhere(), await two.isElsewhere()]).toEqual([false, true]);
    await registry.end('job');
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await two.isElsewhere()).toBe(false);
  });
});

describe('the first page of a site that sets cookies', () => {
  const start = () => new JobCookieRegistry().of(JOB)!;

  it('waits for no page of another site', async () => {
    const job = start();
    job.begin('https://other.example/');
    const startedAt = Date.now();
    await visit(job, '/', '/');
    expect(Date.now() - startedAt).toBeLessThan(500);
  });

  it('waits for another page of its site: both may be the same wall', async () => {
    const job = start();
    const pages = await Promise.all([visit(job, '/lamps', '/wall'), visit(job, '/chairs', '/wall')]);
    expect(pages.map(({ text }) => text)).toEqual(['Inside /lamps', 'Inside /chairs']);
  });

  it('waits no longer than the other page is being read', async () => {
    const job = start();
    const end = job.begin(`${SITE}/slow`);
    const startedAt = Date.now();
    setTimeout(end, 50);
    await visit(job, '/', '/');
    expect(Date.now() - startedAt).toBeLessThan(700);
  });
});

describe('a page without another one to compare it with', () => {
  const task = { url: `${SITE}/lamps`, rule: 'link', attempts: 0 } as unknown as PageTask;
  const read = (job: JobCookies, markdown = 'Wall') => {
    const cookies = job.reading(false);
    cookies.visitor.receive(task.url, ['sid=1; Path=/']);
    return { reading: { ...readingOf(task.url, markdown), bytes: 1_000 }, cookies };
  };

  it('is put off once, without a further request', () => {
    const job = new JobCookieRegistry().of(JOB)!;
    const page = read(job);
    expect(job.putOff(task, page)).toBe(true);
    expect(job.takePutOff(task.url)).toMatchObject(page);
    expect(job.takePutOff(task.url)).toBeNull();
    expect(job.putOff({ ...task, attempts: 1 }, page)).toBe(false);
  });

  it('is not put off if it is large, or other pages of its site are being read', () => {
    const job = new JobCookieRegistry().of(JOB)!;
    expect(job.putOff(task, read(job, 'x'.repeat(5_000_000)))).toBe(false);
    job.begin(task.url);
    job.begin(`${SITE}/chairs`);
    expect(job.putOff(task, read(job))).toBe(false);
  });

  it('is not put off by jobs that send cookies in any case, and at sites without cookies', () => {
    const always = new JobCookieRegistry().of({ ...JOB, request: { cookies: 'always' } })!;
    expect(always.putOff(task, read(always))).toBe(false);
    const job = new JobCookieRegistry().of(JOB)!;
    const page = { reading: { ...readingOf(task.url, 'Page'), bytes: 100 }, cookies: job.reading(false) };
    expect(job.putOff(task, page)).toBe(false);
  });
});
