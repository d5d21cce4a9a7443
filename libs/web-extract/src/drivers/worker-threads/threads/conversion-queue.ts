import { FairQueue } from '../../../concurrency/fair-queue.js';
import type { ConversionTurn } from '../../../ports/converter.port.js';

export type QueueTurn = Required<ConversionTurn>;

export interface ConversionQueueOptions<Place> {
  readonly places: readonly Place[];
  /** For those whom long pages hold up, whosever they are. */
  readonly spare?: Place | null;
  /** Extra place for owners without one while long pages occupy all others. */
  readonly guests?: Place | null;
  /** Conversions of one owner that may wait; those of others come on top, up to a quarter more. */
  readonly maxWaiting: number;
}

/** The time of ten ordinary pages: if no place becomes free for this long, a long page occupies them. */
const HELD_UP_MS = 50;

/**
 * Distributes a few places: owners take turns, the one with the fewest places first; within an owner single scrapes
 * precede pages
 * of crawls, in order of arrival. The number of waiting tasks is limited. The most recently used place is assigned
 * first, so that
 * surplus places are never started.
 */
export class ConversionQueue<Place> {
  private readonly waiting: FairQueue<QueueTurn, Place>;
  private readonly free: Place[];
  /** The owner of each assigned place. */
  private readonly given = new Map<Place, string>();
  /** Since the last look, or since a further place was given out. */
  private hasMoved = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: ConversionQueueOptions<Place>) {
    this.free = [...options.places].reverse();
    this.waiting = new FairQueue({ maxWaiting: options.maxWaiting, full: 'too many conversions wait' });
  }

  /**
   * Waits for a place. The caller must return it with {@link leave}.
   *
   * @throws UnavailableError if too many tasks wait or the queue is closed, the signal's reason if it is aborted
   */
  async enter(turn: QueueTurn, signal?: AbortSignal): Promise<Place> {
    this.waiting.throwIfOver(signal);
    const place = this.free.pop();
    if (place !== undefined) return this.give(place, turn.owner);
    this.watch();
    return this.waiting.wait(turn, signal);
  }

  leave(place: Place): void {
    this.given.delete(place);
    if (place === this.options.guests) return this.passOnToGuest(place);
    if (place !== this.options.spare || (!this.hasMoved && this.length > 0)) this.passOn(place);
    this.hasMoved ||= place !== this.options.spare;
  }

  /** Assigns the place to the next waiting task. */
  private passOn(place: Place): void {
    const next = this.waiting.next((owner) => this.heldBy(owner));
    if (next) next.start(this.give(place, next.turn.owner));
    else if (place !== this.options.spare) this.free.push(place);
  }

  /** The place of guests goes on to others without any, as long as nothing else moves. */
  private passOnToGuest(place: Place): void {
    if (this.hasMoved) return;
    const heldBy = (owner: string) => this.heldBy(owner);
    const next = this.waiting.next(heldBy, ({ owner }) => heldBy(owner) === 0);
    if (next) next.start(this.give(place, next.turn.owner));
  }

  private give(place: Place, owner: string): Place {
    this.given.set(place, owner);
    return place;
  }

  private heldBy(owner: string): number {
    let held = 0;
    for (const holder of this.given.values()) if (holder === owner) held++;
    return held;
  }

  /** Monitors progress while tasks wait. */
  private watch(): void {
    if (this.timer) return;
    this.hasMoved = false;
    this.timer = setInterval(() => this.look(), HELD_UP_MS).unref();
  }

  private look(): void {
    if (this.length === 0) return this.rest();
    if (!this.hasMoved) this.openFurther();
    this.hasMoved = false;
  }

  private openFurther(): void {
    const { spare, guests } = this.options;
    if (this.isFree(spare)) this.passOn(spare);
    else if (this.isFree(guests)) this.passOnToGuest(guests);
  }

  private isFree(place: Place | null | undefined): place is Place {
    return place !== null && place !== undefined && !this.given.has(place);
  }

  private rest(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Rejects all waiting tasks and every later one. */
  close(reason: Error): void {
    this.rest();
    this.waiting.close(reason);
  }

  /** True if an owner without a place is waiting. */
  get keepsOwnersOut(): boolean {
    return this.waiting.hasOwner((owner) => this.heldBy(owner) === 0);
  }

  /** Number of waiting tasks. */
  get length(): number {
    return this.waiting.length;
  }
}
