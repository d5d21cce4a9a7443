import type { ParentNode } from 'domhandler';
import type { PageContent } from '../../model/formats/output-format.js';
import type { ConversionRequest } from '../../model/page/conversion.js';
import type { MarkdownOptions } from '../../model/page/markdown-options.js';
import type { PageMetadata } from '../../model/page/page.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { toCleanHtml } from '@web-extract/documents/markup/dom/to-clean-html.js';
import { chunksOf } from '../chunks/chunks-of.js';
import { pageHeadings } from '../chunks/heading-ids.js';
import { highlightsOf } from '../highlights/highlights-of.js';
import { frontMatter } from '../markdown/front-matter.js';
import type { MarkdownRules } from '../markdown/host-rules/markdown-rules.js';
import type { PageRules } from '../markdown/host-rules/page-rules.js';
import { toMarkdown } from '../markdown/to-markdown.js';

interface ContentFacts {
  readonly document: DomTree;
  readonly metadata: PageMetadata;
  readonly options: Pick<
    ConversionRequest,
    'markdownOptions' | 'maxChunkTokens' | 'highlightsFor' | 'removeBase64Images'
  > & { readonly rules?: MarkdownRules };
}

/** Writes the formats of the content of a page from its tree. */
export class TreeContent implements PageContent {
  private readonly rules: PageRules | undefined;
  private written: string | undefined;
  private forPieces: string | undefined;

  constructor(
    private readonly root: ParentNode,
    private readonly facts: ContentFacts,
  ) {
    this.rules = facts.options.rules?.forPage(root, facts.document.baseUrl);
  }

  get warnings(): readonly string[] {
    return this.rules?.warnings ?? [];
  }

  markdown(): string {
    const { document, metadata, options } = this.facts;
    this.written ??= this.write(options.markdownOptions);
    const begins = options.markdownOptions?.frontMatter && this.written !== '';
    return begins ? frontMatter(document.url, metadata) + this.written : this.written;
  }

  html(): string {
    return toCleanHtml(this.root, this.facts.document.baseUrl);
  }

  chunks() {
    const { metadata, options } = this.facts;
    const headings = pageHeadings(this.root);
    return chunksOf({ markdown: this.selfContained(), headings, metadata }, { ...options, url: this.url });
  }

  highlights(): string {
    const { metadata, options } = this.facts;
    return highlightsOf({ markdown: this.selfContained(), metadata }, { ...options, url: this.url });
  }

  private get url(): string {
    return this.facts.document.url;
  }

  /** Pieces of a page cannot refer to link definitions at its end. */
  private selfContained(): string {
    const { markdownOptions = {} } = this.facts.options;
    const isSame = !this.rules && markdownOptions.links !== 'reference';
    if (isSame && this.written !== undefined) return this.written;
    return (this.forPieces ??= this.write(
      markdownOptions.links === 'reference' ? { ...markdownOptions, links: 'inline' } : markdownOptions,
    ));
  }

  private write(markdownOptions?: MarkdownOptions): string {
    return toMarkdown(this.root, {
      removeBase64Images: this.facts.options.removeBase64Images,
      ...(this.rules && { rules: this.rules }),
      ...(markdownOptions && { markdownOptions }),
      baseUrl: this.facts.document.baseUrl,
    });
  }
}
