import type { FileHandle } from 'node:fs/promises';
import { openToAppend } from './safe-files';

const LINE_BREAK = 0x0a;
const BLOCK_BYTES = 1024 * 1024;

/** An append-only file of lines that survives a crash: an incomplete last line is dropped. */
export class LineLog {
  private constructor(
    private readonly file: FileHandle,
    private end: number,
    /** Whole lines. */
    private lineCount: number,
  ) {}

  /** @param most lines that are kept; later ones are dropped. @throws CommandError if it is a link */
  static async open(path: string, most: number): Promise<LineLog> {
    const file = await openToAppend(path);
    const { count, end } = await measure(file, most);
    await file.truncate(end);
    return new LineLog(file, end, count);
  }

  get count(): number {
    return this.lineCount;
  }

  async append(text: string): Promise<void> {
    const line = Buffer.from(`${text}\n`);
    await this.file.appendFile(line);
    this.end += line.length;
    this.lineCount++;
  }

  /** The lines so far, in order. */
  async *lines(): AsyncGenerator<string> {
    const stream = this.file.createReadStream({
      start: 0,
      end: this.end,
      autoClose: false,
      encoding: 'utf8',
    });
    let rest = '';
    for await (const block of stream as AsyncIterable<string>) {
      const parts = (rest + block).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  }

  /** Everything is on the disk then. */
  async close(): Promise<void> {
    await this.file.sync();
    await this.file.close();
  }
}

/** Counts complete lines, up to `most`, and returns the end position of the last one. */
async function measure(file: FileHandle, most: number): Promise<{ count: number; end: number }> {
  const block = Buffer.alloc(BLOCK_BYTES);
  let count = 0;
  let end = 0;
  for (let position = 0; count < most;) {
    const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, position);
    if (bytesRead === 0) break;
    for (let at = block.indexOf(LINE_BREAK); at >= 0 && at < bytesRead && count < most;) {
      count++;
      end = position + at + 1;
      at = block.indexOf(LINE_BREAK, at + 1);
    }
    position += bytesRead;
  }
  return { count, end };
}
