import { gzipSync } from 'node:zlib';
import { membersOf, readRecord } from './read-records.js';
import { newRecordId, writeRecord } from './warc-record.js';

const record = (text: string) =>
  writeRecord({
    type: 'resource',
    id: newRecordId(),
    at: 0,
    targetUri: 'https://example.com/',
    contentType: 'text/plain',
    block: Buffer.from(text),
  });

describe('reading records', () => {
  it('finds each record of a file', async () => {
    const file = Buffer.concat([await record('one'), await record(''), await record('line\r\n\r\nline')]);
    const records = membersOf(file).map(readRecord);
    expect(records.map(({ block }) => String(block))).toEqual(['one', '', 'line\r\n\r\nline']);
    expect(records[0]?.fields).toMatchObject({
      'warc-type': 'resource',
      'warc-target-uri': 'https://example.com/',
    });
  });

  it('skips optional fields of gzip headers', () => {
    const plain = gzipSync('WARC/1.1\r\nContent-Length: 1\r\n\r\na\r\n\r\n');
    const named = Buffer.concat([plain.subarray(0, 10), Buffer.from('name\0'), plain.subarray(10)]);
    named[3] = 8;
    expect(membersOf(named)).toEqual([named]);
    expect(String(readRecord(named).block)).toBe('a');
  });

  it.each([
    ['a file that is not packed', () => Buffer.from('WARC/1.1\r\n')],
    ['a record that was cut', async () => (await record('some text')).subarray(0, -9)],
  ])('throws for %s', async (_, make) => {
    const file = await make();
    expect(() => membersOf(file)).toThrow(RangeError);
  });

  it('throws for a record that is larger than any that is written', () => {
    const bomb = gzipSync(Buffer.alloc(257 * 1024 * 1024), { level: 1 });
    expect(() => membersOf(bomb)).toThrow(RangeError);
    expect(() => readRecord(bomb)).toThrow(RangeError);
  });

  it('throws for a record that is shorter than it states', () => {
    expect(() => readRecord(gzipSync('WARC/1.1\r\nContent-Length: 9\r\n\r\na'))).toThrow(RangeError);
  });
});
