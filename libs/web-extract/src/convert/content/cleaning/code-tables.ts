import type { AnyNode } from 'domhandler';
import { appendNode } from '@web-extract/documents/markup/dom/tree-edits.js';
import {
  descendants,
  findElement,
  isElement,
  isText,
  PageElement,
  PageText,
} from '@web-extract/documents/markup/dom/nodes.js';
import { codeLanguage } from '../../markdown/layout/code/code-language.js';
import { codeText } from '../../markdown/layout/code/code-text.js';
import { isGutterClass } from './class-signs.js';
import { setChildren } from './prune.js';

/** Lines of code, at most, that a page lays out as a table. */
const MAX_ROWS = 20_000;
const MAX_NUMBER_CHARS = 10;
const MAX_GUTTER_NODES = 50_000;
/** Blocks of numbers that hold something else, too. */
const NO_GUTTERS = new WeakSet<PageElement>();
const CODE_CLASS =
  /(?:^|[\s_-])(?:code|blob|hljs|crayon|syntax|src|source|highlight|line-content|line-?code|js-file-line|rouge-code|lntd)(?:[\s_-]|$)/i;

/**
 * Returns the code of a table that lays out the lines of code next to their numbers; null for other tables. Those with
 * preformatted text are code blocks already.
 */
export function readCodeTable(table: PageElement): PageElement | null {
  const first = firstRow(table);
  const cells = first ? cellsOf(first) : [];
  if (cells.length !== 2 || !isGutter(cells[0]!) || !isCode(cells[1]!)) return null;
  const rows = rowsOf(table);
  const lines = rows.length === 1 ? [cellCode(cells[1]!)] : numberedLines(rows);
  return lines && codeBlock(lines.join('\n'), languageOf(table));
}

function firstRow(table: PageElement): PageElement | null {
  const row = table.children.find(isElement);
  if (!row) return null;
  return row.name === 'tr' ? row : row.name === 'tbody' ? (row.children.find(isElement) ?? null) : null;
}

function cellsOf(row: PageElement): PageElement[] {
  return row.children.filter((child): child is PageElement => isElement(child) && /^t[dh]$/.test(child.name));
}

function rowsOf(table: PageElement): PageElement[] {
  const rows: PageElement[] = [];
  for (const part of table.children) {
    if (!isElement(part)) continue;
    if (part.name === 'tr') rows.push(part);
    else for (const row of part.children) if (isElement(row) && row.name === 'tr') rows.push(row);
    if (rows.length > MAX_ROWS) return [];
  }
  return rows;
}

/** A cell of numbers, or one that a style fills with them. */
function isGutter(cell: PageElement): boolean {
  return numberOf(cell) !== '' || isGutterClass(cell.attribs['class']);
}

function numberOf(cell: PageElement): string {
  const stated = cell.attribs['data-line-number'] ?? cell.attribs['data-line'];
  if (stated !== undefined) return stated;
  const text = digitsIn(cell);
  return text !== null && /^\d[\d\s]*$/.test(text) ? text : '';
}

/** The text of an element that holds nothing but numbers; null for others. */
function digitsIn(element: PageElement): string | null {
  let [text, nodes] = ['', 0];
  for (const node of descendants(element)) {
    if (++nodes > MAX_GUTTER_NODES) return null;
    if (!isText(node)) continue;
    if (!/^[\s\d]*$/.test(node.data)) return null;
    text += node.data;
  }
  return text.trim();
}

function isCode(cell: PageElement): boolean {
  if (findElement(cell, 'pre')) return false;
  return CODE_CLASS.test(cell.attribs['class'] ?? '') || isAllCode(cell);
}

function isAllCode(cell: PageElement): boolean {
  const inner = (cell.children as AnyNode[]).filter((node) => !isText(node) || node.data.trim() !== '');
  return inner.length > 0 && inner.every((node) => isElement(node) && node.name === 'code');
}

/** The code of each row; null unless all rows count on from the first. */
function numberedLines(rows: readonly PageElement[]): string[] | null {
  const lines: string[] = [];
  let expected = NaN;
  for (const row of rows) {
    const [gutter, code, ...others] = cellsOf(row);
    if (!gutter || !code || others.length > 0) return null;
    const number = numberOf(gutter).slice(0, MAX_NUMBER_CHARS);
    if (number !== '' && !Number.isNaN(expected) && Number(number) !== expected) return null;
    if (number !== '') expected = Number(number) + 1;
    lines.push(cellCode(code));
  }
  return lines.length > 0 ? lines : null;
}

function cellCode(cell: PageElement): string {
  return codeText(cell).replace(/^\s*\n/, '');
}

/** The language that the table, what is around it, or a piece of its code names. */
function languageOf(table: PageElement): string {
  const code = findElement(table, 'code');
  return codeLanguage(table) || (code ? codeLanguage(code) : '');
}

function codeBlock(text: string, language: string): PageElement {
  const code = new PageElement('code', language === '' ? {} : { class: `language-${language}` });
  const pre = new PageElement('pre', {});
  appendNode(code, new PageText(text));
  appendNode(pre, code);
  return pre;
}

/** Empties a block of line numbers that stands before or after preformatted text, alone or in a wrapper. */
export function dropGutterBeside(pre: PageElement): void {
  for (const at of [pre, pre.parent as AnyNode | null]) {
    if (!isElement(at)) continue;
    for (const side of ['prev', 'next'] as const) {
      const beside = elementBeside(at, side);
      if (beside && isNumbers(beside)) setChildren(beside, []);
    }
  }
}

function isNumbers(element: PageElement): boolean {
  if (!isGutterClass(element.attribs['class']) || NO_GUTTERS.has(element)) return false;
  if (digitsIn(element) !== null) return true;
  NO_GUTTERS.add(element);
  return false;
}

function elementBeside(element: PageElement, side: 'prev' | 'next'): PageElement | null {
  let node = element[side] as AnyNode | null;
  while (node && isText(node) && node.data.trim() === '') node = node[side] as AnyNode | null;
  return isElement(node) ? node : null;
}
