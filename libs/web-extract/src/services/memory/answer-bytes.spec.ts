import { RateLimitedError } from '../../model/errors.js';
import { ANSWER_BOUNDS, AnswerBytes } from './answer-bytes.js';
import type { AnswerClient } from './answer-client.js';
import { MAX_LINE_BYTES } from './answer-line.js';

const MIB = 1024 * 1024;
const { maxOwnerBytes } = ANSWER_BOUNDS;

describe('AnswerBytes', () => {
  let now: number;

  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: false });
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const pass = async (ms: number) => {
    now += ms;
    await jest.advanceTimersByTimeAsync(ms);
  };

  /** Whole answers of `bytes` each that an owner is given before one is refused. */
  function fill(answers: AnswerBytes, owner: string, bytes: number): AnswerClient[] {
    const clients: AnswerClient[] = [];
    for (;;) {
      const client = answers.client(owner);
      if (!client.tryHold({}, bytes)) return clients;
      clients.push(client);
    }
  }

  /** Parts of `bytes` each that clients of an owner are reading, and how many of them were read. */
  function readAll(answers: AnswerBytes, owner: string, { count, bytes }: { count: number; bytes: number }) {
    const state = { read: 0, failed: 0, gone: 0 };
    const clients = Array.from({ length: count }, () => {
      const client = answers.client(owner);
      client.onSlow = () => state.gone++;
      client
        .read(
          async () => ({}),
          (part) => ({ part, bytes }),
        )
        .then(
          () => state.read++,
          () => state.failed++,
        );
      return client;
    });
    return { state, clients };
  }

  it('bounds whole answers of one owner, and of a hundred together', () => {
    const answers = new AnswerBytes();
    const own = fill(answers, 'a', MIB).length;
    expect([own * MIB <= maxOwnerBytes, own > 90]).toEqual([true, true]);
    const others = Array.from({ length: 100 }, (_, n) => fill(answers, `owner ${n}`, 10 * MIB).length);
    expect(others[0]).toBeGreaterThan(0);
    const all = others.reduce((sum, one) => sum + 10 * one, own);
    expect(all * MIB).toBeLessThanOrEqual(ANSWER_BOUNDS.maxBytes);
  });

  /** Complete answers of `bytes` each; those without room wait. */
  function holdAll(answers: AnswerBytes, owner: string, { count, bytes }: { count: number; bytes: number }) {
    const state = { held: 0, refused: 0 };
    const clients = Array.from({ length: count }, () => {
      const client = answers.client(owner);
      if (client.tryHold({}, bytes)) state.held++;
      else
        client.holdWhenFree({}, bytes, new AbortController().signal).then(
          () => state.held++,
          () => state.refused++,
        );
      return client;
    });
    return { state, clients };
  }

  it('makes complete answers without room wait: ten of 20 MiB at once, all of which are taken', async () => {
    const answers = new AnswerBytes();
    const { state, clients } = holdAll(answers, 'a', { count: 10, bytes: 20 * MIB });
    await pass(1);
    expect(state).toEqual({ held: 4, refused: 0 });
    for (const client of clients) {
      client.release();
      await pass(1);
    }
    expect(state).toEqual({ held: 10, refused: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('bounds the complete answers that wait, of one owner and of a hundred', async () => {
    const answers = new AnswerBytes();
    const own = holdAll(answers, 'a', { count: 100, bytes: 10 * MIB });
    const others = Array.from({ length: 100 }, (_, n) =>
      holdAll(answers, `owner ${n}`, { count: 2, bytes: 10 * MIB }),
    );
    await pass(1);
    expect(own.state.refused).toBeGreaterThanOrEqual(100 - (maxOwnerBytes + MAX_LINE_BYTES) / (10 * MIB));
    const refused = others.reduce((sum, { state }) => sum + state.refused, own.state.refused);
    const most = (ANSWER_BOUNDS.maxBytes + 1.25 * MAX_LINE_BYTES) / (10 * MIB);
    expect(refused).toBeGreaterThanOrEqual(300 - Math.ceil(most));
  });

  it('disconnects slow clients for a complete answer that waits', async () => {
    const answers = new AnswerBytes();
    const stalled = fill(answers, 'a', 20 * MIB);
    const gone = jest.fn();
    for (const client of stalled) client.onSlow = gone;
    const late = holdAll(answers, 'a', { count: 1, bytes: 20 * MIB });
    await pass(30_000);
    expect([late.state.held, gone.mock.calls.length]).toEqual([1, 1]);
  });

  it('refuses a complete answer that found no room in a minute, and one whose client has left', async () => {
    const answers = new AnswerBytes();
    const large = answers.client('a');
    large.tryHold({}, 500 * MIB);
    const stop = new AbortController();
    const left = answers.client('a').holdWhenFree({}, MIB, stop.signal);
    const late = answers.client('a').holdWhenFree({}, MIB, new AbortController().signal);
    const expected = [
      expect(left).rejects.toThrow('The client has left'),
      expect(late).rejects.toThrow(RateLimitedError),
    ];
    stop.abort();
    await pass(60_000);
    await Promise.all(expected);
    large.release();
    expect(fill(answers, 'a', MIB).length).toBeGreaterThan(90);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('bounds parts of one owner, and of a hundred together, whose size is known only after the read', async () => {
    const answers = new AnswerBytes();
    const own = readAll(answers, 'a', { count: 500, bytes: 12 * MIB });
    await pass(1);
    expect(own.state.read).toBeGreaterThan(0);
    expect(own.state.read * 12 * MIB).toBeLessThanOrEqual(maxOwnerBytes);
    const others = Array.from({ length: 100 }, (_, n) => readAll(answers, `${n}`, { count: 5, bytes: MIB }));
    await pass(1);
    const all = others.reduce((sum, { state }) => sum + state.read, 0);
    expect(all).toBeGreaterThan(0);
    expect(all * MIB).toBeLessThanOrEqual(0.5 * maxOwnerBytes);
  });

  it('disconnects the slowest client of the largest owner while another read waits', async () => {
    const answers = new AnswerBytes();
    const own = readAll(answers, 'a', { count: 20, bytes: 48 * MIB });
    await pass(1);
    const other = readAll(answers, 'b', { count: 1, bytes: MIB });
    await pass(4_000);
    expect([own.state.gone, other.state.gone]).toEqual([0, 0]);
    await pass(60_000);
    expect(own.state.gone).toBeGreaterThan(0);
    expect(other.state.read).toBe(1);
  });

  it('disconnects no client while no read waits', async () => {
    const answers = new AnswerBytes();
    const { state } = readAll(answers, 'a', { count: 1, bytes: 50 * MIB });
    await pass(600_000);
    expect(state).toEqual({ read: 1, failed: 0, gone: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('disconnects slow clients at once where a whole answer needs their room', () => {
    const answers = new AnswerBytes();
    const clients = fill(answers, 'a', 10 * MIB);
    const gone = jest.fn();
    for (const client of clients) client.onSlow = gone;
    expect(answers.client('a').tryHold({}, 10 * MIB)).toBe(false);
    now += 60_000;
    expect(answers.client('a').tryHold({}, 10 * MIB)).toBe(true);
    expect(gone).toHaveBeenCalledTimes(1);
  });

  it('counts a part that a hundred clients share once, until the last of them has taken it', async () => {
    const answers = new AnswerBytes();
    const part = {};
    const clients = Array.from({ length: 100 }, () => answers.client('a'));
    const reads = clients.map((client) =>
      client.read(
        async () => part,
        () => ({ part, bytes: 50 * MIB }),
      ),
    );
    await Promise.all(reads);
    for (const client of clients.slice(1)) client.release();
    expect(fill(answers, 'a', MIB).length).toBeLessThan(50);
    clients[0]!.release();
    clients[0]!.release();
    expect(fill(answers, 'b', MIB).length).toBeGreaterThan(20);
  });

  it('accepts one answer that is larger than the bound', () => {
    const answers = new AnswerBytes();
    const client = answers.client('a');
    expect(client.tryHold({}, 2 * maxOwnerBytes)).toBe(true);
    expect(answers.client('a').tryHold({}, MIB)).toBe(false);
    client.release();
    expect(answers.client('a').tryHold({}, MIB)).toBe(true);
  });

  it('ends a wait with the signal, with the deadline, and keeps no room for it', async () => {
    const answers = new AnswerBytes();
    const large = answers.client('a');
    large.tryHold({}, 500 * MIB);
    const stop = new AbortController();
    const wait = (signal?: AbortSignal) =>
      answers.client('a').read(
        async () => ({}),
        (part) => ({ part, bytes: 1 }),
        signal,
      );
    const left = expect(wait(stop.signal)).rejects.toThrow('The client has left');
    const late = expect(wait()).rejects.toThrow(RateLimitedError);
    stop.abort();
    await pass(60_000);
    await Promise.all([left, late]);
    large.release();
    expect(fill(answers, 'a', MIB).length).toBeGreaterThan(90);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('releases the room of a read that fails', async () => {
    const answers = new AnswerBytes();
    const failing = () => Promise.reject(new Error('out of reach'));
    const read = answers.client('a').read(failing, (part: object) => ({ part, bytes: MIB }));
    await expect(read).rejects.toThrow('out of reach');
    expect(fill(answers, 'a', MIB).length).toBeGreaterThan(90);
  });
});
