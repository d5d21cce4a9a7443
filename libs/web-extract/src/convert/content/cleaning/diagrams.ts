import { appendNode } from '@web-extract/documents/markup/dom/tree-edits.js';
import {
  findElement,
  isElement,
  isText,
  PageElement,
  PageText,
  textOf,
} from '@web-extract/documents/markup/dom/nodes.js';

const HOLDERS = new Set(['div', 'pre', 'p', 'section', 'figure']);
const KIND =
  /^\s*(?:---[\s\S]{0,500}?---\s*)?(?:%%[^\n]*\n\s*)*(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|journey|gantt|pie|mindmap|timeline|gitGraph|quadrantChart|requirementDiagram|C4\w+|sankey|xychart|block|packet|kanban|architecture|zenuml|info)\b/;

/**
 * Returns the source of a diagram, which a script of the page draws, as a code block with its language.
 *
 * @param element an element whose class names Mermaid
 * @returns null if it holds a drawing, or anything else
 */
export function readDiagram(element: PageElement): PageElement | null {
  if (!HOLDERS.has(element.name) || findElement(element, 'svg')) return null;
  const source = sourceOf(element);
  if (!KIND.test(source.slice(0, 1_000))) return null;
  const [pre, code] = [new PageElement('pre', {}), new PageElement('code', { class: 'language-mermaid' })];
  appendNode(code, new PageText(source.replace(/^\s*\n/, '').trimEnd()));
  appendNode(pre, code);
  return pre;
}

/** Line breaks of the markup are those of the source. */
function sourceOf(element: PageElement): string {
  const hasBreaks = element.children.some(
    (child) => isElement(child as PageElement) && (child as PageElement).name === 'br',
  );
  if (!hasBreaks) return textOf(element);
  return element.children
    .map((child) =>
      isText(child as PageText)
        ? (child as PageText).data
        : isElement(child as PageElement) && (child as PageElement).name === 'br'
          ? '\n'
          : textOf(child as PageElement),
    )
    .join('');
}
