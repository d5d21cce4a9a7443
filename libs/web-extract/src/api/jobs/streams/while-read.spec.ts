import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileStream } from './json-document-stream.js';
import { UNREAD_MS } from './while-read.js';

describe('a streamed file', () => {
  let isReleased: boolean;
  let stream: Readable;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    isReleased = false;
    stream = fileStream(chunks(), 'application/warc').getStream();
    stream.on('error', () => {});
  });
  afterEach(() => jest.useRealTimers());

  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(64 * 1024);
    } finally {
      isReleased = true;
    }
  }

  it('ends when its client takes nothing for a minute, and releases its source', async () => {
    await once(stream, 'readable');
    const closed = new Promise((resolve) => stream.once('close', resolve));
    await jest.advanceTimersByTimeAsync(UNREAD_MS - 1);
    expect(stream.destroyed).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await closed;
    expect([stream.errored?.message, isReleased]).toEqual(['Nothing was read for 60 s', true]);
  });

  it('goes on while its client reads slowly', async () => {
    for (let round = 0; round < 5; round++) {
      if (stream.readableLength === 0) await once(stream, 'readable');
      stream.read();
      await jest.advanceTimersByTimeAsync(UNREAD_MS / 2);
    }
    expect(stream.destroyed).toBe(false);
    stream.destroy();
    await once(stream, 'close');
    expect([jest.getTimerCount(), isReleased]).toEqual([0, true]);
  });
});
