import { UnavailableError } from '../model/errors.js';
import { untilAborted } from './until-aborted.js';
import { OwnerPlaces } from './owner-places.js';

/** Whose turn it is. Pages of an owner's crawls yield to its single scrapes. */
export interface Turn {
  readonly owner: string;
  readonly priority: 'scrape' | 'crawl';
}

/** Who was taken out of the line, and how to tell. */
interface NextInLine<T extends Turn, Grant> {
  readonly turn: T;
  readonly start: (grant: Grant) => void;
}

interface Waiting<T extends Turn, Grant> extends NextInLine<T, Grant> {
  readonly refuse: (reason: unknown) => void;
}

type Lines<Entry> = Readonly<Record<Turn['priority'], Entry[]>>;

interface WaitQueueOptions {
  /** Turns of one owner that may wait; those of others come on top, up to a quarter more. */
  readonly maxWaiting: number;
  /** What whoever finds no room is told. */
  readonly full: string;
  /** Priorities that are bound so; others bound themselves. @default all */
  readonly bounds?: readonly Turn['priority'][];
}

/**
 * Those who wait for something there is not enough of: a line for each owner, scrapes before crawls, each in the order of arrival. Who
 * gets what becomes free is the caller's to say, by {@link next}.
 */
export class WaitQueue<T extends Turn, Grant> {
  /** The owner that was served last stands last. */
  private readonly owners = new Map<string, Lines<Waiting<T, Grant>>>();
  private readonly room: OwnerPlaces;
  private closedBy: Error | null = null;
  private count = 0;

  constructor(private readonly options: WaitQueueOptions) {
    this.room = new OwnerPlaces(options.maxWaiting);
  }

  /** How many wait. */
  get length(): number {
    return this.count;
  }

  /** Whether an owner waits of which that holds. */
  hasOwner(matches: (owner: string) => boolean): boolean {
    for (const owner of this.owners.keys()) if (matches(owner)) return true;
    return false;
  }

  /** @throws why the queue was closed; the signal's reason when it is aborted */
  throwIfOver(signal?: AbortSignal): void {
    signal?.throwIfAborted();
    if (this.closedBy) throw this.closedBy;
  }

  /**
   * Waits until called.
   * @throws UnavailableError when too many wait; as {@link throwIfOver} does, at any time
   */
  async wait(turn: T, signal?: AbortSignal): Promise<Grant> {
    this.throwIfOver(signal);
    if (this.options.bounds?.includes(turn.priority) === false) return this.stand(turn, signal);
    if (!this.room.tryTake(turn.owner)) throw new UnavailableError(this.options.full);
    return this.stand(turn, signal).finally(() => this.room.release(turn.owner));
  }

  /** Takes out the first who may start, of the owner that holds the fewest; null when there is none. */
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

  /** Refuses all who wait and whoever comes. */
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
