import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { paintDiff } from './paint-diff';
import { Terminal } from './terminal';

const DIFF = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n---- a rule\n+++i\n';

describe('paintDiff', () => {
  it('colors each line by its sign, and headers only before the first chunk', () => {
    const styles = paintDiff(DIFF)
      .split('\n')
      .map((line) =>
        line.startsWith('\u001b[') && line.endsWith('\u001b[0m') ? line.slice(2, line.indexOf('m')) : null,
      );
    expect(styles).toEqual(['1', '1', '36', null, '31', '32', null]);
  });

  it('is used on a terminal only, and what the page says cannot add colors', async () => {
    const before = { ...process.env };
    delete process.env['NO_COLOR'];
    process.env['TERM'] = 'xterm';
    const shown = await Promise.all(
      [true, false].map(async (isTTY) => {
        const stream = Object.assign(new PassThrough(), { isTTY });
        const terminal = new Terminal(stream as unknown as WriteStream, stream as unknown as WriteStream);
        await terminal.print('+a\u001b[2Jb\n', paintDiff);
        return String(stream.read());
      }),
    );
    process.env = before;
    expect(shown).toEqual(['\u001b[32m+a[2Jb\u001b[0m\n', '+a\u001b[2Jb\n']);
  });
});
