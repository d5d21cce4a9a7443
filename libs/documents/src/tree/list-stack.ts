import type { TreeWriter } from './tree-writer.js';

/** Position of a paragraph in a list. */
export interface ListPlace {
  /** Identifier shared by the paragraphs of a list. */
  readonly key: string;
  /** Depth within that list, from 0. */
  readonly level: number;
  /** Indentation of the text in twentieths of a point; null if unknown. Lists with different keys are nested by it. */
  readonly indent: number | null;
  readonly isOrdered: boolean;
  /** Number of the item; null if unnumbered. */
  readonly number: number | null;
}

interface OpenList extends ListPlace {
  /** Number of the last item. */
  number: number | null;
}

/** Maximum difference of equal indentations. */
const SAME_INDENT = 120;

/** Opens and closes lists according to the position of each item. */
export class ListStack {
  private readonly open: OpenList[] = [];

  constructor(private readonly tree: TreeWriter) {}

  get isEmpty(): boolean {
    return this.open.length === 0;
  }

  /** Begins an item; the following content belongs to it. */
  item(place: ListPlace): void {
    while (this.top && depthOf(place, this.top) < 0) this.closeList();
    const top = this.top;
    if (top && depthOf(place, top) === 0) {
      this.tree.end(); // the previous item
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

/** Negative: outside of the open list; 0: same level; positive: nested in the last item. */
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
