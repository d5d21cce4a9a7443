import type { AnyNode } from 'domhandler';
import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** Line numbers and buttons that highlighters insert next to the code. */
const NOT_CODE =
  /(?:^|[\s_-])(?:line-?no|line-?nos|linenos|line-?numbers?-rows|linenumber|gutter|ln-num|lnt|hljs-ln-numbers|blob-num|pre-numbering|crayon-nums?|copy|copy-button|clipboard|toolbar)(?:[\s_-]|$)|(?:^|\s)(?:line-numbers?)(?:\s|$)/i;
/** Lines that an example needs to run and that readers are not shown before they ask. */
const UNSHOWN = /(?:^|\s)(?:boring|hidden-line|hidden-code)(?:\s|$)/;
/** Bars above the code, with its name and buttons. */
const BAR =
  /(?:^|[\s_-])(?:header|titlebar|title|toolbar|lang(?:uage)?-?(?:label|name)|filename|caption)(?:[\s_-]|$)/i;
const CELLS = new Set(['td', 'th']);
const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table']);
/** Lines that a style parts, not the text between them. */
const LINE_CLASS =
  /(?:^|\s)(?:line|code-?line|view-line|token-line|hljs-ln-line|cm-line|CodeMirror-line)(?:\s|$)/i;
const LINE_STYLE = /(?:^|[;\s])display\s*:\s*(?:block|flex|grid)/i;

/** Returns the text of a code block by line, without line numbers and trailing blank lines. */
export function codeText(pre: PageElement): string {
  const writer = new CodeWriter(lineNumbers(pre));
  writer.children(pre);
  return writer.code
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trimEnd();
}

/** Collects code. It remembers how the text ends, for to look would cost a copy each time. */
class CodeWriter {
  private text = '';
  private atLineStart = true;
  /** True after an element that is a line by its style and did not end with a line break. */
  private isLineOpen = false;
  /** Where the number of a line was left out. */
  private readonly numberEnds: number[] = [];
  private numbersHaveBlanks = false;

  /** @param numbers elements that hold the numbers of lines */
  constructor(private readonly numbers: ReadonlySet<PageElement>) {}

  children(element: PageElement): void {
    for (const child of element.children as AnyNode[]) {
      if (isText(child)) this.add(child.data);
      else if (isElement(child)) this.element(child);
    }
  }

  /** The code. A blank that only parts each line from its number is no part of it. */
  get code(): string {
    const { text, numberEnds } = this;
    const isApart =
      numberEnds.length > 0 && !this.numbersHaveBlanks && numberEnds.every((at) => isBlankAt(text, at));
    if (!isApart) return text;
    const pieces = numberEnds.map((end, at) =>
      text.slice(at === 0 ? 0 : afterBlank(text, numberEnds[at - 1]!), end),
    );
    return pieces.join('') + text.slice(afterBlank(text, numberEnds.at(-1)!));
  }

  private element(element: PageElement): void {
    if (element.name === 'br') return this.add('\n');
    if (isNotCode(element) || this.numbers.has(element)) return this.leaveOut(element);
    if (element.name === 'span' || element.name === 'code') return this.inline(element);
    const isLine = LINES.has(element.name);
    if (isLine && !this.atLineStart) this.add('\n');
    const before = this.text.length;
    this.children(element);
    // A line element ends its line; an empty one is an empty line.
    const isOpen = this.text.length === before || !this.atLineStart;
    if (isLine && isOpen && element.name !== 'table') this.add('\n');
  }

  private inline(element: PageElement): void {
    const isLine = isStyledLine(element);
    if (isLine && this.isLineOpen && followsLine(element)) this.add('\n');
    const before = this.text.length;
    this.children(element);
    if (isLine) this.isLineOpen = !this.atLineStart || this.text.length === before;
  }

  private leaveOut(element: PageElement): void {
    if (LINES.has(element.name) || CELLS.has(element.name) || !this.atLineStart) return;
    const number = element.textContent;
    if (!/^\s*\d+\s*$/.test(number)) return;
    this.numbersHaveBlanks ||= /\s$/.test(number);
    this.numberEnds.push(this.text.length);
  }

  private add(text: string): void {
    if (text === '') return;
    this.text += text;
    this.atLineStart = text.endsWith('\n');
    if (this.isLineOpen && text.includes('\n')) this.isLineOpen = false;
  }
}

function isBlankAt(text: string, at: number): boolean {
  return at === text.length || text[at] === ' ' || text[at] === '\u00a0' || text[at] === '\n';
}

function afterBlank(text: string, at: number): number {
  return text[at] === ' ' || text[at] === '\u00a0' ? at + 1 : at;
}

function isStyledLine({ attribs }: PageElement): boolean {
  return LINE_CLASS.test(attribs['class'] ?? '') || LINE_STYLE.test(attribs['style'] ?? '');
}

/** Whether the element before is a line, too. */
function followsLine(element: PageElement): boolean {
  let before = element.prev as AnyNode | null;
  if (before && isText(before) && before.data.trim() === '') before = before.prev as AnyNode | null;
  return isElement(before) && isStyledLine(before);
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
  return new Set([...(counts ? (numbers as PageElement[]) : []), ...numberLists(pre)]);
}

/** Lists beside the code that hold nothing but the numbers of its lines. */
function numberLists(pre: PageElement): PageElement[] {
  const lists = (pre.children as AnyNode[]).filter(
    (child): child is PageElement => isElement(child) && /^[uo]l$/.test(child.name),
  );
  const isBeside = pre.children.some(
    (child) => isElement(child as AnyNode) && !lists.includes(child as PageElement),
  );
  return isBeside ? lists.filter(countsUp) : [];
}

function countsUp(list: PageElement): boolean {
  const items = (list.children as AnyNode[]).filter(isElement);
  const first = Number(items[0]?.textContent.trim() || NaN);
  return items.length > 1 && items.every((item, at) => item.textContent.trim() === String(first + at));
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
