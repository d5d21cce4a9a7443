import type { WriteStream } from 'node:tty';
import { hasColors } from '../../colors';
import { fitColumns, printable, printableLines } from './printable';

/** The reader of the output has closed it, as `| head` does. */
export class OutputClosedError extends Error {}

const ERASE_LINE = '\r\u001b[K';

/** Output of the program: results on standard output, messages on standard error. */
export class Terminal {
  private hasProgress = false;
  private outputError: Error | null = null;

  constructor(
    private readonly output: WriteStream,
    private readonly errors: WriteStream,
  ) {
    output.on('error', (error) => (this.outputError = error));
    errors.on('error', () => {}); // no stream is left to report to
  }

  /** True if messages are shown on a terminal. */
  get isWatched(): boolean {
    return this.errors.isTTY;
  }

  /**
   * Writes a result unchanged; on a terminal without control characters.
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

  /** Writes one line about the work; its text may be untrusted. */
  note(line: string): void {
    this.endProgress();
    this.errors.write(`${printable(line)}\n`);
  }

  /** Shows the progress in one line that the next one replaces. No output without a terminal. */
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
