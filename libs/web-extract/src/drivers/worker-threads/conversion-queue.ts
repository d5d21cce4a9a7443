import { OwnerPlaces } from '../../engine/owners/owner-places.js';
import { UnavailableError } from '../../model/errors.js';
import type { ConversionTurn } from '../../ports/converter.port.js';
import { WaitingLines, type Waiting } from './waiting-lines.js';

export type QueueTurn = Required<ConversionTurn>;

export interface ConversionQueueOptions<Place> {
  readonly places: readonly Place[];
  /** For those whom long pages hold up, whosever they are. */
  readonly spare?: Place | null;
  /** For an owner that has no place, when long pages hold up everybody. */
  readonly guests?: Place | null;
  /** Conversions of one owner that may wait; those of others come on top, up to a quarter more. */
  readonly maxWaiting: number;
}

/** Ten ordinary pages: whoever waits so long without any place becoming free is held up by a page that is none. */
const HELD_UP_MS = 50;

/**
 * Gives out a few places to many: owners in turns, the one that has the fewest first, and of each owner single scrapes before
 * pages of crawls, in order of arrival; a bounded number waiting. The place used last is given first, so that places nobody
 * needs are never begun.
 */
export class ConversionQueue<Place> {
  private readonly waiting = new WaitingLines<Place>();
  private readonly room: OwnerPlaces;
  private readonly free: Place[];
  /** Who has which place. */
  private readonly given = new Map<Place, string>();
  private closedBy: Error | null = null;
  /** Since the last look, or since a further place was given out. */
  private hasMoved = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: ConversionQueueOptions<Place>) {
    this.free = [...options.places].reverse();
    this.room = new OwnerPlaces(options.maxWaiting);
  }

  /**
   * Waits for a place. Whoever gets one must give it back with {@link leave}.
   *
   * @throws UnavailableError when too many wait or the queue is closed, the signal's reason when it is aborted
   */
  async enter(turn: QueueTurn, signal?: AbortSignal): Promise<Place> {
    signal?.throwIfAborted();
    if (this.closedBy) throw this.closedBy;
    const place = this.free.pop();
    if (place !== undefined) return this.give(place, turn.owner);
    if (!this.room.tryTake(turn.owner)) throw new UnavailableError('too many conversions wait');
    this.watch();
    return this.wait(turn, signal).finally(() => this.room.release(turn.owner));
  }

  leave(place: Place): void {
    this.given.delete(place);
    if (place === this.options.guests) return this.passOnToGuest(place);
    if (place !== this.options.spare || (!this.hasMoved && this.length > 0)) this.passOn(place);
    this.hasMoved ||= place !== this.options.spare;
  }

  /** Lets in the next, if somebody waits. */
  private passOn(place: Place): void {
    const next = this.waiting.next((owner) => this.heldBy(owner));
    if (next) next.start(this.give(place, next.owner));
    else if (place !== this.options.spare) this.free.push(place);
  }

  /** The place of guests goes on to others without any, as long as nothing else moves. */
  private passOnToGuest(place: Place): void {
    if (this.hasMoved) return;
    const next = this.waiting.next((owner) => this.heldBy(owner), 0);
    if (next) next.start(this.give(place, next.owner));
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

  /** Looks as long as somebody waits whether anything moves. */
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

  /** Refuses all who wait and whoever comes. */
  close(reason: Error): void {
    this.closedBy = reason;
    this.rest();
    for (const { refuse } of this.waiting.clear()) refuse(reason);
  }

  /** How many wait. */
  get length(): number {
    return this.waiting.length;
  }

  private wait({ owner, priority }: QueueTurn, signal?: AbortSignal): Promise<Place> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.remove(entry);
        reject(signal?.reason);
      };
      const settle = <T>(end: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', giveUp);
          end(value);
        };
      };
      const entry: Waiting<Place> = {
        owner,
        priority,
        start: settle<Place>(resolve),
        refuse: settle(reject),
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(entry);
    });
  }
}
