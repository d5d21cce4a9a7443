import type { AnyNode } from 'domhandler';
import { isElement, isText, type PageElement } from '../../html/nodes.js';

/** Line numbers and buttons that highlighters put beside the code. */
const NOT_CODE =
  /(?:^|[\s_-])(?:line-?no|line-?nos|linenos|line-?numbers?-rows|linenumber|gutter|ln-num|hljs-ln-numbers|blob-num|copy|copy-button|clipboard|toolbar)(?:[\s_-]|$)|(?:^|\s)(?:line-numbers?)(?:\s|$)/i;
/** Bars above the code, with its name and buttons. */
const BAR =
  /(?:^|[\s_-])(?:header|titlebar|title|toolbar|lang(?:uage)?-?(?:label|name)|filename|caption)(?:[\s_-]|$)/i;
const CELLS = new Set(['td', 'th']);
const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table']);

/** The text of a code block, line by line; numbers beside the lines and blank lines after them are left out. */
export function codeText(pre: PageElement): string {
  const writer = { text: '', numbers: lineNumbers(pre) };
  addChildren(pre, writer);
  return writer.text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trimEnd();
}

interface CodeWriter {
  text: string;
  /** Elements that hold the numbers of lines. */
  readonly numbers: ReadonlySet<PageElement>;
}

function addChildren(element: PageElement, writer: CodeWriter): void {
  for (const child of element.children as AnyNode[]) {
    if (isText(child)) writer.text += child.data;
    else if (isElement(child)) addElement(child, writer);
  }
}

function addElement(element: PageElement, writer: CodeWriter): void {
  if (element.name === 'br') {
    writer.text += '\n';
    return;
  }
  if (isNotCode(element) || writer.numbers.has(element)) return;
  const isLine = LINES.has(element.name);
  if (isLine) startLine(writer);
  const before = writer.text.length;
  addChildren(element, writer);
  // A line element ends its line, an empty one is an empty line.
  if (
    isLine &&
    element.name !== 'table' &&
    (writer.text.length > before ? !writer.text.endsWith('\n') : true)
  )
    writer.text += '\n';
}

function startLine(writer: CodeWriter): void {
  if (writer.text !== '' && !writer.text.endsWith('\n')) writer.text += '\n';
}

/** Nothing but line numbers, marked as such on itself or close around. */
export function isNumberGutter(element: PageElement): boolean {
  if (!/^[\s\d]*$/.test(element.textContent)) return false;
  let up = element as AnyNode | null;
  for (let step = 0; isElement(up) && step < 4; step++, up = up.parent as AnyNode | null) {
    const className = up.attribs['class'];
    if (className !== undefined && NOT_CODE.test(className)) return true;
  }
  return false;
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
  if (element.name === 'div' && BAR.test(className) && !element.textContent.includes('\n')) return true;
  if (!NOT_CODE.test(className)) return false;
  // A marked cell beside code is a gutter whatever it holds; elsewhere only digits are.
  return CELLS.has(element.name) || element.name === 'button' || !holdsCode(element);
}

function holdsCode(element: PageElement): boolean {
  return element.children.some(
    (child) => isElement(child as AnyNode) && /^(?:code|pre|td)$/.test((child as PageElement).name),
  );
}
