import TurndownService from 'turndown';
import type { LayoutKind, LayoutNode } from '../layout-node.js';
import { RULES } from './rules.js';
import { TurndownPage, type TurndownBlock } from './turndown-node.js';

/** Prints a laid-out page. */
export function writeMarkdown(blocks: readonly LayoutNode[]): string {
  return service.turndown(new TurndownPage(blocks) as unknown as TurndownService.Node);
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
  made.rules.forNode = (node) => rules.get((node as unknown as TurndownBlock).element.kind)!;
  return made;
}

function rulesByKind(): ReadonlyMap<LayoutKind, TurndownService.Rule> {
  const ruleOf = ([kind, write]: [string, (typeof RULES)[LayoutKind]]): [
    LayoutKind,
    TurndownService.Rule,
  ] => [
    kind as LayoutKind,
    {
      filter: (node) => (node as unknown as TurndownBlock).element.kind === kind,
      replacement: (content, node) => write(content, (node as unknown as TurndownBlock).element),
    },
  ];
  return new Map(Object.entries(RULES).map(ruleOf));
}
