import type { AnyNode, ParentNode } from 'domhandler';
import { isElement, isText, type PageElement } from '../../html/nodes.js';
import type { MarkdownOptions } from '../../../model/markdown-options.js';
import type { Footnotes } from './footnote-marks.js';
import type { Flow } from './flow.js';
import { LinkReferences } from './link-references.js';

export interface LayoutOptions {
  /** Relative addresses are resolved against it. */
  readonly baseUrl: string;
  /** Leave `data:` images out and keep their alternative text. */
  readonly removeBase64Images: boolean;
  /** How links and images are written. */
  readonly markdownOptions?: MarkdownOptions;
}

/** Lays one element out into the flow. */
export type LayElement = (element: PageElement, flow: Flow, layout: Layout) => void;

/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html legend li listing main menu nav ol optgroup option p ' +
    'plaintext pre search section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);

export function isBlock(element: PageElement): boolean {
  return BLOCKS.has(element.name);
}

/** Walks a tree and hands each element to the layout of its name. */
export class Layout {
  /** Addresses that links name, where they do not hold them. */
  readonly references = new LinkReferences();
  private readonly holdsBlock = new Map<PageElement, boolean>();

  constructor(
    readonly options: LayoutOptions,
    readonly footnotes: Footnotes,
    private readonly layouts: ReadonlyMap<string, LayElement>,
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
    const lay = this.layouts.get(element.name);
    if (this.footnotes.notes.size > 0 && this.footnote(element, flow)) return;
    if (lay) {
      lay(element, flow, this);
    } else if (isBlock(element)) {
      this.asBlock(element, flow);
    } else {
      this.children(element, flow);
    }
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

  asBlock(element: PageElement, flow: Flow): void {
    flow.endLine();
    this.children(element, flow);
    flow.endLine();
  }

  /** Whether a block stands anywhere below. Each element is looked at once. */
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
