import type { Dispatcher } from 'undici';
import { LARGE_BODY_BYTES } from '../../pipeline/body-room.js';
import { beginsLikeDocument } from '@web-extract/documents/markup/decode/signatures.js';
import { joinInSteps } from '../../model/join-in-steps.js';

type RawHeaders = Dispatcher.DispatchController['rawHeaders'];
type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** A response as it came over the wire. */
export interface RawResponse {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: IncomingHeaders;
  /** Names and values by turns, as sent. */
  readonly rawHeaders: RawHeaders;
  /** Still compressed. */
  readonly bytes: Uint8Array;
  /** Why the body ended early; `null` when it is complete. */
  readonly cut: BodyCut | null;
  /** The cap that held for this body. */
  readonly maxBytes: number;
}

type ResponseHead = Pick<RawResponse, 'statusCode' | 'statusText' | 'headers' | 'rawHeaders'>;

export type BodyCut = 'too-large' | 'stalled' | 'too-slow' | Error;

export interface ReadLimits {
  readonly maxBytes: number;
  /** Counts instead of `maxBytes` once the first bytes are those of a document. */
  readonly maxDocumentBytes: number;
  readonly stallTimeoutMs: number;
  /** A body that says it is larger than `maxBytes` is not even begun. */
  readonly allOrNothing: boolean;
  /** Waits for room before a large body is read on. Absent: nothing has to be waited for. */
  readonly admitLarge?: ((bytes: number) => Promise<void>) | undefined;
}

/** Minimum number of bytes in every `stallTimeoutMs`. Below it the body ends with the bytes received so far. */
const MIN_PROGRESS_BYTES = 1024;
/**
 * The minimum doubles with each window up to this value, to stop bodies that only drip. With windows of 10 s that is
 * 0.8 kB/s
 * after half a minute, 6.5 kB/s after a minute and 26 kB/s at most.
 */
const MOST_PROGRESS_BYTES = 256 * 1024;

/** Collects one response and monitors its size and progress. Bytes received before a failure are kept. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private head: ResponseHead | null = null;
  private limits: ReadLimits = { maxBytes: 0, maxDocumentBytes: 0, stallTimeoutMs: 0, allOrNothing: true };
  private statedBytes = 0;
  private readonly chunks: Uint8Array[] = [];
  private received = 0;
  private windowStart = 0;
  private leastBytes = MIN_PROGRESS_BYTES;
  private timer: NodeJS.Timeout | null = null;
  private isDone = false;
  private isAborted = false;
  private isAdmitted = false;
  private isPaused = false;
  private isReported = false;

  constructor(
    private readonly limitsFor: (statusCode: number, headers: IncomingHeaders) => ReadLimits,
    private readonly resolve: (response: RawResponse) => void,
    private readonly reject: (error: Error) => void,
    private readonly onReceived?: (bytes: number) => void,
  ) {}

  /** Aborts the response and its connection at any stage. */
  abort(): void {
    this.isDone = true;
    this.isAborted = true;
    if (this.timer !== null) clearInterval(this.timer);
    this.report();
    this.controller?.abort(new Error('the response is not wanted any more'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isAborted) this.abort(); // given up while it was still connecting
  }

  onResponseStart(
    { rawHeaders }: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHeaders,
    statusText = '',
  ): void {
    if (statusCode < 200) return;
    this.head = { statusCode, statusText, headers, rawHeaders };
    this.limits = this.limitsFor(statusCode, headers);
    const { allOrNothing, maxBytes, maxDocumentBytes, stallTimeoutMs } = this.limits;
    this.statedBytes = Number(headers['content-length'] ?? 0);
    if (allOrNothing && this.statedBytes > Math.max(maxBytes, maxDocumentBytes)) this.cutBody('too-large');
    else this.timer = setInterval(() => this.checkProgress(), stallTimeoutMs);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.isDone) return;
    if (this.received === 0 && !this.begin(chunk)) return;
    const room = this.limits.maxBytes - this.received;
    this.received += chunk.length;
    if (chunk.length <= room) {
      this.chunks.push(chunk);
    } else {
      if (room > 0) this.chunks.push(chunk.subarray(0, room));
      return this.cutBody('too-large');
    }
    if (this.received > LARGE_BODY_BYTES && !this.isAdmitted) this.waitForRoom();
  }

  /** Leaves the rest of a large body to the site until there is room for all of it. */
  private waitForRoom(): void {
    this.isAdmitted = true;
    const { admitLarge } = this.limits;
    if (!admitLarge) return;
    this.isPaused = true;
    this.controller?.pause();
    admitLarge(this.mostBytes()).then(
      () => this.readOn(),
      (error: Error) => {
        if (this.isDone) return;
        this.abort();
        this.reject(error);
      },
    );
  }

  private readOn(): void {
    this.isPaused = false;
    this.windowStart = this.received;
    if (!this.isDone) this.controller?.resume();
  }

  /** Memory needed for a compressed body includes the decompressed one. */
  private mostBytes(): number {
    const { maxBytes } = this.limits;
    if (this.head?.headers['content-encoding']) return 2 * maxBytes;
    return this.statedBytes > 0 ? Math.min(this.statedBytes, maxBytes) : maxBytes;
  }

  /** Checks the first bytes, which decide the size limit. @returns false if the announced size exceeds it */
  private begin(chunk: Buffer): boolean {
    const { maxBytes, maxDocumentBytes, allOrNothing } = this.limits;
    if (maxDocumentBytes > maxBytes && beginsLikeDocument(chunk))
      this.limits = { ...this.limits, maxBytes: maxDocumentBytes };
    const isTooLarge = allOrNothing && this.statedBytes > this.limits.maxBytes;
    if (isTooLarge) this.cutBody('too-large');
    return !isTooLarge;
  }

  onResponseEnd(): void {
    this.finish(null);
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.head === null && !this.isDone) {
      this.isDone = true;
      this.reject(error);
    } else {
      this.finish(error);
    }
  }

  private checkProgress(): void {
    if (this.isPaused) return;
    const progress = this.received - this.windowStart;
    if (progress < MIN_PROGRESS_BYTES) this.cutBody('stalled');
    else if (progress < this.leastBytes) this.cutBody('too-slow');
    this.leastBytes = Math.min(2 * this.leastBytes, MOST_PROGRESS_BYTES);
    this.windowStart = this.received;
  }

  private cutBody(cut: BodyCut): void {
    this.finish(cut);
    this.abort();
  }

  private finish(cut: BodyCut | null): void {
    if (this.timer !== null) clearInterval(this.timer);
    if (this.isDone || this.head === null) return;
    this.isDone = true;
    this.report();
    void this.deliver(this.head, cut);
  }

  /** Reports the received bytes once. */
  private report(): void {
    if (this.isReported || this.head === null) return;
    this.isReported = true;
    this.onReceived?.(this.received);
  }

  private async deliver(head: ResponseHead, cut: BodyCut | null): Promise<void> {
    const bytes = await joinInSteps(this.chunks);
    this.resolve({ ...head, bytes, cut, maxBytes: this.limits.maxBytes });
  }
}
