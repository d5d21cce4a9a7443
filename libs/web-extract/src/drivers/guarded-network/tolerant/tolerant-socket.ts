import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { HeadReader } from './head-reader.js';

/**
 * A connection for one request whose response has its head repaired before the parser receives it. Bytes of the body
 * pass as they are, and backpressure too.
 */
export class TolerantSocket extends Duplex {
  private readonly head: HeadReader;

  constructor(
    private readonly socket: Socket,
    maxHeaderBytes: number,
  ) {
    super({ allowHalfOpen: true });
    this.head = new HeadReader(maxHeaderBytes);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.pause();
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  /** Sockets of undici's pool do not keep the process running. */
  ref(): void {
    this.socket.ref();
  }

  unref(): void {
    this.socket.unref();
  }

  private receive(chunk: Buffer): void {
    try {
      for (const part of this.head.read(chunk)) if (!this.push(part)) this.socket.pause();
    } catch (error) {
      this.destroy(error as Error);
    }
  }
}
