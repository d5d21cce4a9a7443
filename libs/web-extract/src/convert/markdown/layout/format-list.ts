import type { AnyNode } from 'domhandler';
import { isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { LayoutElement, type LayoutDetails, type LayoutNode } from '../layout-node.js';
import type { HostRule } from '../host-rules/page-rules.js';
import { trimNewlines } from '../write/trim-newlines.js';
import type { Flow } from './flow.js';
import { isLeftEmpty } from './format-block.js';
import type { FormatElement, Layout } from './layout.js';

const MAX_NUMBER = 999_999_999; // CommonMark reads nine digits
/** Width of the usual marks. All lines of an item are indented by its mark: behind a longer one fewer lists nest. */
const LEVEL_CHARS = 3;

/** A list; its items in a cell or heading become parts of the line. */
export function formatList(element: PageElement, flow: Flow, layout: Layout): void {
  if (!flow.canNest) return formatFlatList(element, flow, layout);
  flow.endLine();
  const items = new ListItems(element, flow, layout, needsOtherMarker(flow, element));
  items.addAll(element.children as AnyNode[]);
  items.dropOuterEmpty();
  flow.addBlock('list', items.nodes, { marker: items.markerKind });
}

/** An item outside of any list; one that holds blocks is some part of a page. */
export function formatLooseItem(element: PageElement, flow: Flow, layout: Layout): void {
  if (!flow.canNest || layout.containsBlock(element)) return layout.asBlock(element, flow);
  flow.endLine();
  const previous = flow.blocks.at(-1);
  const items = new ListItems(null, flow, layout, false);
  items.addItem(element);
  if (items.nodes.length === 0) return;
  if (previous instanceof LayoutElement && previous.kind === 'list' && previous.details.marker === '-')
    for (const item of items.nodes) previous.childNodes.push(item);
  else flow.addBlock('list', items.nodes, { marker: items.markerKind });
}

function formatFlatList(element: PageElement, flow: Flow, layout: Layout): void {
  let number = startOf(element);
  for (const child of element.children as AnyNode[]) {
    flow.endLine();
    const isItem = isElement(child) && child.name === 'li';
    if (!isItem) {
      layout.node(child, flow);
      continue;
    }
    if (layout.ruled(child, flow)) continue;
    if (flow.mode === 'cell' && element.name === 'ol') {
      number = numberOf(child.attribs['value']) ?? number;
      flow.text(`${Math.min(number++, MAX_NUMBER)}. `);
    } else if (flow.mode === 'cell') flow.text('- ');
    layout.children(child, flow);
  }
  flow.endLine();
}

/** Two lists in a row would become one: the second gets another mark. */
function needsOtherMarker(flow: Flow, element: PageElement): boolean {
  const previous = flow.blocks.at(-1);
  if (!(previous instanceof LayoutElement) || previous.kind !== 'list') return false;
  const isOrdered = element.name === 'ol';
  return previous.details.marker === (isOrdered ? '.' : '-');
}

/** Collects the items of one list. */
class ListItems {
  readonly nodes: LayoutNode[] = [];
  readonly markerKind: string;
  private readonly isOrdered: boolean;
  private number: number;

  constructor(
    list: PageElement | null,
    private readonly around: Flow,
    private readonly layout: Layout,
    useOtherMarker: boolean,
  ) {
    this.isOrdered = list?.name === 'ol';
    this.markerKind = this.isOrdered ? (useOtherMarker ? ')' : '.') : useOtherMarker ? '*' : '-';
    this.number = startOf(list);
  }

  /** Adds the children of a list; other nodes than items belong to the preceding item. */
  addAll(children: readonly AnyNode[]): void {
    for (const child of children) {
      if (!isElement(child)) this.addLooseText(child);
      else if (child.name === 'li') this.addItem(child);
      else if (isWrapperOfItems(child)) this.addAll(child.children as AnyNode[]);
      else this.addStray(child);
    }
  }

  addItem(item: PageElement): void {
    if (this.layout.footnotes.notes.has(item)) return this.addNote(item);
    const rule = this.layout.options.rules?.find(item);
    if (rule) return void this.nodes.push(ruledItem(item, rule, this.inner(), this.layout));
    if (this.isOrdered) this.number = numberOf(item.attribs['value']) ?? this.number;
    const flow = this.inner();
    this.layout.children(item, flow);
    flow.endLine();
    if (flow.blocks.length === 0 && !isLeftEmpty(item)) return;
    this.push(flow.blocks);
  }

  /** Drops items without content at both ends of a list of points that has others. */
  dropOuterEmpty(): void {
    const { nodes } = this;
    if (this.isOrdered || nodes.every(isEmptyItem)) return;
    while (isEmptyItem(nodes.at(-1)!)) nodes.pop();
    const first = nodes.findIndex((node) => !isEmptyItem(node));
    nodes.splice(0, first);
  }

  /** A list of footnotes is no list any more. */
  private addNote(item: PageElement): void {
    const flow = this.inner();
    this.layout.element(item, flow);
    for (const block of flow.blocks) this.nodes.push(block);
  }

  private addLooseText(node: AnyNode): void {
    if ('data' in node && node.data.trim() !== '') this.addStray(node);
  }

  /** A nested list without an item of its own, or other content between items. */
  private addStray(node: AnyNode): void {
    const flow = this.inner();
    this.layout.node(node, flow);
    flow.endLine();
    if (flow.blocks.length === 0) return;
    const last = this.nodes.at(-1);
    if (last instanceof LayoutElement) appendTo(last, flow.blocks);
    else this.push(flow.blocks);
  }

  private push(blocks: LayoutNode[]): void {
    const { marker } = this;
    this.number++;
    this.nodes.push(itemOf(blocks.map(withoutDashes), { marker }));
  }

  private get marker(): string {
    const number = this.isOrdered ? Math.min(this.number, MAX_NUMBER) : '';
    return `${number}${this.markerKind} `;
  }

  private inner(): Flow {
    return this.around.nested(Math.ceil(this.marker.length / LEVEL_CHARS));
  }
}

function isEmptyItem(node: LayoutNode): boolean {
  return node instanceof LayoutElement && node.kind !== 'ruled' && node.childNodes.length === 0;
}

/** An item as the host has it written: what opens it is the rule's business. */
function ruledItem(item: PageElement, rule: HostRule, flow: Flow, layout: Layout): LayoutElement {
  layout.children(item, flow);
  flow.endLine();
  return new LayoutElement('ruled', tightened(flow.blocks) ?? flow.blocks, {
    write: (content) => rule.write(layout.containsBlock(item) ? content : trimNewlines(content)),
  });
}

/** Most items are a line of text, and hold it themselves. */
function itemOf(blocks: LayoutNode[], details: LayoutDetails): LayoutElement {
  const [first] = blocks;
  if (blocks.length === 1 && first instanceof LayoutElement && isLine(first))
    return new LayoutElement('line-item', first.childNodes, details);
  const tight = tightened(blocks);
  return new LayoutElement(tight ? 'item' : 'loose-item', tight ?? blocks, details);
}

/** Adds blocks to an item that is done already. */
function appendTo(item: LayoutElement, blocks: readonly LayoutNode[]): void {
  if (item.kind === 'line-item') {
    item.kind = 'item';
    item.childNodes = [new LayoutElement('line', item.childNodes)];
  }
  for (const block of blocks) {
    const isInner = block instanceof LayoutElement && isList(block);
    if (!isInner) item.kind = 'loose-item';
    item.childNodes.push(isInner && item.kind === 'item' ? innerList(block) : block);
  }
}

/** Right below a line of text, the mark of an empty item would underline it: empty ones do not lead. */
function innerList({ childNodes, details }: LayoutElement): LayoutElement {
  const first = childNodes.findIndex((item) => item instanceof LayoutElement && item.childNodes.length > 0);
  return new LayoutElement('inner-list', first < 0 ? [] : childNodes.slice(first), details);
}

/** Dashes after a list mark would make the whole line a rule. */
function withoutDashes(block: LayoutNode): LayoutNode {
  const isRule = block instanceof LayoutElement && block.kind === 'rule';
  return isRule ? new LayoutElement('rule', [], { marker: '___' }) : block;
}

/** The blocks of an item that needs no blank lines: a line of text, then lists. Null for any other. */
function tightened(blocks: readonly LayoutNode[]): LayoutNode[] | null {
  const isTight = blocks.every(
    (block, at) =>
      block instanceof LayoutElement &&
      (isList(block) || (at === 0 && isLine(block)) || (at === 0 && blocks.length === 1)),
  );
  if (!isTight) return null;
  return (blocks as readonly LayoutElement[]).map((block) => {
    if (block.kind === 'paragraph') return new LayoutElement('line', block.childNodes);
    return block.kind === 'list' ? innerList(block) : block;
  });
}

function isLine({ kind }: LayoutElement): boolean {
  return kind === 'paragraph' || kind === 'line';
}

function isList({ kind }: LayoutElement): boolean {
  return kind === 'list' || kind === 'inner-list';
}

/** An element that only groups items, as forms and custom elements do. */
function isWrapperOfItems(element: PageElement): boolean {
  return (
    element.name !== 'ul' &&
    element.name !== 'ol' &&
    element.children.some((child) => isElement(child as AnyNode) && (child as PageElement).name === 'li')
  );
}

function startOf(list: PageElement | null): number {
  return numberOf(list?.attribs['start']) ?? 1;
}

function numberOf(value: string | undefined): number | null {
  const number = /^\s*\d{1,9}\s*$/.test(value ?? '') ? Number(value) : null;
  return number;
}

/** A box that says whether a task is done. */
export const formatTaskBox: FormatElement = (element, flow) => {
  if (element.attribs['type']?.toLowerCase() !== 'checkbox') return;
  flow.atom('verbatim', { text: 'checked' in element.attribs ? '[x]' : '[ ]' });
  flow.space();
};
