import type { AnyNode } from 'domhandler';
import { isElement, isText, type PageElement } from '../../html/nodes.js';

/** Line numbers and buttons that highlighters put beside the code. */
const NOT_CODE =
  /(?:^|[\s_-])(?:line-?no|line-?nos|linenos|line-?numbers?-rows|linenumber|gutter|ln-num|hljs-ln-numbers|blob-num|copy|copy-button|clipboard|toolbar)(?:[\s_-]|$)|(?:^|\s)(?:line-numbers?)(?:\s|$)/i;
const CELLS = new Set(['td', 'th']);
const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table']);

/** The text of a code block, line by line; numbers beside the lines and blank lines after them are left out. */
export function codeText(pre: PageElement): string {
  const writer = { text: '' };
  addChildren(pre, writer);
  return writer.text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .trimEnd();
}

interface CodeWriter {
  text: string;
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
  if (isNotCode(element)) return;
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

function isNotCode(element: PageElement): boolean {
  const className = element.attribs['class'];
  if (className === undefined || !NOT_CODE.test(className)) return false;
  // A marked cell beside code is a gutter whatever it holds; elsewhere only digits are.
  return CELLS.has(element.name) || element.name === 'button' || !holdsCode(element);
}

function holdsCode(element: PageElement): boolean {
  return element.children.some(
    (child) => isElement(child as AnyNode) && /^(?:code|pre|td)$/.test((child as PageElement).name),
  );
}
