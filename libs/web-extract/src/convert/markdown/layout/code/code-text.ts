import type { AnyNode } from 'domhandler';
import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** Line numbers and buttons that highlighters insert next to the code. */
const NOT_CODE =
  /(?:^|[\s_-])(?:line-?no|line-?nos|linenos|line-?numbers?-rows|linenumber|gutter|ln-num|hljs-ln-numbers|blob-num|copy|copy-button|clipboard|toolbar)(?:[\s_-]|$)|(?:^|\s)(?:line-numbers?)(?:\s|$)/i;
/** Lines that an example needs to run and that readers are not shown before they ask. */
const UNSHOWN = /(?:^|\s)(?:boring|hidden-line|hidden-code)(?:\s|$)/;
/** Bars above the code, with its name and buttons. */
const BAR =
  /(?:^|[\s_-])(?:header|titlebar|title|toolbar|lang(?:uage)?-?(?:label|name)|filename|caption)(?:[\s_-]|$)/i;
const CELLS = new Set(['td', 'th']);
const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table']);

/** Returns the text of a code block by line, without line numbers and trailing blank lines. */
export function codeText(pre: PageElement): string {
  const writer = new CodeWriter(lineNumbers(pre));
  writer.children(pre);
  return writer.text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trimEnd();
}

/** Collects code. It remembers how the text ends, for to look would cost a copy each time. */
class CodeWriter {
  text = '';
  private atLineStart = true;

  /** @param numbers elements that hold the numbers of lines */
  constructor(private readonly numbers: ReadonlySet<PageElement>) {}

  children(element: PageElement): void {
    for (const child of element.children as AnyNode[]) {
      if (isText(child)) this.add(child.data);
      else if (isElement(child)) this.element(child);
    }
  }

  private element(element: PageElement): void {
    if (element.name === 'br') return this.add('\n');
    if (isNotCode(element) || this.numbers.has(element)) return;
    const isLine = LINES.has(element.name);
    if (isLine && !this.atLineStart) this.add('\n');
    const before = this.text.length;
    this.children(element);
    // A line element ends its line; an empty one is an empty line.
    const isOpen = this.text.length === before || !this.atLineStart;
    if (isLine && isOpen && element.name !== 'table') this.add('\n');
  }

  private add(text: string): void {
    if (text === '') return;
    this.text += text;
    this.atLineStart = text.endsWith('\n');
  }
}

/** Returns true for an element with only line numbers, marked as such on itself or a close ancestor. */
export function isNumberGutter(element: PageElement): boolean {
  if (!/^[\s\d]*$/.test(element.textContent)) return false;
  let up = element as AnyNode | null;
  for (let step = 0; isElement(up) && step < 4; step++, up = up.parent as AnyNode | null) {
    if (isMarkedNotCode(up)) return true;
  }
  return false;
}

/** Results of `isMarkedNotCode`: an element with a long class may be around countless blocks. */
const marked = new WeakMap<PageElement, boolean>();

function isMarkedNotCode(element: PageElement): boolean {
  const known = marked.get(element);
  if (known !== undefined) return known;
  const isMarked = NOT_CODE.test(element.attribs['class'] ?? '');
  marked.set(element, isMarked);
  return isMarked;
}

/** The first element of every line when these count the lines. */
function lineNumbers(pre: PageElement): Set<PageElement> {
  const lines = linesOf(pre);
  const numbers = lines.map(
    (line) => line.children.find((child) => isElement(child as AnyNode)) as PageElement | undefined,
  );
  const first = Number(numbers[0]?.textContent.trim() || NaN);
  const counts =
    numbers.length > 1 &&
    numbers.every((number, at) => number !== undefined && number.textContent.trim() === String(first + at));
  return new Set(counts ? (numbers as PageElement[]) : []);
}

/** The elements inside the innermost wrapper that holds several. */
function linesOf(pre: PageElement): PageElement[] {
  let wrapper = pre;
  for (;;) {
    const inner = (wrapper.children as AnyNode[]).filter(isElement);
    if (inner.length !== 1) return inner;
    wrapper = inner[0]!;
  }
}

function isNotCode(element: PageElement): boolean {
  const className = element.attribs['class'];
  if (className === undefined) return false;
  if (UNSHOWN.test(className)) return true;
  if (element.name === 'div' && BAR.test(className) && !element.textContent.includes('\n')) return true;
  if (!NOT_CODE.test(className)) return false;
  // A marked cell next to code is a gutter with any content; elsewhere only digits are.
  return CELLS.has(element.name) || element.name === 'button' || !holdsCode(element);
}

function holdsCode(element: PageElement): boolean {
  return element.children.some(
    (child) => isElement(child as AnyNode) && /^(?:code|pre|td)$/.test((child as PageElement).name),
  );
}
