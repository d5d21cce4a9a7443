import type { ParentNode } from 'domhandler';
import { formatPage } from './layout/format-page.js';
import type { LayoutOptions } from './layout/layout.js';
import { writeMarkdown } from './write/write-markdown.js';

/**
 * The children of `root` as CommonMark with GFM tables, task lists and strikethrough. Renders back to the structure of
 * the page; addresses are absolute. Reads the page's own tree: no second parse, no copy of it.
 */
export function toMarkdown(root: ParentNode, options: LayoutOptions): string {
  const { blocks, linkDefinitions } = formatPage(root, options);
  options.rules?.escapeTexts(blocks);
  const markdown = writeMarkdown(blocks);
  const ends = [linkDefinitions, options.rules?.appended() ?? ''].filter((end) => end !== '');
  return [markdown, ...ends].join('\n\n');
}
