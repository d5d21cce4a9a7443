import type { TreeWriter } from './tree-writer.js';

/** Where a paragraph stands among lists. */
export interface ListPlace {
  /** Paragraphs of one list have the same. */
  readonly key: string;
  /** Depth within that list, from 0. */
  readonly level: number;
  /** Where its text begins, in twentieths of a point; null when nobody says. Lists of several keys nest by it. */
  readonly indent: number | null;
  readonly isOrdered: boolean;
  /** What the item is numbered, when it is. */
  readonly number: number | null;
}

interface OpenList extends ListPlace {
  /** Of the last item. */
  number: number | null;
}

/** Texts that begin this close to each other begin at one place. */
const SAME_INDENT = 120;

/** Opens and closes lists so that each item stands where it belongs. */
export class ListStack {
  private readonly open: OpenList[] = [];

  constructor(private readonly tree: TreeWriter) {}

  get isEmpty(): boolean {
    return this.open.length === 0;
  }

  /** Begins an item; what is written until the next one belongs to it. */
  item(place: ListPlace): void {
    while (this.top && depthOf(place, this.top) < 0) this.closeList();
    const top = this.top;
    if (top && depthOf(place, top) === 0) {
      this.tree.end(); // the item before
      if (continues(place, top)) return this.startItem(place, top);
      this.tree.end();
      this.open.pop();
    }
    this.startList(place);
  }

  closeAll(): void {
    while (this.top) this.closeList();
  }

  private get top(): OpenList | undefined {
    return this.open.at(-1);
  }

  private closeList(): void {
    this.tree.end();
    this.tree.end();
    this.open.pop();
  }

  private startList(place: ListPlace): void {
    const { isOrdered, number } = place;
    const attribs: Record<string, string> =
      isOrdered && number !== null && number !== 1 ? { start: String(number) } : {};
    this.tree.start(isOrdered ? 'ol' : 'ul', attribs);
    this.tree.start('li');
    this.open.push({ ...place });
  }

  private startItem({ number, isOrdered }: ListPlace, list: OpenList): void {
    const isNext = number === null || list.number === null || number === list.number + 1;
    this.tree.start('li', isOrdered && !isNext ? { value: String(number) } : {});
    list.number = number;
  }
}

/** Below 0: outside of the open list; 0: beside its items; above: within the last one. */
function depthOf(place: ListPlace, open: ListPlace): number {
  if (place.key === open.key) return place.level - open.level;
  if (place.indent === null || open.indent === null) return place.level - open.level;
  const distance = place.indent - open.indent;
  return Math.abs(distance) <= SAME_INDENT ? 0 : distance;
}

function continues(place: ListPlace, open: OpenList): boolean {
  if (place.isOrdered !== open.isOrdered) return false;
  if (!place.isOrdered) return true;
  if (place.number !== null && open.number !== null) return place.number > open.number;
  return place.key === open.key;
}
