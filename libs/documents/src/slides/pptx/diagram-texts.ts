import { RunList, type Run } from '../../tree/run.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { paragraphRuns } from './text-body.js';

/** Texts of a diagram's boxes in the order of its data. */
export function diagramTexts(data: XmlElement | null): (readonly Run[])[] {
  const points = data?.child('dgm:ptLst')?.all('dgm:pt') ?? [];
  return points
    .filter((point) => /^(?:node|)$/.test(point.attr('type') ?? ''))
    .flatMap((point) => point.child('dgm:t')?.all('a:p') ?? [])
    .map((paragraph) => {
      const runs = new RunList();
      runs.addAll(paragraphRuns(paragraph, { relations: new Map() }));
      return runs.runs;
    })
    .filter((runs) => runs.length > 0);
}
