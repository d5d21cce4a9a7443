import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../model/errors.js';
import { resolveOptions } from '../model/options.js';
import { RunningWork } from './running-work.js';
import { sharedController } from './shared-controller.js';

const workWith = (shutdownMs: number) => new RunningWork(resolveOptions({ limits: { shutdownMs } }));

/** Work that ends only with its signal. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('RunningWork', () => {
  it('hands on what the work gives', async () => {
    await expect(workWith(10).run(async () => 7)).resolves.toBe(7);
    await expect(workWith(10).run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('ends the work when the caller gives up, before or while it runs', async () => {
    const caller = new AbortController();
    const running = workWith(10).run(endless, caller.signal);
    caller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect(
      workWith(10).run(async (signal) => signal.reason, AbortSignal.abort('before')),
    ).resolves.toBe('before');
  });

  it('passes a shared signal on, and tells apart why it fired', async () => {
    const [client, other] = [sharedController(), sharedController()];
    const work = workWith(20);
    const signals: AbortSignal[] = [];
    const run = ({ signal }: AbortController) =>
      work.run((under) => endless((signals.push(under), under)), signal).catch((error: unknown) => error);
    const [left, ...closed] = [run(client), run(other), run(other)];
    client.abort(new Error('left'));
    expect(await left).toEqual(new Error('left'));
    await work.beforeApplicationShutdown();
    client.abort(new Error('later'));
    const shutDown = new UnavailableError('shutting down');
    expect(await Promise.all(closed)).toEqual([shutDown, shutDown]);
    expect(signals).toEqual([client.signal, other.signal, other.signal]);
    expect(client.signal.reason).toEqual(new Error('left'));
  });

  it('leaves no listener on the signal of the caller', async () => {
    const caller = new AbortController();
    const remove = jest.spyOn(caller.signal, 'removeEventListener');
    await workWith(10).run(async () => 7, caller.signal);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  it('lets work finish while the application closes', async () => {
    const work = workWith(10_000);
    let finish: (value: string) => void = () => undefined;
    const running = work.run(() => new Promise<string>((resolve) => (finish = resolve)));
    const closing = work.beforeApplicationShutdown();
    finish('done');
    await expect(running).resolves.toBe('done');
    await closing;
  });

  it('ends what does not finish in time', async () => {
    const work = workWith(20);
    const running = work.run(endless).catch((error: unknown) => error);
    await work.beforeApplicationShutdown();
    expect(await running).toEqual(new UnavailableError('shutting down'));
  });

  it('has others end at the same time, and waits for all of them', async () => {
    const work = workWith(10_000);
    let finish: (value: string) => void = () => undefined;
    const running = work.run(() => new Promise<string>((resolve) => (finish = resolve)));
    const order: string[] = [];
    work.endWith(async () => {
      finish('done'); // while the awaited work is still running
      order.push('scrape', await running);
    });
    work.endLast(async () => void order.push('last'));
    await work.beforeApplicationShutdown().then(() => order.push('closed'));
    expect(order).toEqual(['scrape', 'done', 'last', 'closed']);
  });

  it('has everything end although others fail, and fails with the first of them', async () => {
    const work = workWith(10);
    const order: string[] = [];
    work.endWith(() => Promise.reject(new Error('first')));
    work.endWith(async () => {
      await setTimeout(20);
      order.push('slow');
    });
    work.endLast(() => Promise.reject(new Error('second')));
    work.endLast(async () => void order.push('last'));
    await expect(work.beforeApplicationShutdown()).rejects.toThrow('first');
    expect(order).toEqual(['slow', 'last']);
  });

  it('takes no work afterwards', async () => {
    const work = workWith(20);
    await work.beforeApplicationShutdown();
    await expect(work.run(async () => 7)).rejects.toEqual(new UnavailableError('shutting down'));
  });

  it('closes at once when nothing runs', async () => {
    const work = workWith(10_000);
    await work.run(async () => 7);
    const closing = work.beforeApplicationShutdown().then(() => 'closed');
    expect(await Promise.race([closing, setTimeout(5_000, 'late', { ref: false })])).toBe('closed');
  });
});
