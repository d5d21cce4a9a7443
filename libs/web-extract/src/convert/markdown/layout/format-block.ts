import { PAGE_MARK, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Flow } from './flow.js';
import type { Layout } from './layout.js';

export function formatHeading(element: PageElement, flow: Flow, layout: Layout): void {
  if (flow.mode !== 'blocks') return layout.asBlock(element, flow);
  flow.endLine();
  const line = new Flow('line');
  layout.children(element, line);
  const level = Number(element.name[1]);
  if (isLeftEmpty(element)) flow.addLeaf('heading', { level });
  else flow.addBlock('heading', line.takeLine(), { level });
}

/** Written without anything in it; what lost its content to cleaning is not printed. */
export function isLeftEmpty({ children, attribs }: PageElement): boolean {
  return children.length === 0 && Object.keys(attribs).length === 0;
}

export function formatQuote(element: PageElement, flow: Flow, layout: Layout): void {
  if (!flow.canNest) return layout.asBlock(element, flow);
  flow.endLine();
  const quoted = flow.nested();
  layout.children(element, quoted);
  quoted.endLine();
  flow.addBlock('quote', quoted.blocks);
}

/** Writes a rule; the page marker of a document is a comment with its number. */
export function formatRule({ attribs }: PageElement, flow: Flow): void {
  flow.endLine();
  if (flow.mode !== 'blocks') return;
  const page = attribs[PAGE_MARK];
  flow.addLeaf(
    'rule',
    page !== undefined && /^\d{1,9}$/.test(page) ? { marker: `---\n\n<!-- page ${page} -->` } : {},
  );
}
