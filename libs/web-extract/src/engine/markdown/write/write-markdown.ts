import TurndownService from 'turndown';
import { PrintElement, type PrintNode } from '../print-node.js';
import { RULES } from './rules.js';

/** Prints a laid-out page. */
export function writeMarkdown(blocks: PrintNode[]): string {
  const page = new PrintElement('document', blocks);
  service.turndown(new PrintElement('document', [page]) as unknown as TurndownService.Node);
  const markdown = trimBlankEdges(written);
  written = '';
  return markdown;
}

/** What the page under way came to: turndown's own result is empty, see {@link print}. */
let written = '';

/**
 * Prints one element. Turndown trims its result by a pattern that is quadratic in rows of blanks, so the page is noted here and
 * nothing is left to be trimmed.
 */
function print(content: string, element: PrintElement): string {
  if (element.kind !== 'document') return RULES[element.kind](content, element);
  written = content;
  return '';
}

/**
 * One service for all pages: V8 kept the tree of a page alive with each service that was made for it, a megabyte to copy at
 * every scavenge. One rule for all elements: looking it up by kind costs one step instead of a walk over filters.
 */
const service = makeService();

function makeService(): TurndownService {
  const rule: TurndownService.Rule = {
    filter: () => true,
    replacement: (content, node) => print(content, node as unknown as PrintElement),
  };
  const made = new TurndownService({ rules: { rule } } as TurndownService.Options);
  made.escape = (text) => text; // text nodes escape themselves, knowing their place
  return made;
}

function trimBlankEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '\n') start++;
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === ' ')) end--;
  return text.slice(start, end);
}
