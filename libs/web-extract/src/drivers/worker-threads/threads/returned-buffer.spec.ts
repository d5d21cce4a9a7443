import { ReturnedBuffer } from './returned-buffer.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('ReturnedBuffer', () => {
  it('copies bodies, one after the other into the same memory', () => {
    const memory = new ReturnedBuffer();
    const page = bytesOf('a page');
    const first = memory.fill(page);
    expect(first).toEqual(page);
    expect(first.buffer).not.toBe(page.buffer);
    memory.takeBack(first.buffer);
    const second = memory.fill(bytesOf('another page'));
    expect(second).toEqual(bytesOf('another page'));
    expect(second.buffer).toBe(first.buffer);
  });

  it('clears what a longer body has left', () => {
    const memory = new ReturnedBuffer();
    for (const text of ['a secret of one owner', '', 'a page']) {
      const { buffer } = memory.fill(bytesOf(text));
      expect(Buffer.from(buffer).toString().replaceAll('\0', '')).toBe(text);
      memory.takeBack(buffer);
    }
  });

  it('grows with its bodies and keeps its size', () => {
    const memory = new ReturnedBuffer();
    const sizes = [10, 65_536, 65_537, 300_000, 10].map((length) => {
      const { buffer } = memory.fill(new Uint8Array(length));
      memory.takeBack(buffer);
      return buffer.byteLength;
    });
    expect(sizes).toEqual([65_536, 65_536, 131_072, 524_288, 524_288]);
  });

  it('takes other memory where the last did not come back', () => {
    const memory = new ReturnedBuffer();
    const lost = memory.fill(bytesOf('a page'));
    expect(memory.fill(bytesOf('next')).buffer).not.toBe(lost.buffer);
  });
});
