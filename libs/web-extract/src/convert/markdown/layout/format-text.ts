import type { AnyNode } from 'domhandler';
import { isElement, isText, descendants, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { LayoutKind } from '../layout-node.js';
import type { Flow } from './flow.js';
import { linkDetails } from './format-link.js';
import type { FormatElement, Layout } from './layout.js';

/** Emphasis, strong and struck text. Around blocks it would not render: the blocks are kept, the emphasis is not. */
export function formatMarked(kind: LayoutKind): FormatElement {
  return (element, flow, layout) => {
    if (!flow.canMark || layout.containsBlock(element)) return layout.children(element, flow);
    flow.open(kind);
    layout.children(element, flow);
    flow.close();
  };
}

/** Raised and lowered text. A raised link is a reference and needs no raising. */
export function formatRaised(kind: LayoutKind): FormatElement {
  const formatMark = formatMarked(kind);
  return (element, flow, layout) => {
    const isReference = element.children.some((child) => isElement(child) && child.name === 'a');
    if (isReference) formatReference(element, flow, layout);
    else if (flow.inLink || !hasWords(element)) layout.children(element, flow);
    else formatMark(element, flow, layout);
  };
}

/** Brackets around the number of a footnote are part of its mark. */
function formatReference(element: PageElement, flow: Flow, layout: Layout): void {
  const notes = element.children.filter(
    (child) => isElement(child) && layout.footnotes.references.has(child),
  );
  if (notes.length === 0) return layout.children(element, flow);
  for (const note of notes) layout.node(note, flow);
}

export function formatBreak(_: PageElement, flow: Flow): void {
  flow.lineBreak();
}

export function formatQuotation(element: PageElement, flow: Flow, layout: Layout): void {
  flow.text('“');
  layout.children(element, flow);
  flow.text('”');
}

/** Writes ruby annotations in brackets after their characters. */
export function formatRuby(element: PageElement, flow: Flow, layout: Layout): void {
  if (!hasWords(element)) return;
  flow.text('(');
  layout.children(element, flow);
  flow.text(')');
}

/** Code within a line. Links in it stay links around their part of the code. */
export function formatCode(element: PageElement, flow: Flow, layout: Layout): void {
  if (layout.containsBlock(element)) return layout.children(element, flow);
  const hasLink = !flow.inLink && hasElement(element, 'a');
  if (hasLink) formatCodeParts(element, flow, layout);
  else codeAtom(codeLine(element), flow);
}

function formatCodeParts(element: PageElement, flow: Flow, layout: Layout): void {
  for (const child of element.children as AnyNode[]) {
    if (isText(child)) codeWords(child.data, flow);
    else if (!isElement(child)) continue;
    else if (child.name === 'a') formatLinkedCode(child, flow, layout);
    else if (hasElement(child, 'a')) formatCodeParts(child, flow, layout);
    else codeAtom(codeLine(child), flow);
  }
}

/** Words between links; blanks there are only distance. */
function codeWords(text: string, flow: Flow): void {
  if (text.trim() === '') flow.space();
  else codeAtom(text, flow);
}

function formatLinkedCode(link: PageElement, flow: Flow, layout: Layout): void {
  const details = linkDetails(link, layout);
  if (details) flow.open('link', details);
  codeAtom(codeLine(link), flow);
  if (details) flow.close();
}

/** Prints a piece of code with the white space at its ends outside. */
export function codeAtom(source: string, flow: Flow): void {
  const code = source.replace(/[ \t\r\n\f]+/g, ' ');
  const text = code.replace(/^ | $/g, '');
  if (code === '') return;
  if (text === '') return flow.atom('code', { text: ' ' }); // a space, shown as code
  if (code.startsWith(' ')) flow.space();
  flow.atom('code', { text });
  if (code.endsWith(' ')) flow.space();
}

/** The text of code in a line. */
export function codeLine(element: PageElement): string {
  let code = '';
  for (const node of descendants(element)) {
    if (isText(node)) code += node.data;
    else if (isElement(node) && node.name === 'br') code += ' ';
  }
  return code;
}

/** Stops at the first words: raised text can be nested deeply. */
function hasWords(element: PageElement): boolean {
  for (const node of descendants(element)) if (isText(node) && node.data.trim() !== '') return true;
  return false;
}

function hasElement(element: PageElement, name: string): boolean {
  for (const node of descendants(element)) if (isElement(node) && node.name === name) return true;
  return false;
}
