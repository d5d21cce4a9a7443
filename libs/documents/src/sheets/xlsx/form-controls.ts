import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import type { TreeWriter } from '../../tree/tree-writer.js';
import type { SheetDrawing } from '../write-sheet.js';

/** Controls with a text; the shapes of comments are in the same part. */
const KINDS: ReadonlySet<string> = new Set([
  'Checkbox',
  'Radio',
  'Button',
  'Label',
  'GBox',
  'Dialog',
  'EditBox',
]);

/**
 * Form controls of a sheet with their text; those that can be ticked also say whether they are. Newer programs write
 * them as drawings, too: `drawn` has the paragraphs that these show.
 */
export function formControls(
  files: OfficePackage,
  sheet: string,
  tree: TreeWriter,
  drawn: ReadonlySet<string>,
): SheetDrawing[] {
  const root = files.tree(files.related(sheet, 'vmlDrawing'));
  return (root?.findAll('v:shape') ?? []).flatMap((shape) => {
    const data = shape.child('xls:ClientData');
    const kind = data?.attr('ObjectType') ?? '';
    const text = shape.child('v:textbox')?.text.replace(/\s+/g, ' ').trim() ?? '';
    if (!data || !KINDS.has(kind) || text === '' || drawn.has(text)) return [];
    return [{ ...placeOf(data), write: () => tree.element('p', `${stateOf(kind, data)}${text}`) }];
  });
}

function stateOf(kind: string, data: XmlElement): string {
  if (kind !== 'Checkbox' && kind !== 'Radio') return '';
  return data.child('xls:Checked')?.text.trim() === '1' ? '☒ ' : '☐ ';
}

/** The anchor is a list of numbers: column, offset, row, offset of the corner, then those of the opposite corner. */
function placeOf(data: XmlElement): { readonly row: number; readonly column: number } {
  const numbers = (data.child('xls:Anchor')?.text ?? '').split(',').map(Number);
  const [column = Infinity, , row = Infinity] = numbers.length >= 4 ? numbers : [];
  return { row: Number.isNaN(row) ? Infinity : row, column: Number.isNaN(column) ? Infinity : column };
}
