import { LayoutElement, type LayoutNode } from '../layout-node.js';
import { RULES } from './rules.js';

const LINE_FEED = 10;
const MOST_FEEDS = 2;

/**
 * Writes nodes one after the other. Line breaks at the edges of a piece ask for distance: the larger wish of two adjacent
 * pieces counts, up to an empty line. The same as turndown's way to join pieces, which costs several patterns per node.
 */
export function contentOf(nodes: readonly LayoutNode[]): string {
  let content = '';
  let feeds = 0; // line breaks after `content` that are not written yet
  for (const node of nodes) {
    const piece = write(node);
    const start = feedsAtStart(piece);
    const end = start === piece.length ? start : lengthBeforeFeeds(piece);
    feeds = Math.min(Math.max(feeds, start), MOST_FEEDS);
    if (end === start) continue;
    content += FEEDS[feeds]! + piece.slice(start, end);
    feeds = piece.length - end;
  }
  return content + '\n'.repeat(feeds);
}

const FEEDS = ['', '\n', '\n\n'];

function write(node: LayoutNode): string {
  return node instanceof LayoutElement ? RULES[node.kind](contentOf(node.childNodes), node) : node.escaped;
}

function feedsAtStart(text: string): number {
  let at = 0;
  while (text.charCodeAt(at) === LINE_FEED) at++;
  return at;
}

function lengthBeforeFeeds(text: string): number {
  let at = text.length;
  while (text.charCodeAt(at - 1) === LINE_FEED) at--;
  return at;
}
