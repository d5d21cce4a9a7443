import type { WebSocket } from 'ws';
import { StalledReaderError } from './closing.js';

/** Bytes sent at once; bounds the memory for data that a client has not received. */
const PIECE_BYTES = 64 * 1024;
/** A client that takes nothing for so long is left. */
const STALLED_MS = 30_000;

/** Sends messages one after the other, each in pieces, and no faster than they are taken. */
export class BackpressureWriter {
  private isWithin = false;

  constructor(private readonly socket: WebSocket) {}

  /** True while a message is incomplete: another message would be read as a part of it. */
  get isWithinMessage(): boolean {
    return this.isWithin;
  }

  /** @throws StalledReaderError; the error that ended the connection */
  async send(message: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    let held: Buffer | null = null;
    for await (const part of message) {
      for (let at = 0; at < part.length; at += PIECE_BYTES) {
        if (held) await this.write(held, false);
        held = part.subarray(at, at + PIECE_BYTES);
      }
    }
    if (held) await this.write(held, true);
  }

  private write(piece: Buffer, fin: boolean): Promise<void> {
    this.isWithin = !fin;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new StalledReaderError(STALLED_MS)), STALLED_MS);
      this.socket.send(piece, { binary: false, fin }, (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
