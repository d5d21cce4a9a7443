import { proxySignal } from './proxy-signal.js';

const passOn = proxySignal(structuredClone);

describe('what pdf.js says to itself', () => {
  it('is not copied where it is operators, only their lists, which it empties', () => {
    const glyphs = [{ unicode: 'a' }];
    const chunk = { fnArray: [44], argsArray: [[glyphs]], length: 1 };
    const said = passOn({ stream: 6, chunk });
    chunk.fnArray.length = chunk.argsArray.length = 0;
    expect(said.chunk.fnArray).toEqual([44]);
    expect(said.chunk.argsArray[0]![0]).toBe(glyphs);
    expect(said.stream).toBe(6);
  });

  it.each([[null], ['text'], [{ data: { chunk: [1] } }], [{ chunk: null }]])(
    'is copied otherwise: %j',
    (message) => {
      const copy = passOn(message);
      expect(copy).toEqual(message);
      if (message !== null && typeof message === 'object') expect(copy).not.toBe(message);
    },
  );

  it('hands over what is to be handed over', () => {
    const buffer = new ArrayBuffer(8);
    expect(passOn({ buffer }, { transfer: [buffer] }).buffer.byteLength).toBe(8);
    expect(buffer.byteLength).toBe(0);
  });
});
