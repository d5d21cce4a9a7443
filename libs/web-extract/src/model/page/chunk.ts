/** What most of a chunk is made of. */
export type ChunkKind = 'text' | 'code' | 'table' | 'list' | 'quote';

/** A piece of a page that a language model can be given by itself. Plain JSON. */
export interface Chunk {
  /** Names the place: it stays when text elsewhere on the page changes, or within its section. */
  readonly id: string;
  /** Final address of the page. */
  readonly url: string;
  /** Id of the nearest heading on the page, for `url#anchor`; null where there is none, or it is not known. */
  readonly anchor: string | null;
  /** Place among the chunks of the page, from 0 on, and how many there are. */
  readonly index: number;
  readonly count: number;
  /** The headings that all of the chunk stands under, the highest first. Plain text. */
  readonly headings: readonly string[];
  readonly kind: ChunkKind;
  /** Renders by itself: the fence or the head of a table that was cut stands in every piece. */
  readonly markdown: string;
  /** Where the chunk stands, in one line: the title of the page and the headings. */
  readonly context: string;
  readonly tokens: number;
  /** What counted them: `host`, or `estimate` with its usual error. */
  readonly tokenizer: string;
  /** Characters of `markdown`. */
  readonly chars: number;
  /** Where it stands in the markdown of the page: the chunks side by side are the page. */
  readonly start: number;
  readonly end: number;
  /** Which piece of its section this is, from 1 on, of how many; null where the section is whole. */
  readonly part: { readonly index: number; readonly count: number } | null;
  /** Ids of the chunks before and after. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Language of the page, as it states it. */
  readonly language: string | null;
  /** Of its code blocks. */
  readonly codeLanguages: readonly string[];
  /** Of the text, white space apart: equal texts have the same. */
  readonly hash: string;
  /** Id of the first chunk of the crawl with the same text; null for that one itself, and for chunks of a single page. */
  readonly sameAs: string | null;
}

/** How pages are cut. */
export interface ChunkOptions {
  /**
   * Most tokens of a chunk. Only what must not be cut (a row, an item, an admonition) may be longer.
   * @default 512
   */
  readonly maxTokens?: number;
  /**
   * Counts the tokens of a text as the model does that will read it.
   * @default an estimate
   */
  readonly countTokens?: (text: string) => number;
}
