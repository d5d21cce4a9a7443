import type { WriteStream } from 'node:tty';
import { hasColors } from '../colors';
import { fitColumns, printable, printableLines } from './printable';

/** Whoever read the output has gone, as `| head` does. */
export class OutputClosedError extends Error {}

const ERASE_LINE = '\r\u001b[K';

/** What the program says: results on its standard output, all else on its standard error. */
export class Terminal {
  private hasProgress = false;
  private outputError: Error | null = null;

  constructor(
    private readonly output: WriteStream,
    private readonly errors: WriteStream,
  ) {
    output.on('error', (error) => (this.outputError = error));
    errors.on('error', () => {}); // nobody is left to be told
  }

  /** Whether somebody looks on. */
  get isWatched(): boolean {
    return this.errors.isTTY;
  }

  /**
   * Writes a result as it is; to a terminal without what that would obey.
   * @param paint adds colors for a terminal that shows them
   * @throws OutputClosedError
   */
  async print(text: string, paint = (plain: string) => plain): Promise<void> {
    const plain = this.output.isTTY ? printableLines(text) : text;
    const shown = hasColors(this.output) ? paint(plain) : plain;
    await new Promise<void>((resolve, reject) => {
      this.output.write(shown, (error) => (error ? reject(this.failure(error)) : resolve()));
    });
  }

  /** One line about the work, whatever its text comes from. */
  note(line: string): void {
    this.endProgress();
    this.errors.write(`${printable(line)}\n`);
  }

  /** Shows where the work is, in one line that the next one replaces. Nothing where nobody looks on. */
  progress(line: string): void {
    if (!this.isWatched) return;
    this.hasProgress = true;
    this.errors.write(ERASE_LINE + fitColumns(printable(line), (this.errors.columns || 80) - 1));
  }

  endProgress(): void {
    if (this.hasProgress) this.errors.write(ERASE_LINE);
    this.hasProgress = false;
  }

  private failure(error: NodeJS.ErrnoException): Error {
    const { code } = (this.outputError as NodeJS.ErrnoException | null) ?? error;
    const isClosed = code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
    return isClosed ? new OutputClosedError('the output was closed') : error;
  }
}
