import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Flow } from './flow.js';
import type { FormatElement, Layout } from './layout.js';
import type { LayoutKind } from '../layout-node.js';

/** The only paragraph of an element without other content, or the element itself. */
function onlyParagraph(element: PageElement): PageElement {
  let inner = element;
  for (;;) {
    const contents = inner.children.filter((node) => !isText(node) || node.data.trim() !== '');
    const [only] = contents;
    if (contents.length !== 1 || !only || !isElement(only) || !PARAGRAPHS.has(only.name)) return inner;
    inner = only;
  }
}

const PARAGRAPHS = new Set(['p', 'div']);

/** A term or its definition, when it is a single line or paragraph; longer ones are blocks like any other. */
function formatLine(kind: LayoutKind): FormatElement {
  return (item: PageElement, flow: Flow, layout: Layout) => {
    const element = onlyParagraph(item);
    if (flow.mode !== 'blocks' || layout.containsBlock(element)) return layout.asBlock(item, flow);
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
