import { textOf, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { HostRule } from '../../host-rules/page-rules.js';
import { trimNewlines } from '../../write/trim-newlines.js';
import { codeText } from '../code/code-text.js';
import { Flow } from '../flow.js';
import { isBlock } from '../is-block.js';
import { formatList } from '../format-list.js';
import { formatTable } from './format-table.js';
import { codeLine } from '../format-text.js';
import type { FormatElement, Layout } from '../layout.js';

/** Lays out the content for a rule of the host, and inserts its result: as a block, or as an inline piece. */
export function formatRuled(element: PageElement, rule: HostRule, flow: Flow, layout: Layout): void {
  const holdsBlock = layout.containsBlock(element);
  const inner = new Flow('blocks', flow.depth, flow.inLink || element.name === 'a' ? 1 : 0);
  formatContent(element, inner, layout);
  inner.endLine();
  const isOnePiece = !holdsBlock || CONTENTS.get(element.name) === formatList;
  const write = (content: string) => rule.write(isOnePiece ? trimNewlines(content) : content);
  if (flow.mode === 'blocks' && (holdsBlock || isBlock(element))) {
    flow.endLine();
    return flow.addLeaf('ruled', { write }, inner.blocks);
  }
  placeInLine(element, flow, () =>
    flow.atom('ruled', { write: flow.mode === 'blocks' ? write : inOneLine(write) }, inner.blocks),
  );
}

/** White space at the edges of the element stands outside of it. */
function placeInLine(element: PageElement, flow: Flow, place: () => void): void {
  if (isBlock(element)) flow.endLine();
  const text = textOf(element);
  if (/^\s/.test(text)) flow.space();
  place();
  if (/\s$/.test(text)) flow.space();
  if (isBlock(element)) flow.endLine();
}

/** A heading or a cell ends with its line. */
function inOneLine(write: (content: string) => string): (content: string) => string {
  return (content) => trimNewlines(write(content)).replace(/\n+/g, ' ');
}

/** Lays out the content as without the rule; parts with other rules use those. */
function formatContent(element: PageElement, inner: Flow, layout: Layout): void {
  const format = CONTENTS.get(element.name);
  if (format) format(element, inner, layout);
  else layout.children(element, inner);
}

/** Lays out a table, unless its parts have rules. */
const formatTableContent: FormatElement = (element, inner, layout) => {
  if (layout.options.rules!.coverTable(element)) layout.children(element, inner);
  else formatTable(element, inner, layout);
};

/** Contents that are more than those of the children one after the other. */
const CONTENTS: ReadonlyMap<string, FormatElement> = new Map(
  Object.entries<FormatElement>({
    ul: formatList,
    ol: formatList,
    menu: formatList,
    dir: formatList,
    table: formatTableContent,
    pre: (element, inner) => inner.atom('verbatim', { text: codeText(element) }),
    code: (element, inner) => inner.atom('verbatim', { text: codeLine(element) }),
  }),
);
