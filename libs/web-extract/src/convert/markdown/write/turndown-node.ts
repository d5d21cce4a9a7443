import { LayoutElement, type LayoutNode } from '../layout-node.js';
import { contentOf } from './content-of.js';

/**
 * Turndown checks every node for being a block, being blank, and white space at its edges, and reads all text
 * below it for each check. The layout has already determined these properties: printed nodes are not HTML
 * elements, are never blank, and are inside preformatted code, whose white space turndown
 * does not change.
 */
const PREFORMATTED = { isCode: true };
/** A void element: turndown takes these as not blank without reading their text. */
const VOID_NAME = 'AREA';

/** The properties that turndown writes, and those that it reads of every node. */
abstract class TurndownNode {
  isBlock = false;
  isCode = true;
  isBlank = false;
  flankingWhitespace: unknown = null;
  abstract readonly nodeType: number;

  get nodeName(): string {
    return VOID_NAME;
  }

  get parentNode(): typeof PREFORMATTED {
    return PREFORMATTED;
  }
}

/** Finished markdown. */
class TurndownText extends TurndownNode {
  readonly nodeType = 3;

  constructor(readonly nodeValue: string) {
    super();
  }
}

/** A block of a page. Turndown selects its rule; its content is written without turndown, see {@link contentOf}. */
export class TurndownBlock extends TurndownNode {
  readonly nodeType = 1;

  constructor(readonly element: LayoutElement) {
    super();
  }

  get childNodes(): readonly TurndownNode[] {
    return [new TurndownText(contentOf(this.element.childNodes))];
  }
}

/** All blocks of a page, and the markdown of them as turndown has it before it trims the page. */
export class TurndownBody extends TurndownNode {
  readonly nodeType = 1;
  readonly childNodes: readonly TurndownNode[];
  markdown = '';

  constructor(blocks: readonly LayoutNode[]) {
    super();
    this.childNodes = blocks.map((block) =>
      block instanceof LayoutElement ? new TurndownBlock(block) : new TurndownText(block.escaped),
    );
  }
}

/** A laid-out page. */
export class TurndownPage extends TurndownNode {
  readonly nodeType = 1;
  readonly body: TurndownBody;
  readonly childNodes: readonly TurndownNode[];

  constructor(blocks: readonly LayoutNode[]) {
    super();
    this.body = new TurndownBody(blocks);
    this.childNodes = [this.body];
  }

  /** Turndown works on a copy; this tree was made for it alone. */
  cloneNode(): this {
    return this;
  }
}
