import type { Duplex } from 'node:stream';

/** Connections to which a refusal is being sent. If there are too many, the oldest one is closed. */
export class RefusedSockets {
  private readonly open = new Set<Duplex>();

  /** @param most that may be open at once */
  constructor(private readonly most: number) {}

  add(socket: Duplex): void {
    if (socket.destroyed) return;
    const [oldest] = this.open;
    if (oldest && this.open.size >= this.most) {
      this.open.delete(oldest);
      oldest.destroy();
    }
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
  }
}
