import TurndownService from 'turndown';
import { PrintElement, type PrintNode } from '../print-node.js';
import { RULES } from './rules.js';

/** Prints a laid-out page. */
export function writeMarkdown(blocks: PrintNode[]): string {
  // Turndown trims its result by a pattern that is quadratic in rows of blanks: it gets an empty one to trim.
  let written = '';
  const page = new PrintElement('document', blocks);
  const service = serviceFor((content, element) => {
    if (element !== page) return RULES[element.kind](content, element);
    written = content;
    return '';
  });
  service.turndown(new PrintElement('document', [page]) as unknown as TurndownService.Node);
  return trimBlankEdges(written);
}

/** One rule for all elements: looking a rule up by kind costs one step instead of a walk over filters. */
function serviceFor(print: (content: string, element: PrintElement) => string): TurndownService {
  const rule: TurndownService.Rule = {
    filter: () => true,
    replacement: (content, node) => print(content, node as unknown as PrintElement),
  };
  const service = new TurndownService({ rules: { rule } } as TurndownService.Options);
  service.escape = (text) => text; // text nodes escape themselves, knowing their place
  return service;
}

function trimBlankEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '\n') start++;
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === ' ')) end--;
  return text.slice(start, end);
}
