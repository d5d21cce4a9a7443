import type { CorpusEntry, CorpusSink } from 'nestjs-web-extract/corpus';
import type { Terminal } from '../terminal/terminal';

/** Writes changes of chunks as lines of JSON. */
export class LineOutput implements CorpusSink {
  readonly name = 'jsonl';

  constructor(private readonly terminal: Terminal) {}

  async upsert(entries: readonly CorpusEntry[]): Promise<void> {
    await this.print(entries.map((entry) => ({ type: 'upsert', ...entry })));
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.print(ids.map((id) => ({ type: 'delete', id })));
  }

  /** The reader has to drop all chunks. */
  async clear(): Promise<void> {
    await this.print([{ type: 'clear' }]);
  }

  private print(lines: readonly object[]): Promise<void> {
    return this.terminal.print(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}
