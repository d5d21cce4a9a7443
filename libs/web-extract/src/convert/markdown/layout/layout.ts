import type { AnyNode, ParentNode } from 'domhandler';
import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { MarkdownOptions } from '../../../model/page/markdown-options.js';
import type { HostRule, PageRules } from '../host-rules/page-rules.js';
import type { Footnotes } from './notes/footnote-marks.js';
import type { Flow } from './flow.js';
import { isBlock } from './is-block.js';
import { LinkReferences } from './notes/link-references.js';

export interface LayoutOptions {
  /** Relative addresses are resolved against it. */
  readonly baseUrl: string;
  /** Leave `data:` images out and keep their alternative text. */
  readonly removeBase64Images: boolean;
  /** Options for links and images. */
  readonly markdownOptions?: MarkdownOptions;
  /** Markdown rules of the host. */
  readonly rules?: PageRules;
}

/** Lays one element out into the flow. */
export type FormatElement = (element: PageElement, flow: Flow, layout: Layout) => void;

/** Lays one element out as a rule of the host has it. */
type FormatRuled = (element: PageElement, write: HostRule, flow: Flow, layout: Layout) => void;

/**
 * Cells that the tables of a page may print without a cell of their own in it. Spans promise thousands for a few bytes;
 * uneven rows of tables with data leave far fewer.
 */
const MAX_SPARE_CELLS = 200_000;

/** Walks a tree and hands each element to the layout of its name. */
export class Layout {
  /** Addresses that links name, where they do not hold them. */
  readonly references = new LinkReferences();
  private spareCells = MAX_SPARE_CELLS;
  private readonly holdsBlock = new Map<PageElement, boolean>();

  constructor(
    readonly options: LayoutOptions,
    readonly footnotes: Footnotes,
    private readonly layouts: ReadonlyMap<string, FormatElement>,
    private readonly formatRuled: FormatRuled,
  ) {}

  children(parent: ParentNode, flow: Flow): void {
    for (const child of parent.children as AnyNode[]) this.node(child, flow);
  }

  node(node: AnyNode, flow: Flow): void {
    if (isText(node)) flow.text(node.data);
    else if (isElement(node)) this.element(node, flow);
  }

  /** Elements without a layout of their own are seen through; blocks still stand apart. */
  element(element: PageElement, flow: Flow): void {
    const format = this.layouts.get(element.name);
    if (this.footnotes.notes.size > 0 && this.footnote(element, flow)) return;
    if (this.options.rules && this.ruled(element, flow)) return;
    if (format) {
      format(element, flow, this);
    } else if (isBlock(element)) {
      this.asBlock(element, flow);
    } else {
      this.children(element, flow);
    }
  }

  /** Lays out an element that the host has a rule for; false for any other. */
  ruled(element: PageElement, flow: Flow): boolean {
    const rule = this.options.rules?.find(element);
    if (rule) this.formatRuled(element, rule, flow, this);
    return !!rule;
  }

  /** Lays out references and notes; false for any other element. */
  private footnote(element: PageElement, flow: Flow): boolean {
    const { references, notes, dropped } = this.footnotes;
    if (dropped.has(element)) return true;
    const label = references.get(element);
    if (label !== undefined) flow.atom('verbatim', { text: `[^${label}]` });
    const marker = notes.get(element);
    if (marker !== undefined && flow.mode === 'blocks') this.note(element, marker, flow);
    else if (label === undefined) return false;
    return true;
  }

  private note(element: PageElement, marker: string, flow: Flow): void {
    flow.endLine();
    const note = flow.nested();
    this.children(element, note);
    note.endLine();
    flow.addBlock('footnote', note.blocks, { marker });
  }

  /** Takes cells that the page does not have from what all its tables may print; false if there are not enough left. */
  takeSpareCells(count: number): boolean {
    if (count > this.spareCells) return false;
    this.spareCells -= count;
    return true;
  }

  asBlock(element: PageElement, flow: Flow): void {
    flow.endLine();
    this.children(element, flow);
    flow.endLine();
  }

  /** Returns true if there is a block below the element. Each element is visited once. */
  containsBlock(element: PageElement): boolean {
    const known = this.holdsBlock.get(element);
    if (known !== undefined) return known;
    const holds = (element.children as AnyNode[]).some(
      (child) => isElement(child) && (isBlock(child) || this.containsBlock(child)),
    );
    this.holdsBlock.set(element, holds);
    return holds;
  }
}
