import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { OutputClosedError, Terminal } from './terminal';

function stream(isTTY: boolean, columns = 20) {
  const written = Object.assign(new PassThrough(), { isTTY, columns }) as unknown as WriteStream;
  return { written, text: () => String((written as unknown as PassThrough).read() ?? '') };
}

describe('the terminal', () => {
  it('gets results as they are unless somebody reads them on it', async () => {
    for (const [isTTY, shown] of [
      [false, 'a\u001b[31mb\n'],
      [true, 'a[31mb\n'],
    ] as const) {
      const output = stream(isTTY);
      await new Terminal(output.written, stream(false).written).print('a\u001b[31mb\n');
      expect(output.text()).toBe(shown);
    }
  });

  it('shows progress in one line, which a note takes away', () => {
    const errors = stream(true);
    const terminal = new Terminal(stream(true).written, errors.written);
    terminal.progress('1 pages http://a.example/\u001b[2J');
    expect(errors.text()).toBe('\r\u001b[K1 pages http://a.ex');
    terminal.note('done\nand over');
    expect(errors.text()).toBe('\r\u001b[Kdone and over\n');
  });

  it('shows no progress where nobody looks on', () => {
    const errors = stream(false);
    new Terminal(stream(false).written, errors.written).progress('1 pages');
    expect(errors.text()).toBe('');
  });

  it('tells an output that was closed from other failures', async () => {
    const output = stream(false);
    const terminal = new Terminal(output.written, stream(false).written);
    output.written.destroy();
    await expect(terminal.print('x')).rejects.toThrow(OutputClosedError);
  });
});
