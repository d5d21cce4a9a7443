import type { AnyNode } from 'domhandler';
import { isBlank } from '@web-extract/documents/markup/dom/is-blank.js';
import {
  isElement,
  isText,
  nextNode,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { EXTRACTOR_BOUNDS } from '../../model/extractor/extractor-program.js';
import { hasPlainBlanks } from '../texts/has-plain-blanks.js';
import { StatedIndex } from './stated-index.js';

const UNSHOWN = new Set(['script', 'style', 'noscript', 'template', 'title', 'iframe', 'object']);
/** Longer texts are cut, in characters. */
const MAX_RUN = 5_000;
/** Elements whose text is apart from that of their neighbours. */
const APART = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
/** Maximum number of elements that are looked at. */
const MAX_ELEMENTS = 50_000;

/** A part of a page in document order: all of it, or an item of a list. */
export interface PageScope {
  /** Element that the scope is; -1: the page. */
  readonly root: number;
  /** Elements from here, exclusive of `to`. */
  readonly from: number;
  readonly to: number;
  readonly runFrom: number;
  readonly runTo: number;
}

/** A page as learning and running see it: elements and text runs in document order, by name and class. */
export class PageIndex {
  readonly elements: PageElement[] = [];
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  /** Place after the last descendant. */
  readonly ends: Int32Array;
  readonly firstRuns: Int32Array;
  readonly endRuns: Int32Array;
  /** Element of each run: of each text node that is not blank. */
  readonly owners: number[] = [];
  readonly classes: (readonly string[])[] = [];
  readonly byTag = new Map<string, number[]>();
  readonly byClass = new Map<string, number[]>();
  readonly page: PageScope;
  private readonly starts: Int32Array;
  private readonly textEnds: Int32Array;
  private readonly texts = new Map<number, string>();
  private readonly rawRuns: string[] = [];
  /** Runs in one line, once they were asked for. */
  private readonly lines: (string | undefined)[] = [];
  private readonly attributes = new Map<string, number[]>();
  private labels: Map<string, number[]> | null = null;
  /** Class names by the text of the attribute. */
  private readonly named = new Map<string, readonly string[]>();
  private readonly places: number[] = [];
  private numbers: readonly number[] | null = null;
  private statements: StatedIndex | null = null;
  private readonly raw: string;
  private steps = 0;
  /** Deadline of the work with the page. */
  deadline = Infinity;

  constructor(readonly document: DomTree) {
    // Arrays of fixed length: growing ones produce several times as much garbage.
    const count = countElements(document);
    const numbers = new Int32Array(7 * count);
    const column = (at: number) => numbers.subarray(at * count, (at + 1) * count);
    this.parents = column(0);
    this.depths = column(1);
    this.ends = column(2);
    this.firstRuns = column(3);
    this.endRuns = column(4);
    this.starts = column(5);
    this.textEnds = column(6);
    this.raw = this.read();
    this.page = { root: -1, from: 0, to: this.elements.length, runFrom: 0, runTo: this.runCount };
  }

  private read(): string {
    const pieces: string[] = [];
    const open: number[] = [];
    const { root } = this.document;
    let length = 0;
    const add = (text: string) => {
      pieces.push(text);
      length += text.length;
    };
    const close = (parent: AnyNode | null) => {
      while (open.length > 0 && this.elements[open.at(-1)!] !== parent) {
        const at = open.pop()!;
        this.ends[at] = this.elements.length;
        this.endRuns[at] = this.runCount;
        this.textEnds[at] = length;
        if (APART.has(this.elements[at]!.name)) add(' ');
      }
    };
    for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
      close(node.parent as AnyNode | null);
      const parent = open.at(-1) ?? -1;
      if (isText(node)) {
        if (parent >= 0 && UNSHOWN.has(this.elements[parent]!.name)) continue;
        const run = node.data.length > MAX_RUN ? node.data.slice(0, MAX_RUN) : node.data;
        if (!isBlank(run)) {
          this.rawRuns.push(run);
          this.lines.push(undefined);
          this.owners.push(parent);
        }
        add(node.data);
      } else if (isElement(node)) {
        if (this.elements.length >= MAX_ELEMENTS) break;
        if (APART.has(node.name)) add(' ');
        open.push(this.enter(node, parent, length));
      }
    }
    close(null);
    return pieces.join('');
  }

  private enter(element: PageElement, parent: number, offset: number): number {
    const at = this.elements.push(element) - 1;
    this.parents[at] = parent;
    this.depths[at] = parent < 0 ? 0 : this.depths[parent]! + 1;
    this.firstRuns[at] = this.runCount;
    this.starts[at] = offset;
    addTo(this.byTag, element.name, at);
    const { class: names } = element.attribs;
    const classes = names === undefined || names === '' ? NONE : this.classesIn(names);
    this.classes.push(classes);
    for (const name of classes) addTo(this.byClass, name, at);
    return at;
  }

  private classesIn(text: string): readonly string[] {
    const known = this.named.get(text);
    if (known) return known;
    const names = namesIn(text);
    this.named.set(text, names);
    return names;
  }

  /** Counts a step of a search. @throws WorkLimitError after the deadline */
  spend(steps = 1): void {
    const before = this.steps >> 12;
    this.steps += steps;
    if (this.steps >> 12 !== before && performance.now() > this.deadline) throw new WorkLimitError();
  }

  /** Number of runs. */
  get runCount(): number {
    return this.rawRuns.length;
  }

  /** A run in one line, at most 5,000 characters. */
  runText(run: number): string {
    return (this.lines[run] ??= squash(this.rawRuns[run]!));
  }

  /** A run in one line; null if it has more characters. Most long texts are refused by their first characters. */
  shortRun(run: number, maxChars: number): string | null {
    const raw = this.rawRuns[run]!;
    if (raw.length > maxChars && hasMore(raw, maxChars)) return null;
    const text = this.runText(run);
    return text.length <= maxChars ? text : null;
  }

  /** True for a run of letters or digits, and not of separators only. */
  isWordyRun(run: number): boolean {
    return isWordy(this.rawRuns[run]!);
  }

  /** Text of an element in one line, at most 5,000 characters. */
  textOf(element: number): string {
    const known = this.texts.get(element);
    if (known !== undefined) return known;
    const [from, to] = [this.starts[element]!, this.textEnds[element]!];
    const text = squash(this.raw.slice(from, Math.min(to, from + EXTRACTOR_BOUNDS.valueChars)));
    this.texts.set(element, text);
    return text;
  }

  /** Number of characters of an element's text, blanks included. */
  sizeOf(element: number): number {
    return this.textEnds[element]! - this.starts[element]!;
  }

  /** Elements with this value of an attribute. */
  withAttribute(name: string, value: string): readonly number[] {
    const key = `${name}=${value}`;
    const known = this.attributes.get(key);
    if (known) return known;
    this.spend(this.elements.length >> 3);
    const found = this.elements.flatMap((element, at) => (element.attribs[name] === value ? [at] : []));
    this.attributes.set(key, found);
    return found;
  }

  /** Runs by their text as a label. */
  runsOf(label: string): readonly number[] {
    if (!this.labels) {
      this.labels = new Map();
      for (let run = 0; run < this.runCount; run++) {
        const text = this.shortRun(run, MAX_LABEL);
        if (text !== null) addTo(this.labels, labelOf(text), run);
      }
    }
    return this.labels.get(label) ?? [];
  }

  /** Place of an element among its siblings of the same name, from 1. */
  placeOfType(element: number): number {
    if (this.places[element] === undefined) {
      const parent = this.parents[element]!;
      const counts = new Map<string, number>();
      const end = parent < 0 ? this.elements.length : this.ends[parent]!;
      for (let at = parent + 1; at < end; at = this.ends[at]!) {
        const { name } = this.elements[at]!;
        const place = (counts.get(name) ?? 0) + 1;
        counts.set(name, place);
        this.places[at] = place;
      }
    }
    return this.places[element]!;
  }

  /** All elements. */
  get all(): readonly number[] {
    return (this.numbers ??= this.elements.map((_, at) => at));
  }

  get stated(): StatedIndex {
    return (this.statements ??= new StatedIndex(this.document));
  }

  scopeOf(element: number, end = this.ends[element]!, endRun = this.endRuns[element]!): PageScope {
    return { root: element, from: element, to: end, runFrom: this.firstRuns[element]!, runTo: endRun };
  }

  isInside(element: number, ancestor: number): boolean {
    return ancestor < 0 || (element >= ancestor && element < this.ends[ancestor]!);
  }

  /** The innermost element that contains both. */
  common(one: number, other: number): number {
    let at = one;
    while (at >= 0 && !this.isInside(other, at)) at = this.parents[at]!;
    return at;
  }

  /** The child of `ancestor` that contains the element. */
  childOf(ancestor: number, element: number): number {
    let at = element;
    while (at >= 0 && this.parents[at] !== ancestor) at = this.parents[at]!;
    return at;
  }
}

function countElements({ root }: DomTree): number {
  let count = 0;
  for (let node = nextNode(root, root); node && count < MAX_ELEMENTS; node = nextNode(node, root))
    if (isElement(node)) count++;
  return count;
}

/** The work with a page takes too long. */
export class WorkLimitError extends Error {}

/** Longer texts are no labels. */
export const MAX_LABEL = 80;

const NONE: readonly string[] = [];

function namesIn(text: string): readonly string[] {
  return [...new Set(text.split(/\s+/).filter((name) => name !== ''))].slice(0, 20);
}

function addTo(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** True if a text certainly has more characters than this in one line: those of ASCII that are no white space are counted. */
function hasMore(text: string, chars: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code < 127 && ++count > chars) return true;
  }
  return false;
}

/** Text in one line. */
export function squash(text: string): string {
  return hasPlainBlanks(text) || !UNEVEN.test(text) ? text.trim() : text.replace(/\s+/g, ' ').trim();
}

/** White space that is not a single blank. */
const UNEVEN = /[^\S ]| {2}/;

/** A text as a label: without case and the punctuation around it. */
export function labelOf(text: string): string {
  const lower = text.toLowerCase();
  let [from, to] = [0, lower.length];
  while (from < to && !isWordyAt(lower, from)) from++;
  while (to > from && !isWordyAt(lower, to - 1)) to--;
  return lower.slice(from, to);
}

const WORDY = /[\p{L}\p{N}]/u;

function isWordyAt(lower: string, at: number): boolean {
  const code = lower.charCodeAt(at);
  if (code > 126) return WORDY.test(lower[at]!);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** True for a text of letters or digits, and not of separators only. */
export function isWordy(text: string): boolean {
  return WORDY.test(text);
}
