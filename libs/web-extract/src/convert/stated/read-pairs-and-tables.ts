import type { AnyNode, Document } from 'domhandler';
import type { StatedPair, StatedTable, StructuredData } from '../../model/page/structured-data.js';
import {
  descendants,
  isElement,
  isText,
  nextNode,
  nodeAfter,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { readGrid } from '../markdown/layout/tables/table-grid.js';
import { shownText } from './shown-text.js';

const MAX_TABLES = 50;
const MAX_ROWS = 2_000;
/** All tables together; a table that does not fit is left out as a whole. */
const MAX_TABLE_CHARS = 1_000_000;
const MAX_CELL_CHARS = 1_000;
const MAX_PAIRS = 1_000;
/** A longer text before a colon is a sentence, not a name. */
const MAX_NAME_CHARS = 60;
const MAX_VALUE_CHARS = 1_000;

interface Found {
  readonly tables: StatedTable[];
  readonly pairs: StatedPair[];
  /** Left of the characters that tables may have. */
  room: number;
}

/** Reads names with values, and tables with a header row. */
export function readPairsAndTables(root: Document): Pick<StructuredData, 'tables' | 'pairs'> {
  const found: Found = { tables: [], pairs: [], room: MAX_TABLE_CHARS };
  for (const node of descendants(root)) {
    if (!isElement(node) || found.pairs.length >= MAX_PAIRS) continue;
    if (node.name === 'table') readTable(node, found);
    else if (node.name === 'dl') readDefinitions(node, found.pairs);
    else if (node.name === 'li' || node.name === 'p' || node.name === 'div') readLabelled(node, found.pairs);
  }
  return { tables: found.tables, pairs: found.pairs };
}

function readTable(table: PageElement, found: Found): void {
  const { tables, pairs } = found;
  const { rows, width, hasHead } = readGrid(table);
  const texts = rows.slice(0, MAX_ROWS).map((row) => row.map((cell) => (cell ? textOf(cell) : '')));
  const [head, ...body] = texts;
  if (width === 2 && (!hasHead || rows.every((row) => row[0]?.name === 'th'))) {
    for (const [name = '', value = ''] of texts) addPair(pairs, name, value);
  } else if (hasHead && head && body.length > 0 && tables.length < MAX_TABLES) {
    addTable(found, { columns: head, rows: body });
  }
}

function addTable(found: Found, table: StatedTable): void {
  const size = JSON.stringify(table).length;
  if (size > found.room) return;
  found.room -= size;
  found.tables.push(table);
}

function readDefinitions(list: PageElement, pairs: StatedPair[]): void {
  let name = '';
  let node = nextNode(list, list);
  while (node) {
    const isList = isElement(node) && node.name === 'dl';
    if (isElement(node) && node.name === 'dt') name = textOf(node);
    else if (isElement(node) && node.name === 'dd') addPair(pairs, name, textOf(node));
    // A list inside is read by itself.
    node = isList ? nodeAfter(node, list) : nextNode(node, list);
  }
}

/** `<b>Name:</b> value`. */
function readLabelled(element: PageElement, pairs: StatedPair[]): void {
  const [first, ...rest] = (element.children as AnyNode[]).filter(
    (child) => !isText(child) || child.data.trim() !== '',
  );
  if (!first || !isElement(first) || !/^(?:b|strong|span|em)$/.test(first.name) || rest.length === 0) return;
  if (
    rest.length > 6 ||
    rest.some((node) => isElement(node) && /^(?:ul|ol|div|p|table|h\d)$/.test(node.name))
  )
    return;
  const whole = textOf(element);
  const name = textOf(first);
  const value = whole.slice(name.length).trim();
  if (name.endsWith(':') || value.startsWith(':')) addPair(pairs, name, value.replace(/^:/, ''));
}

function addPair(pairs: StatedPair[], name: string, value: string): void {
  const label = name.replace(/\s*[::]\s*$/, '').trim();
  const text = value.trim();
  if (label === '' || text === '' || label.length > MAX_NAME_CHARS || text.length > MAX_VALUE_CHARS) return;
  pairs.push({ name: label, value: text });
}

function textOf(element: PageElement): string {
  return shownText(element, MAX_CELL_CHARS);
}
