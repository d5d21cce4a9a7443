import type { CachedResponse } from '../../ports/stores/page-cache.port.js';
import type { RowId } from './row-store.js';

/** A response that is not written yet. */
export interface PendingResponse {
  readonly id: RowId;
  readonly owner: string;
  /** Name of the requested URL. */
  readonly page: string;
  readonly response: CachedResponse;
}

/** Responses of this period share a transaction, which costs as much as three responses. */
const PERIOD_MS = 40;
/** Bodies that may be pending, of an owner and in all. */
const MAX_OWNER_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
/** Heap of a pending response without its body: headers are limited to 16 KiB, most have 1 KiB. */
const ENTRY_BYTES = 4 * 1024;

/**
 * Responses that a cache has accepted and not written yet. Writes those of a short period in one transaction, so that pages do not
 * wait for the disk. Responses that are pending when the process is killed are lost.
 */
export class PendingResponses {
  private readonly pending = new Map<string, PendingResponse>();
  private readonly ownerBytes = new Map<string, number>();
  private bytes = 0;
  private writing: Promise<void> | null = null;
  private endPeriod: () => void = () => undefined;
  private failure: { readonly cause: unknown } | null = null;

  constructor(private readonly write: (batch: readonly PendingResponse[]) => Promise<void>) {}

  get(owner: string, id: RowId): CachedResponse | null {
    return this.pending.get(keyOf({ owner, id }))?.response ?? null;
  }

  /**
   * Accepts a response; waits for the disk if too many are pending.
   * @throws the error of an earlier write
   */
  async add(response: PendingResponse): Promise<void> {
    this.throwFailure();
    this.drop(this.pending.get(keyOf(response)));
    this.pending.set(keyOf(response), response);
    this.weigh(response, sizeOf(response));
    this.writing ??= this.writeBatch();
    if (!this.isFull(response.owner)) return;
    await this.flush();
    this.throwFailure();
  }

  /** Writes everything that is pending. Errors are reported by the next {@link add}. */
  async flush(): Promise<void> {
    this.endPeriod();
    await this.writing;
    this.endPeriod(); // a batch that was being written did not contain the newest responses
    await this.writing;
  }

  private async writeBatch(): Promise<void> {
    await this.period();
    const batch = [...this.pending.values()];
    await this.write(batch).catch((cause: unknown) => (this.failure = { cause }));
    for (const one of batch) this.drop(one);
    this.writing = this.pending.size > 0 ? this.writeBatch() : null;
  }

  private period(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PERIOD_MS);
      this.endPeriod = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private isFull(owner: string): boolean {
    return this.bytes > MAX_BYTES || (this.ownerBytes.get(owner) ?? 0) > MAX_OWNER_BYTES;
  }

  /** Removes a response, unless a newer one has replaced it. */
  private drop(one: PendingResponse | undefined): void {
    if (one === undefined || this.pending.get(keyOf(one)) !== one) return;
    this.pending.delete(keyOf(one));
    this.weigh(one, -sizeOf(one));
  }

  private weigh({ owner }: PendingResponse, bytes: number): void {
    this.bytes += bytes;
    const sum = (this.ownerBytes.get(owner) ?? 0) + bytes;
    if (sum > 0) this.ownerBytes.set(owner, sum);
    else this.ownerBytes.delete(owner);
  }

  private throwFailure(): void {
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure.cause;
  }
}

const keyOf = ({ owner, id }: Pick<PendingResponse, 'owner' | 'id'>): string => `${owner}:${id}`;

const sizeOf = ({ response }: PendingResponse): number => response.body.length + ENTRY_BYTES;
