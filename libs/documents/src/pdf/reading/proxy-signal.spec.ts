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

  it.each([
    [null],
    ['text'],
    [{ data: { chunk: [1] } }],
    [{ chunk: null }],
    [{ action: 'GetPage', callbackId: 1, data: { pageIndex: 0 } }],
    [{ data: { deep: { deeper: { deepest: 1 } } } }],
    [{ data: new Map([[1, new Uint8Array(2)]]) }],
    [JSON.parse('{"data":{"__proto__":1}}')],
  ])('is copied otherwise: %j', (message) => {
    const copy = passOn(message);
    expect(copy).toEqual(message);
    if (message !== null && typeof message === 'object') expect(copy).not.toBe(message);
  });

  it('shares no object with its copy', () => {
    const message = { data: { pageIndex: 0 } };
    const copy = passOn(message);
    message.data.pageIndex = 1;
    expect(copy.data.pageIndex).toBe(0);
  });

  it.each([[{ data: () => 1 }], [{ data: { of: Symbol('x') } }]])(
    'is refused if it cannot be sent',
    (message) => {
      expect(() => passOn(message)).toThrow('could not be cloned');
    },
  );

  it('hands over what is to be handed over', () => {
    const buffer = new ArrayBuffer(8);
    expect(passOn({ buffer }, { transfer: [buffer] }).buffer.byteLength).toBe(8);
    expect(buffer.byteLength).toBe(0);
  });
});
