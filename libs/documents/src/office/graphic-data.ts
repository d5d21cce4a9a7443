import type { BlockWriter } from '../tree/block-writer.js';
import type { OfficePackage } from '../containers/ooxml/office-package.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { chartTable } from './chart-table.js';
import { extendedChartTable } from './extended-chart.js';
import { diagramTexts, drawnTexts } from './diagram-texts.js';

/**
 * Writes the charts and diagrams in a drawing, whose content is in other parts of the package.
 *
 * @param part name of the part that contains the drawing
 * @returns false if there are none
 */
export function writeGraphics(
  drawing: XmlElement,
  part: string,
  files: OfficePackage,
  blocks: BlockWriter,
): boolean {
  const graphics = drawing.findAll('a:graphicData').flatMap(({ elements }) => elements);
  let isWritten = false;
  for (const graphic of graphics) {
    const target = (attribute: string) => {
      const relation = files.relationsOf(part).get(graphic.attr(attribute) ?? '');
      return relation && !relation.isExternal ? relation.target : null;
    };
    if (graphic.name === 'c:chart') chartTable(files.shownTree(target('r:id')), blocks);
    else if (graphic.name === 'cx:chart') extendedChartTable(files.shownTree(target('r:id')), blocks);
    else if (graphic.name === 'dgm:relIds') writeDiagram(target('r:dm'), part, files, blocks);
    else continue;
    isWritten = true;
  }
  return isWritten;
}

/** True if {@link writeGraphics} would write something. */
export function hasGraphics(drawing: XmlElement): boolean {
  return (
    drawing.find('c:chart') !== null ||
    drawing.find('cx:chart') !== null ||
    drawing.find('dgm:relIds') !== null
  );
}

/** Texts of the data of a diagram or, if it has none, those of its stored drawing. */
function writeDiagram(target: string | null, part: string, files: OfficePackage, blocks: BlockWriter): void {
  const data = files.shownTree(target);
  let texts = diagramTexts(data);
  if (texts.length === 0) {
    const id = data?.find('dsp:dataModelExt')?.attr('relId') ?? '';
    const drawing = files.relationsOf(part).get(id)?.target ?? files.related(part, 'diagramDrawing');
    texts = drawnTexts(files.tree(drawing));
  }
  for (const runs of texts) blocks.paragraph({ kind: 'text' }, runs);
}
