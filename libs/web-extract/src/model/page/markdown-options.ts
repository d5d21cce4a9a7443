/** Parts of a page beside its content that some readers want. */
export type PagePart = 'comments' | 'reviews' | 'related';

/** How markdown is written. */
export interface MarkdownOptions {
  /**
   * `inline`: `[text](address)`; `text`: the text alone; `reference`: `[text][link1]`, with the addresses at the end of the page, each once.
   * @default 'inline'
   */
  readonly links?: 'inline' | 'text' | 'reference';

  /**
   * Write the titles of links and images.
   * @default true
   */
  readonly linkTitles?: boolean;

  /**
   * `inline`: `![description](address)`; `alt`: the description alone; `none`: nothing.
   * @default 'inline'
   */
  readonly images?: 'inline' | 'alt' | 'none';

  /**
   * Parts that are kept as well with the main content, told by their names.
   * @default []
   */
  readonly include?: readonly PagePart[];

  /**
   * Begin with YAML between lines of `---`: title, description, address, language, author and dates, as far as the page states them.
   * @default false
   */
  readonly frontMatter?: boolean;
}
