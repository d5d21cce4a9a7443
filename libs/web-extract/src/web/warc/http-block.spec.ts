import type { HeaderPair } from '../../model/page/kept-response.js';
import { httpBlock, originalHeaders } from './http-block.js';

const BODY = Buffer.from('text');
const headOf = (headers: readonly HeaderPair[]) =>
  String(httpBlock({ statusCode: 200, statusText: 'OK', headers }, BODY).block).split('\r\n');

describe('httpBlock', () => {
  it('renames headers of the wire and states the length of the decoded body', () => {
    const headers = [
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '9'],
      ['X-One', '1'],
    ] as const;
    expect(headOf(headers)).toEqual([
      'HTTP/1.1 200 OK',
      'X-Archive-Orig-Content-Encoding: gzip',
      'X-Archive-Orig-Content-Length: 9',
      'X-One: 1',
      'Content-Length: 4',
      '',
      'text',
    ]);
  });

  it('keeps a length that is right, and headers in their order', () => {
    const headers = [
      ['b', '1'],
      ['content-length', '4'],
      ['a', '2'],
      ['b', '3'],
    ] as const;
    expect(headOf(headers).slice(1, 5)).toEqual(['b: 1', 'content-length: 4', 'a: 2', 'b: 3']);
  });

  it('writes no line break that a letter becomes when it is encoded', () => {
    const broken = '\u010aX-Forged: 1\u010d\u010a\u0100';
    const { block } = httpBlock(
      { statusCode: 200, statusText: broken, headers: [['A', broken]] },
      Buffer.from('text'),
    );
    expect(block.toString().split('\r\n')).toEqual([`HTTP/1.1 200 ${broken}`, `A: ${broken}`, 'Content-Length: 4', '', 'text']); // prettier-ignore
    expect(block.filter((byte) => byte === 10 || byte === 13 || byte === 0)).toHaveLength(8);
  });

  it('writes no line that a value begins, and no invalid name', () => {
    const headers = [
      ['X-One', 'a\r\nSet-Cookie: b'],
      ['bad name', 'c'],
    ] as const;
    expect(headOf(headers).slice(1, 3)).toEqual(['X-One: a Set-Cookie: b', 'Content-Length: 4']);
  });
});

describe('originalHeaders', () => {
  it('returns the headers as they were received', () => {
    const headers: HeaderPair[] = [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Encoding', 'br'],
      ['X-One', '1'],
    ];
    const lines = headOf(headers).slice(1, -2);
    const pairs = lines.map((line) => line.split(': ') as [string, string]);
    expect(originalHeaders(pairs)).toEqual(headers);
  });
});
