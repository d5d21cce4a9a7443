import type { StatedItem, StructuredData } from '../../model/page/structured-data.js';
import { findElement, type DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { readStructuredData } from '../metadata/structured-data.js';
import { readMarkedItems } from './read-marked-items.js';
import { readPairsAndTables } from './read-pairs-and-tables.js';
import { shownText } from './shown-text.js';

/** Limits of the data: it is passed between threads, and no typical page exceeds them. */
const MAX_ITEMS = 500;
const MAX_JSON_CHARS = 1_000_000;
const MAX_HEADING_CHARS = 500;

/** Everything the page states in a form for programs. To be called on the page as parsed, before it is cleaned. */
export function readStatedData(document: DomTree): StructuredData {
  const jsonLd = readStructuredData(document).map((value): StatedItem => ({ syntax: 'JSON-LD', value }));
  const heading = findElement(document.root, 'h1');
  return {
    items: withinBounds([...jsonLd, ...readMarkedItems(document)]),
    ...readPairsAndTables(document.root),
    heading: heading && (shownText(heading, MAX_HEADING_CHARS) || null),
  };
}

function withinBounds(items: readonly StatedItem[]): StatedItem[] {
  let room = MAX_JSON_CHARS;
  return items.slice(0, MAX_ITEMS).filter(({ value }) => {
    room -= JSON.stringify(value).length;
    return room >= 0;
  });
}
