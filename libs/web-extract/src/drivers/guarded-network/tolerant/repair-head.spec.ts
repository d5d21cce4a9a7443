import { repairHead } from './repair-head.js';

const repaired = (...lines: string[]) =>
  repairHead(['HTTP/1.1 200 OK', ...lines])
    .text.split('\r\n')
    .slice(1, -2);

describe('repairHead', () => {
  it.each([
    ['HTTP/1.1 200', 'HTTP/1.1 200 '],
    ['HTTP/1.0 404 Not Found', 'HTTP/1.0 404 Not Found'],
    ['http/1.1\t200\tFine', 'HTTP/1.1 200 Fine'],
    [' HTTP/2 200:OK', 'HTTP/1.1 200 OK'],
    ['HTTP/1. 1 \r200 O\x01K', 'HTTP/1.1 200 O K'],
  ])('reads the status line %j', (line, expected) => {
    expect(repairHead([line]).text.split('\r\n')[0]).toBe(expected);
  });

  it.each(['HTTP/1.1 20 OK', 'HTTP/1.1 2000 OK', 'HTTP/1.1 OK', 'HT TP/1.1 200 OK', 'ICY 200 OK', ''])(
    'refuses the status line %j and quotes it',
    (line) =>
      expect(() => repairHead([line])).toThrow(
        `it begins with ${JSON.stringify(line)} instead of a status line`,
      ),
  );

  it('drops lines without a name and with one that is no name', () => {
    expect(repaired('Hello there', 'X Powered By: PHP', ': x', 'Server: a', '\x91quoted\x92: b')).toEqual([
      'Server: a',
    ]);
  });

  it('removes blanks around names and values, and control characters', () => {
    expect(repaired('X-Powered-By : PHP\x02/4', 'Server:\t\tx ')).toEqual([
      'X-Powered-By: PHP /4',
      'Server: x',
    ]);
  });

  it('joins folded lines, except with a length, and reads a known field with a blank before it', () => {
    expect(repaired(' Server: first', 'A: b', '\tc', ' Location: /x', 'Content-Length: 5', ' more')).toEqual([
      'Server: first',
      'A: b c',
      'Location: /x',
      'Content-Length: 5',
    ]);
  });

  it.each([
    [['Content-Length: 42, 42', 'content-length: 42'], ['Content-Length: 42']],
    [['Content-Length: 030'], ['Content-Length: 30']],
    [['Content-Length: 42s'], []],
    [['Content-Length: -1'], []],
    [['Content-Length: 99999999999999999999'], []],
    [['Content-Length: 5', 'Transfer-Encoding: Chunked'], ['Transfer-Encoding: chunked']],
    [
      ['Content-Length: 5', 'Content-Length: 6', 'Transfer-Encoding: identity, chunked'],
      ['Transfer-Encoding: chunked'],
    ],
    [['Transfer-Encoding: gzip, chunked'], ['Content-Encoding: gzip', 'Transfer-Encoding: chunked']],
    [['Content-Length: 5', 'Transfer-Encoding: identity'], ['Content-Length: 5']],
    [['Content-Length: 5', 'Transfer-Encoding: gzip'], ['Content-Encoding: gzip']],
  ])('states once where the body of %j ends', (lines, expected) => {
    expect(repaired(...lines)).toEqual(expected);
  });

  it.each([
    [['Content-Length: 42', 'Content-Length: 41'], 'it states different lengths: "42, 41"'],
    [['Content-Length: 42,'], 'it states different lengths: "42, "'],
    [['Server: a\0b'], 'its header has a NUL character: "Server: a\\u0000b"'],
  ])('refuses %j', (lines, reason) => {
    expect(() => repaired(...lines)).toThrow(reason);
  });

  it('takes linear time for a head of folded lines and blanks', () => {
    const lines = ['A: b', ...Array.from({ length: 60_000 }, () => ' \t:'), ` ${' '.repeat(200_000)}x`];
    const started = performance.now();
    repaired(...lines);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
