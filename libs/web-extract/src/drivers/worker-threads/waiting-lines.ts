import type { ConversionTurn } from '../../ports/converter.port.js';

/** Who waits for a place, and how to tell. */
export interface Waiting<Place> extends Required<ConversionTurn> {
  readonly start: (place: Place) => void;
  readonly refuse: (reason: unknown) => void;
}

type Lines<Place> = Readonly<Record<'scrape' | 'crawl', Waiting<Place>[]>>;

/** A line for each owner, those of scrapes before those of crawls. */
export class WaitingLines<Place> {
  /** The owner that was served last stands last. */
  private readonly owners = new Map<string, Lines<Place>>();
  private count = 0;

  get length(): number {
    return this.count;
  }

  add(entry: Waiting<Place>): void {
    const lines = this.owners.get(entry.owner) ?? { scrape: [], crawl: [] };
    lines[entry.priority].push(entry);
    this.owners.set(entry.owner, lines);
    this.count++;
  }

  remove(entry: Waiting<Place>): void {
    const lines = this.owners.get(entry.owner)!;
    lines[entry.priority].splice(lines[entry.priority].indexOf(entry), 1);
    this.count--;
    if (isEmpty(lines)) this.owners.delete(entry.owner);
  }

  /** Takes out the first of the owner that holds the fewest, and `most` at most; null when there is none. */
  next(heldBy: (owner: string) => number, most = Infinity): Waiting<Place> | null {
    const owner = this.nextOwner(heldBy, most);
    if (owner === null) return null;
    const lines = this.owners.get(owner)!;
    this.owners.delete(owner);
    const entry = (lines.scrape.shift() ?? lines.crawl.shift())!;
    this.count--;
    if (!isEmpty(lines)) this.owners.set(owner, lines);
    return entry;
  }

  /** Takes out all. */
  clear(): Waiting<Place>[] {
    const all = [...this.owners.values()].flatMap(({ scrape, crawl }) => [...scrape, ...crawl]);
    this.owners.clear();
    this.count = 0;
    return all;
  }

  private nextOwner(heldBy: (owner: string) => number, most: number): string | null {
    let next: string | null = null;
    let fewest = Infinity;
    for (const owner of this.owners.keys()) {
      const held = heldBy(owner);
      if (held >= fewest || held > most) continue;
      next = owner;
      fewest = held;
    }
    return next;
  }
}

const isEmpty = <Place>({ scrape, crawl }: Lines<Place>): boolean =>
  scrape.length === 0 && crawl.length === 0;
