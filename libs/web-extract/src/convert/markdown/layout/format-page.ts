import type { ParentNode } from 'domhandler';
import type { LayoutNode } from '../layout-node.js';
import { Flow } from './flow.js';
import { findFootnotes } from './notes/footnotes.js';
import { formatHeading, formatQuote, formatRule } from './format-block.js';
import { formatCodeBlock } from './code/format-code-block.js';
import { formatDefinition, formatTerm } from './format-definitions.js';
import { formatLink } from './format-link.js';
import { formatList, formatLooseItem, formatTaskBox } from './format-list.js';
import { formatEmbed, formatImage, formatMath } from './format-media.js';
import { formatRuled } from './tables/format-ruled.js';
import { formatTable } from './tables/format-table.js';
import {
  formatBreak,
  formatCode,
  formatMarked,
  formatQuotation,
  formatRaised,
  formatRuby,
} from './format-text.js';
import { Layout, type FormatElement, type LayoutOptions } from './layout.js';

const formatNothing: FormatElement = () => {};

/** Which layout an element has. Those not named here are seen through. */
const LAYOUTS: ReadonlyMap<string, FormatElement> = new Map(
  Object.entries<FormatElement>({
    a: formatLink,
    b: formatMarked('strong'),
    strong: formatMarked('strong'),
    i: formatMarked('emphasis'),
    em: formatMarked('emphasis'),
    s: formatMarked('strike'),
    del: formatMarked('strike'),
    strike: formatMarked('strike'),
    sup: formatRaised('superscript'),
    sub: formatRaised('subscript'),
    code: formatCode,
    kbd: formatCode,
    samp: formatCode,
    tt: formatCode,
    q: formatQuotation,
    rt: formatRuby,
    br: formatBreak,
    h1: formatHeading,
    h2: formatHeading,
    h3: formatHeading,
    h4: formatHeading,
    h5: formatHeading,
    h6: formatHeading,
    blockquote: formatQuote,
    hr: formatRule,
    ul: formatList,
    ol: formatList,
    menu: formatList,
    dir: formatList,
    li: formatLooseItem,
    input: formatTaskBox,
    dt: formatTerm,
    dd: formatDefinition,
    table: formatTable,
    pre: formatCodeBlock,
    listing: formatCodeBlock,
    xmp: formatCodeBlock,
    plaintext: formatCodeBlock,
    img: formatImage,
    video: formatEmbed,
    audio: formatEmbed,
    iframe: formatEmbed,
    math: formatMath,
    head: formatNothing,
    title: formatNothing,
    script: formatNothing,
    style: formatNothing,
    template: formatNothing,
    noscript: formatNothing,
  }),
);

/** A page before it is printed. */
interface LaidPage {
  readonly blocks: LayoutNode[];
  /** Definitions of reference links, one per line; usually empty. */
  readonly linkDefinitions: string;
}

/** The blocks that the children of `root` print as. */
export function formatPage(root: ParentNode, options: LayoutOptions): LaidPage {
  const flow = new Flow();
  const layout = new Layout(options, findFootnotes(root), LAYOUTS, formatRuled);
  layout.children(root, flow);
  flow.endLine();
  return { blocks: flow.blocks, linkDefinitions: layout.references.definitions };
}
