import { withDeadline } from '../../concurrency/with-deadline.js';
import type { CorpusEntry, CorpusSink, SinkCall } from '../../model/corpus.js';
import { SinkTimeoutError } from '../../model/errors.js';

/** Chunks or ids of one call. */
const MAX_ITEMS = 500;

/** Calls a sink of the host, each time with a deadline. */
export class SinkCalls {
  constructor(
    private readonly sink: CorpusSink,
    private readonly timeoutMs: number,
    private readonly signal: AbortSignal,
  ) {}

  async upsert(entries: readonly CorpusEntry[]): Promise<void> {
    for (const part of inParts(entries)) await this.call('upsert', (call) => this.sink.upsert(part, call));
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const part of inParts(ids)) await this.call('remove', (call) => this.sink.remove(part, call));
  }

  async clear(): Promise<void> {
    if (this.sink.clear) await this.call('clear', (call) => this.sink.clear!(call));
  }

  /** @throws the error of the sink, SinkTimeoutError, the reason of the signal */
  private async call(method: 'upsert' | 'remove' | 'clear', run: (call: SinkCall) => unknown): Promise<void> {
    const onTimeout = () => new SinkTimeoutError(this.sink.name, method, this.timeoutMs);
    await withDeadline(this.timeoutMs, this.signal, onTimeout, async (signal) => {
      signal.throwIfAborted();
      await run({ signal });
    });
  }
}

function* inParts<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += MAX_ITEMS) yield items.slice(at, at + MAX_ITEMS);
}
