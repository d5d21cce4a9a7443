import { BlockWriter } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import type { TreeWriter } from '../../tree/tree-writer.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { chosenAlternative, withoutAlternatives } from '../../containers/xml/alternate-content.js';
import { writeGraphics } from '../../office/graphic-data.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import { paragraphRuns } from '../../slides/pptx/text-body.js';
import type { SheetDrawing } from '../write-sheet.js';
import { formControls } from './form-controls.js';

const ANCHORS: ReadonlySet<string> = new Set([
  'xdr:twoCellAnchor',
  'xdr:oneCellAnchor',
  'xdr:absoluteAnchor',
]);

/** Drawings of a sheet: charts, text boxes and pictures with a description. Comments are not included. */
export function sheetDrawings(files: OfficePackage, sheet: string, tree: TreeWriter): SheetDrawing[] {
  const part = files.related(sheet, 'drawing');
  const root = files.tree(part);
  const controls = formControls(files, sheet, tree, drawnTexts(root));
  if (part === null || !root) return controls;
  const writer = new DrawingWriter(files, part, tree);
  const drawings = withoutAlternatives(root.elements)
    .filter(({ name }) => ANCHORS.has(name))
    .map((anchor) => ({ ...placeOf(anchor), write: () => writer.write(anchor) }));
  return [...drawings, ...controls];
}

/** Texts of shapes, and their paragraphs. */
function drawnTexts(root: XmlElement | null): ReadonlySet<string> {
  const parts = ['xdr:txBody', 'a:p'].flatMap((name) => root?.findAll(name) ?? []);
  return new Set(parts.map(({ text }) => text.replace(/\s+/g, ' ').trim()));
}

/** Drawings without an anchor are written at the end. */
function placeOf(anchor: XmlElement): { row: number; column: number } {
  const from = anchor.child('xdr:from');
  const number = (name: string) => Number(from?.child(name)?.text || Infinity);
  return { row: number('xdr:row'), column: number('xdr:col') };
}

class DrawingWriter {
  constructor(
    private readonly files: OfficePackage,
    private readonly part: string,
    private readonly tree: TreeWriter,
  ) {}

  write(parent: XmlElement): void {
    for (const element of parent.elements) this.shape(element);
  }

  private shape(element: XmlElement): void {
    switch (element.name) {
      case 'xdr:grpSp':
        return this.write(element);
      case 'mc:AlternateContent':
        return this.write(chosenAlternative(element));
      case 'xdr:sp':
        return this.text(element);
      case 'xdr:pic':
        return this.tree.picture(element.find('xdr:cNvPr')?.attr('descr') ?? '');
      case 'xdr:graphicFrame':
        return this.graphics(element);
    }
  }

  private text(element: XmlElement): void {
    const relations = this.files.relationsOf(this.part);
    const blocks = this.blocks();
    for (const paragraph of element.child('xdr:txBody')?.all('a:p') ?? [])
      blocks.paragraph({ kind: 'text' }, paragraphRuns(paragraph, { relations }));
    blocks.finish();
  }

  private graphics(element: XmlElement): void {
    const blocks = this.blocks();
    const isWritten = writeGraphics(element, this.part, this.files, blocks);
    blocks.finish();
    if (!isWritten) this.tree.picture(element.find('xdr:cNvPr')?.attr('descr') ?? '');
  }

  private blocks(): BlockWriter {
    return new BlockWriter(this.tree, new NoteList());
  }
}
