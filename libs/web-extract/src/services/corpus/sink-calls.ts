import { withDeadline } from '../../concurrency/with-deadline.js';
import type { CorpusEntry, CorpusSink, SinkCall } from '../../model/corpus.js';
import { InvalidRequestError, SinkTimeoutError } from '../../model/errors.js';

/** Chunks or ids of one call. */
const MAX_ITEMS = 500;

const MAX_EPOCH_CHARS = 256;

type SinkMethod = 'upsert' | 'remove' | 'clear' | 'epoch';

type SignalCall = Pick<SinkCall, 'signal'>;

/** Fields of a call that commits its effects. */
export type CallEffects = Pick<SinkCall, 'transaction'> | Pick<SinkCall, 'acknowledge'>;

/** Calls a sink of the host, each time with a deadline. */
export class SinkCalls {
  constructor(
    private readonly sink: CorpusSink,
    private readonly timeoutMs: number,
    private readonly signal: AbortSignal,
  ) {}

  async upsert(entries: readonly CorpusEntry[], effects?: CallEffects): Promise<void> {
    for (const part of inParts(entries))
      await this.call('upsert', (call) => this.sink.upsert(part, { ...call, ...effects } as SinkCall));
  }

  async remove(ids: readonly string[], effects?: CallEffects): Promise<void> {
    for (const part of inParts(ids))
      await this.call('remove', (call) => this.sink.remove(part, { ...call, ...effects } as SinkCall));
  }

  get canClear(): boolean {
    return this.sink.clear !== undefined;
  }

  async clear(effects?: CallEffects): Promise<void> {
    if (this.sink.clear)
      await this.call('clear', (call) => this.sink.clear!({ ...call, ...effects } as SinkCall));
  }

  /** Undefined if the sink does not state an epoch. @throws InvalidRequestError */
  async epoch(): Promise<string | null | undefined> {
    if (!this.sink.epoch) return undefined;
    const epoch: unknown = await this.call('epoch', (call) => this.sink.epoch!(call));
    if (epoch === null || (typeof epoch === 'string' && epoch !== '' && epoch.length <= MAX_EPOCH_CHARS))
      return epoch;
    throw InvalidRequestError.at(['sink', 'epoch'], { code: 'text', mostChars: MAX_EPOCH_CHARS });
  }

  /** @throws the error of the sink, SinkTimeoutError, the reason of the signal */
  private async call<T>(method: SinkMethod, run: (call: SignalCall) => T | Promise<T>): Promise<T> {
    const onTimeout = () => new SinkTimeoutError(this.sink.name, method, this.timeoutMs);
    return withDeadline(this.timeoutMs, this.signal, onTimeout, async (signal) => {
      signal.throwIfAborted();
      return await run({ signal });
    });
  }
}

/** Number of calls for these items. */
export const callsFor = (items: readonly unknown[]): number => Math.ceil(items.length / MAX_ITEMS);

/** Parts for one call each. */
export function* inParts<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += MAX_ITEMS) yield items.slice(at, at + MAX_ITEMS);
}
