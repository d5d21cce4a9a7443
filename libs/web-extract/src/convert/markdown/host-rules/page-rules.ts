import type TurndownService from 'turndown';
import type { ParentNode } from 'domhandler';
import { descendants, isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { LayoutElement, type LayoutNode } from '../layout-node.js';
import { boundBlanks } from '../write/bound-blanks.js';
import { trimNewlines } from '../write/trim-newlines.js';
import { PageView } from './page-view.js';

/** A rule of the host for one element. */
export interface HostRule {
  /** @param content the markdown of the element's content */
  write(content: string): string;
}

type Rule = TurndownService.Rule & { append?: (options: TurndownService.Options) => string };

/** The host's rules at work on one page. A rule that fails leaves its element as if it were not there, with a warning. */
export class PageRules {
  private readonly problems = new Set<string>();
  private readonly view: PageView;

  /** @param isOwn whether a rule is the host's, and none of turndown's */
  constructor(
    private readonly service: TurndownService,
    private readonly isOwn: (rule: Rule) => boolean,
    private readonly escape: ((text: string) => string) | null,
    root: ParentNode,
    baseUrl: string,
  ) {
    this.view = new PageView(root, baseUrl);
  }

  /** Messages about failed rules, for the response. */
  get warnings(): readonly string[] {
    return [...this.problems];
  }

  /** The rule for an element; turndown's own order decides among several. */
  find(element: PageElement): HostRule | null {
    return this.attempt(`at <${element.name}>`, null, () => {
      const rule = this.service.rules.forNode(this.view.of(element)) as Rule;
      return this.isOwn(rule) ? { write: (content: string) => this.write(rule, element, content) } : null;
    });
  }

  /** Returns true if parts of a table have rules. */
  coverTable(table: PageElement): boolean {
    for (const node of descendants(table)) {
      if (isElement(node) && TABLE_PARTS.has(node.name) && this.find(node)) return true;
    }
    return false;
  }

  /** Writes all texts as the host's own `escape` has them, where it has one. */
  escapeTexts(nodes: LayoutNode[]): void {
    const { escape } = this;
    if (!escape) return;
    nodes.forEach((node, at) => {
      if (node instanceof LayoutElement) return this.escapeTexts(node.childNodes);
      const text = this.attempt('at the escape of texts', null, () => textOf(escape(node.value)));
      if (text !== null) nodes[at] = new LayoutElement('verbatim', [], { text });
    });
  }

  /** Returns the text that rules append to the page. */
  appended(): string {
    const own = (this.service.rules.array as Rule[]).filter((rule) => this.isOwn(rule) && rule.append);
    const texts = own.map((rule) =>
      this.attempt('at the end of the page', '', () => textOf(rule.append!(this.service.options))),
    );
    return texts
      .map(trimNewlines)
      .filter((text) => text !== '')
      .join('\n\n');
  }

  private write(rule: Rule, element: PageElement, content: string): string {
    const view = this.view.of(element);
    const asItIs = view.isBlock ? `\n\n${content}\n\n` : content;
    return this.attempt(`at <${element.name}>`, asItIs, () =>
      textOf(rule.replacement!(content, view, this.service.options)),
    );
  }

  private attempt<T>(place: string, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problems.add(
        `A markdown rule of this service failed ${place}: ${reason.slice(0, MAX_REASON_CHARS)}`,
      );
      return otherwise;
    }
  }
}

const MAX_REASON_CHARS = 200;
const TABLE_PARTS = new Set(['tr', 'td', 'th']);

/** @throws TypeError for a value that is not a string */
function textOf(written: unknown): string {
  if (typeof written !== 'string') throw new TypeError('it returned no text');
  return boundBlanks(written);
}
