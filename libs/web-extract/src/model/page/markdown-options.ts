/** Optional parts of a page outside its main content. */
export type PagePart = 'comments' | 'reviews' | 'related';

/** Options of the markdown output. */
export interface MarkdownOptions {
  /**
   * `inline`: `[text](address)`; `text`: the text only; `reference`: `[text][link1]`, with each URL listed
   * once at the end of the page.
   * @default 'inline'
   */
  readonly links?: 'inline' | 'text' | 'reference';

  /**
   * Write the titles of links and images.
   * @default true
   */
  readonly linkTitles?: boolean;

  /**
   * `inline`: `![description](address)`; `alt`: the description only; `none`: nothing.
   * @default 'inline'
   */
  readonly images?: 'inline' | 'alt' | 'none';

  /**
   * Parts to keep in addition to the main content, recognized by their names.
   * @default []
   */
  readonly include?: readonly PagePart[];

  /**
   * Begin with YAML front matter: title, description, URL, language, author and dates, if the page states
   * them.
   * @default false
   */
  readonly frontMatter?: boolean;
}
