import { KEPT } from '../../model/kept.js';

/** Most values held. */
const MOST = KEPT.accounts.most;

interface Held<T> {
  readonly value: T;
  readonly until: number;
}

/** Holds values for a short time, and not too many of them. */
export class ShortMemory<T> {
  private readonly held = new Map<string, Held<T>>();

  constructor(private readonly forMs: number) {}

  has(name: string): boolean {
    return (this.held.get(name)?.until ?? 0) > performance.now();
  }

  set(name: string, value: T): void {
    if (this.held.size >= MOST) this.held.clear();
    this.held.set(name, { value, until: performance.now() + this.forMs });
  }

  /** Returns the cached value, or reads it. The lifetime starts before the read. */
  async get(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.held.get(name);
    if (known && known.until > performance.now()) return known.value;
    const until = performance.now() + this.forMs;
    const value = await read();
    if (this.held.size >= MOST) this.held.clear();
    this.held.set(name, { value, until });
    return value;
  }

  delete(name: string): void {
    this.held.delete(name);
  }

  clear(): void {
    this.held.clear();
  }
}
