import { UnavailableError } from '../model/errors.js';
import { untilAborted } from './until-aborted.js';
import { FairSemaphore } from './fair-semaphore.js';

/** Owner and priority of a queued task. Crawl pages of an owner yield to its single scrapes. */
export interface QueueEntry {
  readonly owner: string;
  readonly priority: 'scrape' | 'crawl';
}

/** A dequeued task and the callback that starts it. */
interface NextInLine<T extends QueueEntry, Grant> {
  readonly turn: T;
  readonly start: (grant: Grant) => void;
}

interface Waiting<T extends QueueEntry, Grant> extends NextInLine<T, Grant> {
  readonly refuse: (reason: unknown) => void;
}

type Lines<Entry> = Readonly<Record<QueueEntry['priority'], Entry[]>>;

interface WaitQueueOptions {
  /** Maximum number of waiting tasks per owner; all owners together may have up to a quarter more. */
  readonly maxWaiting: number;
  /** Error message if the queue is full. */
  readonly full: string;
  /** Priorities that this limit applies to; others need a limit of their own. @default all */
  readonly bounds?: readonly QueueEntry['priority'][];
}

/**
 * Fair queue for a limited resource: one queue per owner, scrapes before crawls, FIFO within each. The caller assigns
 * free resources with {@link next}.
 */
export class FairQueue<T extends QueueEntry, Grant> {
  /** Owners in round-robin order: the owner served last is at the end. */
  private readonly owners = new Map<string, Lines<Waiting<T, Grant>>>();
  private readonly room: FairSemaphore;
  private closedBy: Error | null = null;
  private count = 0;

  constructor(private readonly options: WaitQueueOptions) {
    this.room = new FairSemaphore(options.maxWaiting);
  }

  /** Number of waiting tasks. */
  get length(): number {
    return this.count;
  }

  /** True if the predicate matches an owner with waiting tasks. */
  hasOwner(matches: (owner: string) => boolean): boolean {
    for (const owner of this.owners.keys()) if (matches(owner)) return true;
    return false;
  }

  /** @throws the reason for closing the queue; the reason of the signal if aborted */
  throwIfOver(signal?: AbortSignal): void {
    signal?.throwIfAborted();
    if (this.closedBy) throw this.closedBy;
  }

  /**
   * Waits for a grant.
   * @throws UnavailableError if the queue is full; the errors of {@link throwIfOver}, at any time
   */
  async wait(turn: T, signal?: AbortSignal): Promise<Grant> {
    this.throwIfOver(signal);
    if (this.options.bounds?.includes(turn.priority) === false) return this.stand(turn, signal);
    if (!this.room.tryTake(turn.owner)) throw new UnavailableError(this.options.full);
    return this.stand(turn, signal).finally(() => this.room.release(turn.owner));
  }

  /** Dequeues the first startable task of the owner that holds the fewest resources; null if there is none. */
  next(
    heldBy: (owner: string) => number,
    mayStart: (turn: T) => boolean = () => true,
  ): NextInLine<T, Grant> | null {
    let next: Waiting<T, Grant> | null = null;
    let fewest = Infinity;
    const may = ({ turn }: Waiting<T, Grant>) => mayStart(turn);
    for (const [owner, { scrape, crawl }] of this.owners) {
      const held = heldBy(owner);
      if (held >= fewest) continue;
      const first = scrape.find(may) ?? crawl.find(may);
      if (!first) continue;
      next = first;
      fewest = held;
    }
    if (next) this.serve(next);
    return next;
  }

  /** Rejects all current and future tasks. */
  close(reason: Error): void {
    this.closedBy = reason;
    const all = [...this.owners.values()].flatMap(({ scrape, crawl }) => [...scrape, ...crawl]);
    this.owners.clear();
    this.count = 0;
    for (const { refuse } of all) refuse(reason);
  }

  private stand(turn: T, signal?: AbortSignal): Promise<Grant> {
    return untilAborted<Grant>(signal, (start, refuse) => {
      const entry: Waiting<T, Grant> = { turn, start, refuse };
      const lines = this.owners.get(turn.owner) ?? { scrape: [], crawl: [] };
      lines[turn.priority].push(entry);
      this.owners.set(turn.owner, lines);
      this.count++;
      return () => this.takeOut(entry);
    });
  }

  private serve(entry: Waiting<T, Grant>): void {
    const { owner } = entry.turn;
    const lines = this.owners.get(owner)!;
    this.takeOut(entry);
    if (!this.owners.delete(owner)) return;
    this.owners.set(owner, lines);
  }

  private takeOut(entry: Waiting<T, Grant>): void {
    const { owner, priority } = entry.turn;
    const lines = this.owners.get(owner)!;
    lines[priority].splice(lines[priority].indexOf(entry), 1);
    this.count--;
    if (lines.scrape.length + lines.crawl.length === 0) this.owners.delete(owner);
  }
}
