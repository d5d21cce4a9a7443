import type { AnyNode, ParentNode } from 'domhandler';
import type { PageElement, PageText } from '@web-extract/documents/markup/dom/nodes.js';
import { isBlock } from '../layout/is-block.js';

/** Blocks of a browser that markdown has nothing for. */
const FURTHER_BLOCKS = new Set(['audio', 'canvas', 'hr', 'noscript', 'output', 'video']);

export function isBlockName(name: string): boolean {
  return isBlock({ name } as PageElement) || FURTHER_BLOCKS.has(name);
}

/** An element above others. */
export interface ParentView extends NodeView {
  readonly isCode: boolean;
  readonly childNodes: readonly NodeView[];
}

/** The page that views belong to. */
export interface ViewedPage {
  readonly baseUrl: string;
  of(element: ParentNode): NodeView;
  parentOf(node: AnyNode): ParentView | null;
  childrenOf(parent: ParentNode): readonly NodeView[];
}

/** Common base of elements and texts. */
export abstract class NodeView {
  constructor(
    protected readonly source: PageElement | PageText,
    protected readonly page: ViewedPage,
  ) {}

  abstract readonly nodeType: number;
  abstract get nodeName(): string;
  abstract get textContent(): string;

  get parentNode(): ParentView | null {
    return this.page.parentOf(this.source);
  }

  get parentElement(): ParentView | null {
    return this.parentNode;
  }

  get nextSibling(): NodeView | null {
    return this.beside(1);
  }

  get previousSibling(): NodeView | null {
    return this.beside(-1);
  }

  private beside(step: number): NodeView | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + step] ?? null;
  }
}

/** A text. */
export class TextView extends NodeView {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  readonly childNodes: readonly NodeView[] = [];

  constructor(
    source: PageText,
    page: ViewedPage,
    readonly data: string,
  ) {
    super(source, page);
  }

  get nodeValue(): string {
    return this.data;
  }

  get textContent(): string {
    return this.data;
  }

  get isCode(): boolean {
    return this.parentNode?.isCode ?? false;
  }
}
