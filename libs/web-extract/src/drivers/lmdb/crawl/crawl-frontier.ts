import { MinHeap } from './min-heap.js';

/** Finds the next address of a host in LMDB, after a sequence number. */
export type NextOfHost = (host: string, after: number) => number | null;

/** Position of a URL in the queue. */
export interface Place {
  readonly host: string;
  /** Order of discovery. */
  readonly sequence: number;
}

interface HostQueue {
  readonly host: string;
  /** Handed out before and given back, oldest first. */
  readonly returned: number[];
  /** The first one never handed out; those after it stay in the store. */
  next: number | null;
  /** Later ones that LMDB may not contain yet. */
  fresh: number[];
}

interface Turn {
  readonly sequence: number;
  readonly queue: HostQueue;
}

/**
 * The queue of one crawl: oldest address first, hosts can be passed over.
 *
 * Holds one number a host, not the addresses: a page with 100,000 links costs no memory. A turn in the heap counts only
 * while its address is the first of its host; stale turns are dropped when they come up.
 */
export class CrawlFrontier {
  private readonly hosts = new Map<string, HostQueue>();
  private readonly withFresh = new Set<HostQueue>();
  private readonly turns = new MinHeap<Turn>(({ sequence }) => sequence);
  private readonly waiting = new MinHeap<Place & { readonly untilMs: number }>(({ untilMs }) => untilMs);

  constructor(private readonly nextOfHost: NextOfHost) {}

  get isEmpty(): boolean {
    return this.hosts.size === 0 && this.waiting.size === 0;
  }

  /** When the first of the waiting addresses may be taken. */
  get wakesAt(): number | null {
    return this.waiting.peek()?.untilMs ?? null;
  }

  /** An address came into the store. Call it in order of sequence. */
  add({ host, sequence }: Place): void {
    const queue = this.hosts.get(host);
    if (!queue) return this.enter({ host, returned: [], next: sequence, fresh: [] });
    if (queue.next === null) {
      queue.next = sequence;
      return;
    }
    queue.fresh.push(sequence);
    this.withFresh.add(queue);
  }

  /** LMDB has the addresses before this one. */
  committed(before: number): void {
    for (const queue of this.withFresh) {
      queue.fresh = queue.fresh.filter((sequence) => sequence >= before);
      if (queue.fresh.length === 0) this.withFresh.delete(queue);
    }
  }

  /** An address comes back that was taken. It may be taken again from `notBeforeMs` on. */
  giveBack(place: Place, notBeforeMs: number, nowMs: number): void {
    if (notBeforeMs > nowMs) this.waiting.push({ ...place, untilMs: notBeforeMs });
    else this.putBack(place);
  }

  /** Takes out the oldest address that may be taken now and whose host is not in `busy`. */
  take(busy: ReadonlySet<string>, nowMs: number): Place | null {
    this.wakeUp(nowMs);
    const passed: Turn[] = [];
    const turn = this.firstTurn(busy, passed);
    for (const one of passed) this.turns.push(one);
    if (!turn) return null;
    this.advance(turn.queue);
    return { host: turn.queue.host, sequence: turn.sequence };
  }

  private firstTurn(busy: ReadonlySet<string>, passed: Turn[]): Turn | null {
    for (let turn = this.turns.pop(); turn; turn = this.turns.pop()) {
      if (firstOf(turn.queue) !== turn.sequence) continue;
      if (!busy.has(turn.queue.host)) return turn;
      passed.push(turn);
    }
    return null;
  }

  private advance(queue: HostQueue): void {
    if (queue.returned.length > 0) queue.returned.shift();
    else queue.next = this.nextOf(queue);
    const first = firstOf(queue);
    if (first === null) this.hosts.delete(queue.host);
    else this.turns.push({ sequence: first, queue });
  }

  private nextOf({ host, next, fresh }: HostQueue): number | null {
    if (next === null) return null;
    return this.nextOfHost(host, next) ?? fresh.find((sequence) => sequence > next) ?? null;
  }

  private wakeUp(nowMs: number): void {
    for (let place = this.waiting.peek(); place && place.untilMs <= nowMs; place = this.waiting.peek()) {
      this.waiting.pop();
      this.putBack(place);
    }
  }

  private putBack({ host, sequence }: Place): void {
    const queue = this.hosts.get(host);
    if (!queue) return this.enter({ host, returned: [sequence], next: null, fresh: [] });
    queue.returned.push(sequence);
    queue.returned.sort((a, b) => a - b);
    if (firstOf(queue) === sequence) this.turns.push({ sequence, queue });
  }

  private enter(queue: HostQueue): void {
    this.hosts.set(queue.host, queue);
    this.turns.push({ sequence: firstOf(queue)!, queue });
  }
}

/** Returned URLs are older than those that were never leased. */
const firstOf = (queue: HostQueue): number | null => queue.returned[0] ?? queue.next;
