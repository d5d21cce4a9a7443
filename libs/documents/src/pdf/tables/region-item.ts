import type { TextLine } from '../lines/text-line.js';
import type { Table } from './table.js';

/** Content of a page region, from top to bottom. */
export type RegionItem = { readonly line: TextLine } | { readonly table: Table };
