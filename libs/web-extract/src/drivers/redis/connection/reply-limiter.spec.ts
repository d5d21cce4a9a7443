import { MOST_REPLY_BYTES, MOST_VALUE_BYTES, ReplyLimiter } from './reply-limiter.js';

describe('replies of Redis', () => {
  const value = (bytes: number) =>
    Buffer.concat([Buffer.from(`$${bytes}\r\n`), Buffer.alloc(bytes, 'x'), Buffer.from('\r\n')]);
  const ERROR = /^-ERR the reply is too large to be read: [^\r\n]+\r\n/;

  it('stay as they are below the bounds, however they are divided into chunks', () => {
    const texts = ['+OK\r\n', ':12\r\n', '*-1\r\n', '$-1\r\n', '*0\r\n', '-ERR no\r\n', '$0\r\n\r\n'];
    const nested = '*3\r\n$3\r\na\r\n\r\n*2\r\n:1\r\n$2\r\n*9\r\n+text\r\n';
    const reply = Buffer.from(texts.join('') + nested + '$5\r\n$9\r\n\n\r\n' + texts.join(''));
    for (const bytes of [1, 2, 3, 7, reply.length]) {
      const limiter = new ReplyLimiter();
      const passed: Buffer[] = [];
      for (let at = 0; at < reply.length; at += bytes)
        passed.push(limiter.pass(reply.subarray(at, at + bytes)));
      expect(Buffer.concat(passed).toString()).toBe(reply.toString());
    }
  });

  it.each([1 << 16, 1_000_003])(
    'lose a value above the bound and no other, in chunks of %i bytes',
    (bytes) => {
      const reply = Buffer.concat([
        Buffer.from('*2\r\n$1\r\na\r\n'),
        value(MOST_VALUE_BYTES + 1),
        Buffer.from('+OK\r\n'),
        value(MOST_VALUE_BYTES),
      ]);
      const limiter = new ReplyLimiter();
      const passed: Buffer[] = [];
      for (let at = 0; at < reply.length; at += bytes)
        passed.push(limiter.pass(reply.subarray(at, at + bytes)));
      const all = Buffer.concat(passed);
      const [head, rest] = [all.subarray(0, 11).toString(), all.subarray(11)];
      expect(head).toBe('*2\r\n$1\r\na\r\n');
      const error = ERROR.exec(rest.toString('latin1', 0, 200))![0];
      expect(
        rest.subarray(error.length).equals(Buffer.concat([Buffer.from('+OK\r\n'), value(MOST_VALUE_BYTES)])),
      ).toBe(true);
    },
  );

  it('count the values of one reply together, and begin anew with the next reply', () => {
    const limiter = new ReplyLimiter();
    const quarter = MOST_REPLY_BYTES / 4;
    limiter.pass(Buffer.from('*2\r\n*4\r\n'));
    for (let n = 0; n < 4; n += 1) expect(limiter.pass(value(quarter)).length).toBe(value(quarter).length);
    expect(limiter.pass(value(1)).toString()).toMatch(ERROR);
    expect(limiter.pass(value(quarter)).length).toBe(value(quarter).length);
  });
});
