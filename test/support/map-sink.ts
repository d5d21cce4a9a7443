import type { CorpusEntry, CorpusSink } from 'nestjs-web-extract/corpus';

/** An index in memory. */
export class MapSink implements CorpusSink {
  readonly rows = new Map<string, CorpusEntry>();
  /** Calls since the last look, as `+ /path` and `- id`. */
  private calls: string[] = [];
  upserted = 0;

  constructor(readonly name = 'map') {}

  async upsert(entries: readonly CorpusEntry[]): Promise<void> {
    for (const entry of entries) this.rows.set(entry.id, entry);
    this.upserted += entries.length;
    this.calls.push(`+ ${new URL(entries[0]!.pageUrl).pathname}`);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.rows.delete(id);
    this.calls.push('-');
  }

  /** The calls since the last look. */
  look(): string[] {
    const { calls } = this;
    this.calls = [];
    return calls;
  }

  /** All rows in the order of their ids. */
  content(): CorpusEntry[] {
    return [...this.rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  paths(): string[] {
    return [...new Set(this.content().map(({ pageUrl }) => new URL(pageUrl).pathname))].sort();
  }
}
