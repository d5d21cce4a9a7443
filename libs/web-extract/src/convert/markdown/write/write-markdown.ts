import TurndownService from 'turndown';
import { PrintElement, type PrintKind, type PrintNode } from '../print-node.js';
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
  const rules = rulesByKind();
  // turndown would call the filters of all rules in turn for each node
  made.rules.forNode = (node) => rules.get((node as unknown as PrintElement).kind)!;
  return made;
}

function rulesByKind(): ReadonlyMap<PrintKind, TurndownService.Rule> {
  const ruleOf = ([kind, write]: [string, (typeof RULES)[keyof typeof RULES]]): [
    PrintKind,
    TurndownService.Rule,
  ] => [
    kind as PrintKind,
    {
      filter: (node) => (node as unknown as PrintElement).kind === kind,
      replacement: (content, node) => write(content, node as unknown as PrintElement),
    },
  ];
  return new Map(Object.entries(RULES).map(ruleOf));
}
