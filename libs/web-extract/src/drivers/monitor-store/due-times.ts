import { MinHeap } from '../lmdb/crawl/frontier/min-heap.js';
import type { DueMonitor } from '../../ports/stores/monitor-store.port.js';

/** Times when monitors are due. */
export class DueTimes {
  private heap = new MinHeap<DueMonitor>(({ dueAt }) => dueAt);
  private readonly times = new Map<string, number>();

  set(id: string, dueAt: number | null): void {
    if (this.times.get(id) === dueAt) return;
    if (dueAt === null) return void this.times.delete(id);
    this.times.set(id, dueAt);
    this.heap.push({ id, dueAt });
    if (this.heap.size > 2 * this.times.size + 64) this.rebuild();
  }

  /** Returns the due ones without removing them. */
  due(nowMs: number, count: number): DueMonitor[] {
    const found: DueMonitor[] = [];
    while (found.length < count) {
      const first = this.peek();
      if (!first || first.dueAt > nowMs) break;
      found.push(this.heap.pop()!);
    }
    for (const one of found) this.heap.push(one);
    return found;
  }

  get next(): number | null {
    return this.peek()?.dueAt ?? null;
  }

  /** The first valid entry; entries whose time has changed are dropped. */
  private peek(): DueMonitor | undefined {
    for (let first = this.heap.peek(); first; first = this.heap.peek()) {
      if (this.times.get(first.id) === first.dueAt) return first;
      this.heap.pop();
    }
    return undefined;
  }

  private rebuild(): void {
    this.heap = new MinHeap<DueMonitor>(({ dueAt }) => dueAt);
    for (const [id, dueAt] of this.times) this.heap.push({ id, dueAt });
  }
}
