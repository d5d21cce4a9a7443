import TurndownService from 'turndown';
import type { LayoutKind, LayoutNode } from '../layout-node.js';
import { RULES } from './rules.js';
import { TurndownBody, TurndownPage, type TurndownBlock } from './turndown-node.js';

/** Prints a laid-out page. */
export function writeMarkdown(blocks: readonly LayoutNode[]): string {
  const page = new TurndownPage(blocks);
  service.turndown(page as unknown as TurndownService.Node);
  return page.body.markdown.replace(/^[\t\r\n]+/, '').trimEnd();
}

/** Takes the page from turndown, whose pattern for blanks at the end looks at the indent of each line once per blank of it. */
const TAKE_BODY: TurndownService.Rule = {
  filter: () => true,
  replacement: (content, node) => {
    (node as unknown as TurndownBody).markdown = content;
    return '';
  },
};

/**
 * One service for all pages: with a service for each page, V8 kept the tree of the page alive, a megabyte to
 * copy at every scavenge.
 */
const service = makeService();

function makeService(): TurndownService {
  const made = new TurndownService({ preformattedCode: true });
  const rules = rulesByKind();
  // turndown would call the filters of all rules in turn for each node
  made.rules.forNode = (node: unknown) =>
    node instanceof TurndownBody ? TAKE_BODY : rules.get((node as TurndownBlock).element.kind)!;
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
