import { chosenAlternative } from '../../containers/xml/alternate-content.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';

interface Cell {
  columns: number;
  rows: number;
  readonly content: XmlElement[];
  readonly column: number;
}

interface Row {
  readonly cells: readonly Cell[];
}

const MAX_SPAN = 1_000;
/** Maximum number of empty leading cells in all rows of a table. */
const MAX_GAPS = 100_000;
const WRAPPERS: ReadonlySet<string> = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo']);

/** The cells of a table with their spans, without deleted rows. */
export function tableCells(table: XmlElement): Row[] {
  const rows: { cells: Cell[] }[] = [];
  /** Cell that may continue in the next row, by column. */
  let open = new Map<number, Cell>();
  let gaps = 0;
  for (const element of unwrapped(table, 'w:tr')) {
    const properties = element.child('w:trPr');
    if (properties?.child('w:del')) continue;
    const cells: Cell[] = [];
    const below = new Map<number, Cell>();
    let column = skipOf(properties, 'w:gridBefore');
    gaps += column;
    if (gaps > MAX_GAPS) column = 0;
    for (let gap = 0; gap < column; gap++) cells.push({ columns: 1, rows: 1, content: [], column: gap });
    for (const cell of unwrapped(element, 'w:tc')) {
      const spans = cell.child('w:tcPr');
      const columns = span(spans?.child('w:gridSpan')?.attr('w:val'));
      const merge = spans?.child('w:vMerge');
      const above = open.get(column);
      if (merge && merge.attr('w:val') !== 'restart' && above) {
        above.rows++;
        // Word leaves these empty, other programs do not
        if (cell.text.trim() !== '') for (const element of cell.elements) above.content.push(element);
        below.set(column, above);
      } else {
        const made = { columns, rows: 1, content: [...cell.elements], column };
        cells.push(made);
        if (merge) below.set(column, made);
      }
      column += columns;
    }
    open = below;
    rows.push({ cells });
  }
  return rows;
}

function unwrapped(parent: XmlElement, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const child of parent.elements) {
    if (child.name === name) found.push(child);
    else if (WRAPPERS.has(child.name)) unwrapped(child, name, found);
    else if (child.name === 'mc:AlternateContent') unwrapped(chosenAlternative(child), name, found);
  }
  return found;
}

function skipOf(properties: XmlElement | null, name: string): number {
  const value = Number(properties?.child(name)?.attr('w:val') ?? 0);
  return value > 0 ? Math.min(Math.trunc(value), 63) : 0;
}

function span(value: string | null | undefined): number {
  const columns = Number(value ?? 1);
  return columns > 1 ? Math.min(Math.trunc(columns), MAX_SPAN) : 1;
}
