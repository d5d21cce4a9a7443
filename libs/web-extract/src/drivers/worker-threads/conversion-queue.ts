import { UnavailableError } from '../../model/errors.js';

export type ConversionPriority = 'scrape' | 'crawl';

interface Waiting<Place> {
  readonly start: (place: Place) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Ten ordinary pages: whoever waits so long without any place becoming free is held up by a page that is none. */
const HELD_UP_MS = 50;

/**
 * Gives out a few places to many: single scrapes first, each kind in order of arrival, a bounded number waiting.
 * The place used last is given first, so that places nobody needs are never begun. The spare one, if there is one, is for
 * those whom long pages hold up.
 */
export class ConversionQueue<Place> {
  private readonly waiting: Readonly<Record<ConversionPriority, Waiting<Place>[]>> = {
    scrape: [],
    crawl: [],
  };
  private readonly free: Place[];
  private closedBy: Error | null = null;
  private isSpareFree: boolean;
  /** Since the last look, or since the spare place was given out. */
  private hasMoved = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    places: readonly Place[],
    private readonly maxWaiting: number,
    private readonly spare: Place | null = null,
  ) {
    this.free = [...places].reverse();
    this.isSpareFree = spare !== null;
  }

  /**
   * Waits for a place. Whoever gets one must give it back with {@link leave}.
   *
   * @throws UnavailableError when too many wait or the queue is closed, the signal's reason when it is aborted
   */
  async enter(priority: ConversionPriority, signal?: AbortSignal): Promise<Place> {
    signal?.throwIfAborted();
    if (this.closedBy) throw this.closedBy;
    const place = this.free.pop();
    if (place !== undefined) return place;
    if (this.length >= this.maxWaiting) throw new UnavailableError('too many conversions wait');
    if (this.spare !== null) this.watch();
    return this.wait(this.waiting[priority], signal);
  }

  leave(place: Place): void {
    if (place === this.spare && (this.hasMoved || this.length === 0)) this.isSpareFree = true;
    else this.give(place);
    this.hasMoved ||= place !== this.spare;
  }

  /** Lets in the next, if somebody waits. */
  private give(place: Place): void {
    const next = this.waiting.scrape.shift() ?? this.waiting.crawl.shift();
    if (next) next.start(place);
    else this.free.push(place);
  }

  /** Looks as long as somebody waits whether anything moves. */
  private watch(): void {
    if (this.timer) return;
    this.hasMoved = false;
    this.timer = setInterval(() => this.look(), HELD_UP_MS).unref();
  }

  private look(): void {
    if (this.length === 0) return this.rest();
    if (this.isSpareFree && !this.hasMoved) {
      this.isSpareFree = false;
      this.give(this.spare!);
    }
    this.hasMoved = false;
  }

  private rest(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Refuses all who wait and whoever comes. */
  close(reason: Error): void {
    this.closedBy = reason;
    this.rest();
    for (const list of Object.values(this.waiting)) for (const { refuse } of list.splice(0)) refuse(reason);
  }

  /** How many wait. */
  get length(): number {
    return this.waiting.scrape.length + this.waiting.crawl.length;
  }

  private wait(list: Waiting<Place>[], signal?: AbortSignal): Promise<Place> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        list.splice(list.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const settle = <T>(end: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', giveUp);
          end(value);
        };
      };
      const entry: Waiting<Place> = { start: settle<Place>(resolve), refuse: settle(reject) };
      signal?.addEventListener('abort', giveUp, { once: true });
      list.push(entry);
    });
  }
}
