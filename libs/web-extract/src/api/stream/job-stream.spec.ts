import { once } from 'node:events';
import { EVENT_STREAM, NDJSON, streamOf } from './job-stream.js';

const HEARTBEAT_MS = 15_000;
const STALLED_MS = 30_000;

describe('a stream of a job', () => {
  let given: number;
  let hasEnded: boolean;
  let stop: AbortController;

  beforeEach(() => {
    [given, hasEnded, stop] = [0, false, new AbortController()];
  });

  async function* texts(count: number, bytes = 10): AsyncGenerator<Buffer> {
    try {
      for (; given < count; given++) yield Buffer.alloc(bytes, 'x');
    } finally {
      hasEnded = true;
    }
  }

  const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<number> => {
    let bytes = 0;
    for await (const chunk of stream) bytes += chunk.length;
    return bytes;
  };

  it('has all texts, ends with them, and tells that nobody reads any more', async () => {
    const file = streamOf(texts(3), NDJSON, stop);
    expect(file.getHeaders().type).toBe('application/x-ndjson; charset=utf-8');
    expect(await bytesOf(file.getStream())).toBe(1 + 30);
    expect([hasEnded, stop.signal.aborted]).toEqual([true, true]);
  });

  it('asks for no more than its reader takes', async () => {
    const stream = streamOf(texts(1_000, 200_000), NDJSON, stop).getStream();
    stream.read(0);
    await once(stream, 'readable');
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(given).toBeLessThanOrEqual(2);
    expect(stream.readableLength).toBeLessThan(300_000);
    stream.destroy();
    await once(stream, 'close');
    expect(stop.signal.aborted).toBe(true);
  });

  describe('with a clock', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
    afterEach(() => jest.useRealTimers());

    const turns = async () => {
      for (let n = 0; n < 10; n++) await new Promise((resolve) => setImmediate(resolve));
    };

    it('beats while there is nothing to tell', async () => {
      const silent = async function* (): AsyncGenerator<Buffer> {
        await once(stop.signal, 'abort');
        yield* [];
      };
      const stream = streamOf(silent(), EVENT_STREAM, stop).getStream();
      let text = '';
      stream.on('data', (chunk) => (text += String(chunk)));
      await turns();
      expect(text).toBe(':\n\n');
      jest.advanceTimersByTime(HEARTBEAT_MS);
      await turns();
      expect(text).toBe(':\n\n:\n\n');
      stop.abort();
      await once(stream, 'close');
      expect(jest.getTimerCount()).toBe(0);
    });

    it('leaves a reader that takes nothing', async () => {
      const stream = streamOf(texts(10, 200_000), NDJSON, stop).getStream();
      const failed = once(stream, 'error');
      stream.read(0);
      await turns();
      jest.advanceTimersByTime(STALLED_MS);
      expect(String((await failed)[0])).toContain('Nothing was read for 30 s');
      expect(stop.signal.aborted).toBe(true);
    });
  });
});
