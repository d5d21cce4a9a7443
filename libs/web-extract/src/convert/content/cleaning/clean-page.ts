import type { AnyNode, ParentNode } from 'domhandler';
import {
  findElement,
  isElement,
  isText,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { cleanAnchor } from './clean-anchors.js';
import { dropGutterBeside, readCodeTable } from './code-tables.js';
import { readDiagram } from './diagrams.js';
import { setChildren } from './prune.js';
import { revealPage } from './reveal-page.js';
import { ClassSign, classSigns } from './class-signs.js';
import { codeLabelIn } from './clean-code-labels.js';
import { isHidden } from './clean-hidden.js';
import { cleanControl } from './clean-controls.js';
import { MAX_TAB_NODES, rememberTabs, spreadTabs, type TabBudget } from './spread-tabs.js';
import { quoteNotice } from './quote-notices.js';
import { readMath } from './clean-math.js';
import { mayHoldTex, readRawTex, rendersTex } from './raw-tex.js';
import { cleanNoscript, isScriptlessPage } from './clean-noscript.js';

/** Never content, in any mode. */
const DROPPED = new Set(
  (
    'script style template head title meta link base svg canvas object embed applet map param track ' +
    'datalist progress meter frameset frame noframes noembed portal rp'
  ).split(' '),
);
/**
 * Maximum distance between an image and its copy in a noscript. A longer search would take quadratic time.
 */
const TWIN_DISTANCE = 4;
const CONTROLS = new Set(['button', 'input', 'select', 'option', 'optgroup', 'textarea', 'label']);

/**
 * Removes invisible parts of the page: scripts, styles, templates, hidden parts, form controls. Lazy images
 * get the URL of their noscript copy, and formulas become one `math` element with their TeX.
 *
 * Modifies the tree, which is owned by the conversion. Metadata and links are read before.
 */
export function cleanPage(document: DomTree): void {
  revealPage(document);
  const page = { ...document, rendersTex: rendersTex(document), tabs: { nodes: MAX_TAB_NODES, groups: [] } };
  cleanChildren(document.root, page);
  rememberTabs(document.root, page.tabs);
}

/** The page and its remaining budgets. */
interface PageInCleaning extends DomTree {
  /** True if a script renders TeX in the text. */
  readonly rendersTex: boolean;
  readonly tabs: TabBudget;
}

function cleanChildren(parent: ParentNode, page: PageInCleaning): void {
  let kept: AnyNode[] | null = null;
  const { children } = parent;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as AnyNode;
    const tex = isText(child) && mayHoldTex(child.data, page.rendersTex);
    const run = tex ? readRawTex(children as AnyNode[], at, page.rendersTex) : null;
    if (run) {
      kept ??= children.slice(0, at) as AnyNode[];
      kept.push(...run.nodes);
      at += run.count - 1;
      continue;
    }
    const instead = isText(child) ? child : cleanNode(child, kept ?? children, kept?.length ?? at, page);
    if (instead === child) {
      kept?.push(child);
      continue;
    }
    kept ??= children.slice(0, at) as AnyNode[];
    if (Array.isArray(instead)) for (const node of instead) kept.push(node);
    else if (instead) kept.push(instead);
  }
  if (kept) setChildren(parent, kept);
}

/**
 * Returns the replacement of `node`: itself, another node, its children, or nothing.
 *
 * @param place index of the node in `siblings`; the nodes before it are clean
 */
function cleanNode(
  node: AnyNode,
  siblings: readonly unknown[],
  place: number,
  page: PageInCleaning,
): AnyNode | AnyNode[] | null {
  if (!isElement(node)) return null;
  const { name } = node;
  const signs = classSigns(node.attribs['class']);
  const math = readMath(node, signs);
  if (math) return math;
  if (name === 'template' && 'shadowrootmode' in node.attribs) return opened(node, page);
  if (DROPPED.has(name)) return null;
  if (signs & ClassSign.sectionEdit) return null;
  const code = name === 'table' ? readCodeTable(node) : signs & ClassSign.diagram ? readDiagram(node) : null;
  if (code) return code;
  if (name === 'pre') dropGutterBeside(node);
  if (name === 'noscript') {
    if (isScriptlessPage(node)) return opened(node, page);
    return cleanNoscript(node, siblings.slice(Math.max(0, place - TWIN_DISTANCE), place) as AnyNode[]);
  }
  if (isHidden(node)) return null;
  if (name === 'dialog' && !('open' in node.attribs)) return null;
  if (spreadTabs(node, page.tabs)) return null;
  if (CONTROLS.has(name)) {
    const verdict = cleanControl(node);
    return verdict === 'open' ? opened(node, page) : verdict === 'keep' ? node : null;
  }
  if (name === 'a') {
    const verdict = cleanAnchor(node, page);
    if (verdict === 'drop') return null;
    if (verdict === 'open') return opened(node, page);
    if (verdict === 'unlink') delete node.attribs['href'];
    if (node.children.length > 1) dropPictureFacts(node);
  }
  quoteNotice(node);
  const label = codeLabelIn(node);
  if (label) setChildren(node, node.children.filter((child) => child !== label) as AnyNode[]);
  const wasEmpty = node.children.length === 0;
  cleanChildren(node, page);
  // An originally empty item is kept; an item with only controls is removed.
  return name === 'li' && !wasEmpty && node.children.length === 0 ? null : node;
}

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:$|[?#])/i;
/** Name and size of a picture, and the signs to enlarge it. */
const PICTURE_FACTS = /(?:^|\s)(?:meta|informations?|image-?info|zoom|enlarge|magnify|lightbox-\w+)(?:\s|$)/;

/** Drops facts about the file from a link around a picture to its full size. */
function dropPictureFacts(link: PageElement): void {
  if (!IMAGE_FILE.test(link.attribs['href'] ?? '')) return;
  const isFact = (node: AnyNode) =>
    isElement(node) && PICTURE_FACTS.test(node.attribs['class'] ?? '') && !findElement(node, 'img');
  const children = link.children as AnyNode[];
  if (children.some(isFact))
    setChildren(
      link,
      children.filter((node) => !isFact(node)),
    );
}

function opened(element: PageElement, page: PageInCleaning): AnyNode[] {
  cleanChildren(element, page);
  return element.children as AnyNode[];
}
