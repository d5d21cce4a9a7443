import TurndownService from 'turndown';
import type { ParentNode } from 'domhandler';
import { PageRules } from './page-rules.js';

/** What a host exports to have elements written its own way: a plugin of turndown. */
export type MarkdownPlugin = (turndown: TurndownService) => unknown;

/** Rules see in turndown's options how everything else is written. */
const STYLE: TurndownService.Options = {
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
};

/** The rules of a host. They stand in a turndown of their own, which says which of them counts for an element. */
export class MarkdownRules {
  private readonly service = new TurndownService(STYLE);
  private readonly builtIn: ReadonlySet<unknown>;
  private readonly escape: ((text: string) => string) | null;

  /** @throws whatever the plugin throws */
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
