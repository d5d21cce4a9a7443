import type { BlockWriter } from '../../tree/block-writer.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';

const MAX_SPAN = 1_000;

/** Writes the table of a slide without covered cells. */
export function slideTable(
  table: XmlElement,
  blocks: BlockWriter,
  writeText: (body: XmlElement) => void,
): void {
  blocks.table(() => {
    table.all('a:tr').forEach((row, at) => {
      blocks.row(() => {
        for (const cell of row.all('a:tc')) {
          if (isOn(cell, 'hMerge') || isOn(cell, 'vMerge')) continue;
          const body = cell.child('a:txBody');
          const spans = { columns: span(cell, 'gridSpan'), rows: span(cell, 'rowSpan') };
          blocks.cell(at === 0, spans, () => {
            if (body) writeText(body);
          });
        }
      });
    });
  });
}

function isOn(cell: XmlElement, name: string): boolean {
  return /^(?:1|true)$/.test(cell.attr(name) ?? '');
}

function span(cell: XmlElement, name: string): number {
  const value = Number(cell.attr(name) ?? 1);
  return value > 1 ? Math.min(Math.trunc(value), MAX_SPAN) : 1;
}
