import type { AdmittedUrls } from './admitted-urls.js';
import { MinHeap } from './min-heap.js';

/** Finds the next URL of a host that is in the same block or in LMDB. */
export type NextOfHost = (place: Place) => Place | null;

/** Position of a URL in the queue. */
export interface Place {
  readonly host: string;
  /** Order of discovery. */
  readonly sequence: number;
  /** The block of URLs that it is stored in: sequence number of the first one. */
  readonly block: number;
}

/** A URL that enters the queue. */
export interface Arrival extends Place {
  /** False for a source of URLs. @default true */
  readonly isPage?: boolean;
  /** Its block has no waiting URL before it. @default true for the first one of the block */
  readonly isNewBlock?: boolean;
}

interface HostQueue {
  readonly host: string;
  /** Handed out before and given back, oldest first. */
  readonly returned: Place[];
  /** The first one never handed out; those after it stay in the store. */
  next: Place | null;
  /** First ones of later blocks that LMDB may not contain yet. */
  fresh: Place[];
  /** Addresses, beginning with `next`, that may be handed out; `Infinity` without admission. */
  admitted: number;
}

interface Turn {
  readonly place: Place;
  readonly size: number;
  readonly queue: HostQueue;
}

/**
 * The queue of one crawl: oldest address first, or that of the host with the most addresses. Hosts can be passed over.
 *
 * Holds a few numbers a host, not the addresses: a page with 100,000 links costs no memory. A turn in the heap counts only
 * while its address is the first of its host; stale turns are dropped when they come up.
 */
export class CrawlFrontier {
  private readonly hosts = new Map<string, HostQueue>();
  private readonly withFresh = new Set<HostQueue>();
  private readonly turns: MinHeap<Turn>;
  /** Hosts whose turn is not in the heap yet. */
  private readonly changed = new Set<HostQueue>();
  private readonly waiting = new MinHeap<{ readonly place: Place; readonly untilMs: number }>(
    ({ untilMs }) => untilMs,
  );
  private readonly isLongestFirst: boolean;
  /** Addresses that may be handed out. */
  private available = 0;

  /** @param admission absent: every address may be handed out */
  constructor(
    private readonly nextOfHost: NextOfHost,
    private readonly admission: AdmittedUrls | null = null,
  ) {
    this.isLongestFirst = admission?.rules.order === 'longest-host';
    this.turns = new MinHeap<Turn>(this.isLongestFirst ? ({ size }) => -size : ({ place }) => place.sequence);
  }

  get isEmpty(): boolean {
    const isDone = this.admission === null ? this.hosts.size === 0 : this.available === 0;
    return isDone && this.waiting.size === 0;
  }

  /** When the first of the waiting addresses may be taken. */
  get wakesAt(): number | null {
    return this.waiting.peek()?.untilMs ?? null;
  }

  /** An address came into the store. Call it in order of sequence. @param isStored true if LMDB has it already */
  add(arrival: Arrival, isStored = false): void {
    const { host, sequence, block, isPage = true, isNewBlock = sequence === block } = arrival;
    const queue = this.queueOf(host);
    const wasEmpty = firstOf(queue) === null;
    if (queue.next === null) queue.next = { host, sequence, block };
    else if (!isStored && isNewBlock) {
      queue.fresh.push({ host, sequence, block });
      this.withFresh.add(queue);
    }
    if (this.admission === null) {
      if (wasEmpty) this.changed.add(queue);
    } else if (this.admission.admit(host, isPage)) this.open(queue);
  }

  /** An address ended without a page: its slot belongs to the next one. */
  passOn(host: string, isPage: boolean): void {
    const next = this.admission?.passOn(host, isPage) ?? null;
    if (next !== null) this.open(this.queueOf(next));
  }

  /** LMDB has the addresses before this one. */
  committed(before: number): void {
    for (const queue of this.withFresh) {
      queue.fresh = queue.fresh.filter(({ sequence }) => sequence >= before);
      if (queue.fresh.length === 0) this.withFresh.delete(queue);
    }
  }

  /** An address comes back that was taken. It may be taken again from `notBeforeMs` on. */
  giveBack(place: Place, notBeforeMs: number, nowMs: number): void {
    if (notBeforeMs > nowMs) this.waiting.push({ place, untilMs: notBeforeMs });
    else this.putBack(place);
  }

  /** Takes out the oldest address that may be taken now and whose host is not in `busy`. */
  take(busy: ReadonlySet<string>, nowMs: number): Place | null {
    this.wakeUp(nowMs);
    this.enterChanged();
    const passed: Turn[] = [];
    const turn = this.firstTurn(busy, passed);
    for (const one of passed) this.turns.push(one);
    if (!turn) return null;
    this.advance(turn.queue);
    return turn.place;
  }

  private firstTurn(busy: ReadonlySet<string>, passed: Turn[]): Turn | null {
    for (let turn = this.turns.pop(); turn; turn = this.turns.pop()) {
      if (!this.isTrue(turn)) continue;
      if (!busy.has(turn.queue.host)) return turn;
      passed.push(turn);
    }
    return null;
  }

  private isTrue({ queue, place, size }: Turn): boolean {
    return firstOf(queue) === place && (!this.isLongestFirst || sizeOf(queue) === size);
  }

  private advance(queue: HostQueue): void {
    this.available--;
    if (queue.returned.length > 0) queue.returned.shift();
    else {
      queue.next = this.nextOf(queue);
      queue.admitted--;
    }
    if (firstOf(queue) !== null) this.changed.add(queue);
    else if (queue.next === null) this.hosts.delete(queue.host);
  }

  private nextOf({ next, fresh }: HostQueue): Place | null {
    if (next === null) return null;
    return this.nextOfHost(next) ?? fresh.find(({ sequence }) => sequence > next.sequence) ?? null;
  }

  private wakeUp(nowMs: number): void {
    for (let next = this.waiting.peek(); next && next.untilMs <= nowMs; next = this.waiting.peek()) {
      this.waiting.pop();
      this.putBack(next.place);
    }
  }

  private putBack(place: Place): void {
    const queue = this.queueOf(place.host);
    queue.returned.push(place);
    queue.returned.sort((a, b) => a.sequence - b.sequence);
    this.available++;
    this.changed.add(queue);
  }

  /** One more address of a host may be handed out. */
  private open(queue: HostQueue): void {
    const wasEmpty = firstOf(queue) === null;
    queue.admitted++;
    this.available++;
    if (wasEmpty || this.isLongestFirst) this.changed.add(queue);
  }

  private enterChanged(): void {
    for (const queue of this.changed) {
      const place = firstOf(queue);
      if (place !== null) this.turns.push({ place, size: sizeOf(queue), queue });
    }
    this.changed.clear();
  }

  private queueOf(host: string): HostQueue {
    const known = this.hosts.get(host);
    if (known) return known;
    const admitted = this.admission === null ? Infinity : 0;
    const queue = { host, returned: [], next: null, fresh: [], admitted };
    this.hosts.set(host, queue);
    return queue;
  }
}

/** Returned URLs are older than those that were never leased. */
const firstOf = ({ returned, admitted, next }: HostQueue): Place | null =>
  returned[0] ?? (admitted > 0 ? next : null);

const sizeOf = ({ returned, admitted }: HostQueue): number => returned.length + admitted;
