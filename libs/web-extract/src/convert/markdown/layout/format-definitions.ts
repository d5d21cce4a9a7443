import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Flow } from './flow.js';
import type { FormatElement, Layout } from './layout.js';
import type { LayoutKind } from '../layout-node.js';

/** A term or its definition, when it is a single line; longer ones are blocks like any other. */
function formatLine(kind: LayoutKind): FormatElement {
  return (element: PageElement, flow: Flow, layout: Layout) => {
    if (flow.mode !== 'blocks' || layout.containsBlock(element)) return layout.asBlock(element, flow);
    flow.endLine();
    const line = new Flow(kind === 'term' ? 'term' : 'line');
    layout.children(element, line);
    flow.addBlock(kind, line.takeLine());
  };
}

export const formatTerm = formatLine('term');
const formatShortDefinition = formatLine('definition');

export const formatDefinition: FormatElement = (element, flow, layout) => {
  const previous = flow.blocks.at(-1);
  const follows =
    previous !== undefined &&
    'kind' in previous &&
    (previous.kind === 'term' || previous.kind === 'definition');
  if (follows) formatShortDefinition(element, flow, layout);
  else layout.asBlock(element, flow);
};
