/** The prevailing content of a chunk. */
export type ChunkKind = 'text' | 'code' | 'table' | 'list' | 'quote';

/** A self-contained piece of a page for a language model. Plain JSON. */
export interface Chunk {
  /**
   * Stable identifier of the location: unaffected by text changes elsewhere on the page or within its
   * section.
   */
  readonly id: string;
  /** Final URL of the page. */
  readonly url: string;
  /** Id of the nearest heading on the page, for `url#anchor`; null if there is none, or it is unknown. */
  readonly anchor: string | null;
  /** Zero-based position among the chunks of the page, and their number. */
  readonly index: number;
  readonly count: number;
  /** Headings that apply to the whole chunk, from the top level down. Plain text. */
  readonly headings: readonly string[];
  readonly kind: ChunkKind;
  /** Markdown that renders by itself: a fence or table head that was split is repeated in every piece. */
  readonly markdown: string;
  /** Location of the chunk in one line: the title of the page and the headings. */
  readonly context: string;
  readonly tokens: number;
  /** Token counter: `host`, or `estimate` with its typical error. */
  readonly tokenizer: string;
  /** Number of characters of `markdown`. */
  readonly chars: number;
  /** Offset in the markdown of the page: the concatenated chunks are the page. */
  readonly start: number;
  readonly end: number;
  /**
   * One-based number of this piece of its section, and the number of pieces; null if the section was not
   * split.
   */
  readonly part: { readonly index: number; readonly count: number } | null;
  /** Ids of the previous and the next chunk. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Language that the page declares. */
  readonly language: string | null;
  /** Languages of its code blocks. */
  readonly codeLanguages: readonly string[];
  /** Hash of the text without white space: equal texts have equal hashes. */
  readonly hash: string;
  /**
   * Id of the first chunk of the crawl with the same text; null for the first one itself, and for chunks of a
   * single page.
   */
  readonly sameAs: string | null;
}

/** Options for splitting pages into chunks. */
export interface ChunkOptions {
  /**
   * Maximum number of tokens of a chunk. Only indivisible content (a row, an item, an admonition) may be
   * longer.
   * @default 512
   */
  readonly maxTokens?: number;
  /**
   * Counts the tokens of a text with the tokenizer of the target model.
   * @default an estimate
   */
  readonly countTokens?: (text: string) => number;
}
