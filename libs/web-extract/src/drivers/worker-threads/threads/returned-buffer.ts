/** Most pages fit into it. */
const LEAST_BYTES = 64 * 1024;

/**
 * Memory for the bodies that one thread is sent: transferred with a request and returned with the reply, so that most
 * requests allocate none. Grows to the next power of two of the largest body; a thread that is terminated keeps it.
 */
export class ReturnedBuffer {
  private buffer: ArrayBuffer | null = null;
  /** Bytes at the start of the buffer that belonged to the last body. */
  private used = 0;

  /** Copies a body. What the one before has left behind its end is cleared: it may be that of another owner. */
  fill(body: Uint8Array): Uint8Array<ArrayBuffer> {
    const { length } = body;
    const bytes = new Uint8Array(this.take(length));
    bytes.set(body);
    if (this.used > length) bytes.fill(0, length, this.used);
    this.used = length;
    return bytes.subarray(0, length);
  }

  /** Keeps the memory of the last body for the next. */
  takeBack(buffer: ArrayBuffer): void {
    this.buffer = buffer;
  }

  private take(length: number): ArrayBuffer {
    const { buffer } = this;
    this.buffer = null;
    if (buffer !== null && buffer.byteLength >= length) return buffer;
    this.used = 0;
    return new ArrayBuffer(Math.max(LEAST_BYTES, 2 ** Math.ceil(Math.log2(length))));
  }
}
