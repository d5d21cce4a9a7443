import type { AnyNode, ParentNode } from 'domhandler';
import { isElement, isText, nextNode, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/**
 * The elements of a page in document order (parents before children), with the indexes of their relatives.
 */
export class PageElements {
  readonly all: readonly PageElement[];
  /** Place of the parent; -1 for the outermost. */
  readonly parents: Int32Array;
  /** Place of the element before it among its siblings; -1 for the first. */
  readonly previous: Int32Array;
  private readonly places = new Map<string, Int32Array>();
  private readonly texts = new Map<boolean, ElementTexts>();

  /** @param top everything below it is looked at */
  constructor(private readonly top: ParentNode) {
    const all: PageElement[] = [];
    const parents: number[] = [];
    const previous: number[] = [];
    const lastChild: number[] = [];
    let lastOutermost = -1;
    const open: number[] = [];
    for (let node = nextNode(top, top); node; node = nextNode(node, top)) {
      if (!isElement(node)) continue;
      while (open.length > 0 && all[open.at(-1)!] !== node.parent) open.pop();
      const at = all.push(node) - 1;
      const parent = open.at(-1) ?? -1;
      parents.push(parent);
      previous.push(parent < 0 ? lastOutermost : lastChild[parent]!);
      if (parent < 0) lastOutermost = at;
      else lastChild[parent] = at;
      lastChild.push(-1);
      open.push(at);
    }
    this.all = all;
    this.parents = Int32Array.from(parents);
    this.previous = Int32Array.from(previous);
  }

  /** The place of each element among its siblings, or among those of its name, from the front or from the end. */
  placesOf(ofType: boolean, fromEnd: boolean): Int32Array {
    const kind = `${ofType} ${fromEnd}`;
    const known = this.places.get(kind);
    if (known) return known;
    const places = new Int32Array(this.all.length);
    const seen = new Map<string, number>();
    const count = this.all.length;
    for (let step = 0; step < count; step++) {
      const at = fromEnd ? count - 1 - step : step;
      const family = ofType ? `${this.parents[at]!} ${this.all[at]!.name}` : `${this.parents[at]!}`;
      const before = seen.get(family) ?? 0;
      places[at] = before;
      seen.set(family, before + 1);
    }
    this.places.set(kind, places);
    return places;
  }

  /** Returns the text of the page and the range of each element in it. */
  textsOf(ignoresCase: boolean): ElementTexts {
    const known = this.texts.get(ignoresCase) ?? this.readTexts(ignoresCase);
    this.texts.set(ignoresCase, known);
    return known;
  }

  private readTexts(ignoresCase: boolean): ElementTexts {
    const starts = new Int32Array(this.all.length);
    const ends = new Int32Array(this.all.length);
    const open: number[] = [];
    let text = '';
    let at = 0;
    const closeUntil = (parent: AnyNode | null) => {
      while (open.length > 0 && this.all[open.at(-1)!] !== parent) ends[open.pop()!] = text.length;
    };
    for (let node = nextNode(this.top, this.top); node; node = nextNode(node, this.top)) {
      closeUntil(node.parent as AnyNode | null);
      if (isText(node)) text += ignoresCase ? node.data.toLowerCase() : node.data;
      if (!isElement(node)) continue;
      starts[at] = text.length;
      open.push(at++);
      if (node.name === 'br') text += '\n';
    }
    closeUntil(null);
    return { text, starts, ends };
  }
}

/** One text for all elements: the text of each is a range of it. */
interface ElementTexts {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}
