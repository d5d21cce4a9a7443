import type { ParentNode } from 'domhandler';
import type { PrintNode } from '../print-node.js';
import { Flow } from './flow.js';
import { findFootnotes } from './notes/footnotes.js';
import { layHeading, layQuote, layRule } from './lay-block.js';
import { layCodeBlock } from './code/lay-code-block.js';
import { layDefinition, layTerm } from './lay-definitions.js';
import { layLink } from './lay-link.js';
import { layList, layLooseItem, layTaskBox } from './lay-list.js';
import { layEmbed, layImage, layMath } from './lay-media.js';
import { layRuled } from './tables/lay-ruled.js';
import { layTable } from './tables/lay-table.js';
import { layBreak, layCode, layMarked, layQuotation, layRaised, layRuby } from './lay-text.js';
import { Layout, type LayElement, type LayoutOptions } from './layout.js';

const layNothing: LayElement = () => {};

/** Which layout an element has. Those not named here are seen through. */
const LAYOUTS: ReadonlyMap<string, LayElement> = new Map(
  Object.entries<LayElement>({
    a: layLink,
    b: layMarked('strong'),
    strong: layMarked('strong'),
    i: layMarked('emphasis'),
    em: layMarked('emphasis'),
    s: layMarked('strike'),
    del: layMarked('strike'),
    strike: layMarked('strike'),
    sup: layRaised('superscript'),
    sub: layRaised('subscript'),
    code: layCode,
    kbd: layCode,
    samp: layCode,
    tt: layCode,
    q: layQuotation,
    rt: layRuby,
    br: layBreak,
    h1: layHeading,
    h2: layHeading,
    h3: layHeading,
    h4: layHeading,
    h5: layHeading,
    h6: layHeading,
    blockquote: layQuote,
    hr: layRule,
    ul: layList,
    ol: layList,
    menu: layList,
    dir: layList,
    li: layLooseItem,
    input: layTaskBox,
    dt: layTerm,
    dd: layDefinition,
    table: layTable,
    pre: layCodeBlock,
    listing: layCodeBlock,
    xmp: layCodeBlock,
    plaintext: layCodeBlock,
    img: layImage,
    video: layEmbed,
    audio: layEmbed,
    iframe: layEmbed,
    math: layMath,
    head: layNothing,
    title: layNothing,
    script: layNothing,
    style: layNothing,
    template: layNothing,
    noscript: layNothing,
  }),
);

/** A page before it is printed. */
interface LaidPage {
  readonly blocks: PrintNode[];
  /** Definitions of reference links, one per line; usually empty. */
  readonly linkDefinitions: string;
}

/** The blocks that the children of `root` print as. */
export function layPage(root: ParentNode, options: LayoutOptions): LaidPage {
  const flow = new Flow();
  const layout = new Layout(options, findFootnotes(root), LAYOUTS, layRuled);
  layout.children(root, flow);
  flow.endLine();
  return { blocks: flow.blocks, linkDefinitions: layout.references.definitions };
}
