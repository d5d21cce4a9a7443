import { UnavailableError } from '../../model/errors.js';
import type { ApiKeyGuard, IncomingRequest } from './api-key.guard.js';
import { KeyWatch } from './key-watch.js';

const requestOf = (name: string): IncomingRequest => ({ headers: { authorization: name } });
const nameIn = ({ headers }: IncomingRequest) => String(headers['authorization']);

describe('KeyWatch', () => {
  let watch: KeyWatch;
  let asked: string[];
  let answer: (name: string) => boolean | Promise<boolean>;

  beforeEach(() => {
    jest.useFakeTimers();
    asked = [];
    const guard = {
      nameOf: (request: IncomingRequest) => (nameIn(request) === 'open' ? null : nameIn(request)),
      isStillAccepted: async (request: IncomingRequest) => {
        asked.push(nameIn(request));
        return answer(nameIn(request));
      },
    };
    watch = new KeyWatch(guard as unknown as ApiKeyGuard);
  });
  afterEach(() => {
    watch.beforeApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('ends the answers of a key that is no longer accepted, within 5 s, and no others', async () => {
    const ended: string[] = [];
    for (const name of ['gone', 'gone', 'stays']) watch.watch(requestOf(name), () => ended.push(name));
    answer = (name) => name !== 'gone';
    await jest.advanceTimersByTimeAsync(4_000);
    expect(ended).toEqual(['gone', 'gone']);
  });

  it('checks every key in each round, however many there are, and each once', async () => {
    for (let n = 0; n < 1_000; n++) watch.watch(requestOf(`key ${n % 500}`), () => {});
    answer = () => true;
    await jest.advanceTimersByTimeAsync(2_000);
    expect([asked.length, new Set(asked).size]).toEqual([500, 500]);
  });

  it('is not held up by a check that hangs', async () => {
    const ended: string[] = [];
    for (const name of ['hangs', 'gone']) watch.watch(requestOf(name), () => ended.push(name));
    let isGone = false;
    answer = (name) => (name === 'hangs' ? new Promise(() => {}) : !isGone);
    await jest.advanceTimersByTimeAsync(2_000);
    isGone = true;
    await jest.advanceTimersByTimeAsync(2_000);
    expect([ended, asked.filter((name) => name === 'hangs')]).toEqual([['gone'], ['hangs']]);
  });

  it('ends nothing while keys cannot be checked', async () => {
    const ended: string[] = [];
    watch.watch(requestOf('key'), () => ended.push('key'));
    answer = () => Promise.reject(new UnavailableError('away'));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ended).toEqual([]);
  });

  it('watches nothing where no key is needed, or when all have left', async () => {
    watch.watch(requestOf('open'), () => {});
    const leave = watch.watch(requestOf('key'), () => {});
    leave();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
  });
});
