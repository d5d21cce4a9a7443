import { HeadReader } from './head-reader.js';

const MAX = 1_000;
/** Reads text in parts. @returns what the parser receives */
const read = (...parts: string[]) => {
  const reader = new HeadReader(MAX);
  return parts
    .flatMap((part) => reader.read(Buffer.from(part, 'latin1')).map((bytes) => bytes.toString('latin1')))
    .join('');
};
const BODY = 'body\r\n\r\n\n with  blank lines\n';

describe('HeadReader', () => {
  it('leaves a valid response as it is, in parts of any size', () => {
    const text = `HTTP/1.1 200 OK\r\nServer: a\r\n\r\n${BODY}`;
    expect(read(text)).toBe(text);
    expect(read(...text)).toBe(text);
  });

  it('drops interim heads, also those that were not requested', () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
    expect(read(`${interim}HTTP/1.1 204 No\r\n\r\n`)).toBe('HTTP/1.1 204 No\r\n\r\n');
  });

  it('reads lines that end with LF alone, and empty lines before the status line', () => {
    expect(read(`\r\n\nHTTP/1.1 200 OK\nServer: a\n\n${BODY}`)).toBe(
      `HTTP/1.1 200 OK\r\nServer: a\r\n\r\n${BODY}`,
    );
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'it begins with "SSH-2.0-OpenSSH_9.6'],
    ['<html>without any end of line', 'it begins with "<html>without any end of line"'],
    ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(20), 'it sends interim answers without end'],
    [`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(MAX)}`, 'Headers Overflow Error'],
    [`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(MAX)}`, 'Headers Overflow Error'],
  ])('refuses %j', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});
