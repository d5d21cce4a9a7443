import { RunList, type Run } from '../tree/run.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { paragraphRuns } from '../slides/pptx/text-body.js';

/** Texts of a diagram's boxes in the order of its data. */
export function diagramTexts(data: XmlElement | null): (readonly Run[])[] {
  const points = data?.child('dgm:ptLst')?.all('dgm:pt') ?? [];
  return points
    .filter((point) => /^(?:node|asst|)$/.test(point.attr('type') ?? ''))
    .flatMap((point) => textsOf(point.child('dgm:t')?.all('a:p') ?? []));
}

/** Texts of the stored drawing of a diagram. */
export function drawnTexts(drawing: XmlElement | null): (readonly Run[])[] {
  return textsOf((drawing?.findAll('dsp:txBody') ?? []).flatMap((body) => body.all('a:p')));
}

function textsOf(paragraphs: readonly XmlElement[]): (readonly Run[])[] {
  return paragraphs
    .map((paragraph) => {
      const runs = new RunList();
      runs.addAll(paragraphRuns(paragraph, { relations: new Map() }));
      return runs.runs;
    })
    .filter((runs) => runs.length > 0);
}
