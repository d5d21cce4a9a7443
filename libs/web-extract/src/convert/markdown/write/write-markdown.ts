import TurndownService from 'turndown';
import { PrintElement, type PrintNode } from '../print-node.js';
import { RULES } from './rules.js';

/** Prints a laid-out page. */
export function writeMarkdown(blocks: PrintNode[]): string {
  return service.turndown(new PrintElement('document', blocks) as unknown as TurndownService.Node);
}

/**
 * One service for all pages: with a service for each page, V8 kept the tree of the page alive, a megabyte to
 * copy at every scavenge.
 */
const service = makeService();

function makeService(): TurndownService {
  const made = new TurndownService({ preformattedCode: true });
  // the last rule added is checked first
  for (const [kind, write] of Object.entries(RULES).reverse()) {
    made.addRule(kind, {
      filter: (node) => (node as unknown as PrintElement).kind === kind,
      replacement: (content, node) => write(content, node as unknown as PrintElement),
    });
  }
  return made;
}
