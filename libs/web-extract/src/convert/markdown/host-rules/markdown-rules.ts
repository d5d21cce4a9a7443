import TurndownService from 'turndown';
import type { ParentNode } from 'domhandler';
import { PageRules } from './page-rules.js';

/** Export of a host that customises the markdown of elements: a plugin of turndown. */
export type MarkdownPlugin = (turndown: TurndownService) => unknown;

/** Rules see in turndown's options how everything else is written. */
const STYLE: TurndownService.Options = {
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
};

/** The markdown rules of a host. A separate turndown instance selects the rule for an element. */
export class MarkdownRules {
  private readonly service = new TurndownService(STYLE);
  private readonly builtIn: ReadonlySet<unknown>;
  private readonly escape: ((text: string) => string) | null;

  /** @throws any error of the plugin */
  constructor(plugin: MarkdownPlugin) {
    const { service } = this;
    const { escape, rules } = service;
    this.builtIn = new Set<unknown>([...rules.array, rules.blankRule, rules.defaultRule]);
    plugin(service);
    this.escape = service.escape === escape ? null : (text) => service.escape(text);
  }

  /** The rules at work on one page. */
  forPage(root: ParentNode, baseUrl: string): PageRules {
    return new PageRules(this.service, (rule) => !this.builtIn.has(rule), this.escape, root, baseUrl);
  }
}
