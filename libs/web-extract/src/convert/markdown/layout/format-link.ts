import { resolveLink } from '@web-extract/documents/markup/dom/resolve-url.js';
import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { LayoutElement, LayoutText, type LayoutDetails, type LayoutNode } from '../layout-node.js';
import type { Flow } from './flow.js';
import type { Layout } from './layout.js';
import { chooseDelimiters } from './delimiters.js';

/** A link. Script addresses leave only the text; a link around blocks moves to the block that names them best. */
export function formatLink(element: PageElement, flow: Flow, layout: Layout): void {
  const details = linkDetails(element, layout);
  if (!details || flow.inLink) return layout.children(element, flow);
  if (flow.mode === 'blocks' && layout.containsBlock(element))
    return formatCard(element, details, flow, layout);
  flow.open('link', details);
  layout.children(element, flow);
  flow.close();
}

/**
 * Returns the URL and the title of a link; null if it has no target, or URLs are not requested. An empty URL
 * is the page's own.
 */
export function linkDetails({ attribs }: PageElement, layout: Layout): LayoutDetails | null {
  const { baseUrl } = layout.options;
  const address = attribs['href'] === '' ? baseUrl : resolveLink(attribs['href'] ?? '', baseUrl);
  return address === null ? null : writtenLink({ address, title: attribs['title'] }, layout);
}

/** A link as the options want it: with its address, with a name for that, or not at all. */
export function writtenLink({ address, title }: LayoutDetails, layout: Layout): LayoutDetails | null {
  const { links = 'inline', linkTitles = true } = layout.options.markdownOptions ?? {};
  if (links === 'text') return null;
  const details = linkTitles ? { address, title } : { address };
  return links === 'inline' ? details : { ...details, marker: layout.references.labelOf(details) };
}

/** A link cannot hold blocks in markdown: the first heading carries it, else the first line of text. */
function formatCard(element: PageElement, details: LayoutDetails, flow: Flow, layout: Layout): void {
  flow.endLine();
  const first = flow.blocks.length;
  layout.children(element, flow);
  flow.endLine();
  const blocks = flow.blocks.slice(first);
  const carrier =
    findLine(blocks, (line) => line.kind === 'heading' && hasText(line)) ??
    findLine(blocks, hasText) ??
    findLine(blocks, () => true);
  if (carrier) wrapInLink(carrier, details);
}

const LINES = new Set(['paragraph', 'line', 'line-item', 'heading', 'term', 'definition']);

/** The first line in document order that passes and holds no link yet. */
function findLine(
  nodes: readonly LayoutNode[],
  passes: (line: LayoutElement) => boolean,
): LayoutElement | null {
  for (const node of nodes) {
    if (node instanceof LayoutText) continue;
    const isLine = LINES.has(node.kind);
    const found = isLine ? (passes(node) && !hasLink(node) ? node : null) : findLine(node.childNodes, passes);
    if (found) return found;
  }
  return null;
}

function wrapInLink(line: LayoutElement, details: LayoutDetails): void {
  const link = new LayoutElement('link', line.childNodes, details);
  chooseDelimiters(link.childNodes, '[', 'link');
  markInLink(link);
  line.childNodes = [link];
}

function markInLink(element: LayoutElement): void {
  for (const node of element.childNodes) {
    if (node instanceof LayoutText) node.inLink = true;
    else markInLink(node);
  }
}

function hasText(line: LayoutElement): boolean {
  return line.childNodes.some((node) =>
    node instanceof LayoutText ? node.value.trim() !== '' : node.kind === 'code' || hasText(node),
  );
}

function hasLink(line: LayoutElement): boolean {
  return line.childNodes.some(
    (node) => node instanceof LayoutElement && (node.kind === 'link' || hasLink(node)),
  );
}
