/** A JSON Schema as the caller wrote it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Structured data wanted from a page. A schema or a prompt must be given. */
export interface ExtractionRequest {
  readonly schema?: JsonSchema;
  readonly prompt?: string;
  readonly systemPrompt?: string;
  /** Sampling temperature handed to the model. @default 0, where the model takes it */
  readonly temperature?: number;
  /**
   * What of the page the model reads.
   * @default 'markdown'
   */
  readonly readFrom?: 'markdown' | 'rawHtml';
  /**
   * What a missing model or a failed extraction does: `fail` the whole request, or leave the value out and `warn`.
   * @default 'warn'
   */
  readonly onFailure?: 'fail' | 'warn';
  /**
   * The page is one of several that the data is put together from: what it does not state is left out, whatever the schema requires.
   * @default false
   */
  readonly isPart?: boolean;
}

/** What asking the model took. All 0 when it was not asked. */
export interface ModelUsage {
  /** Questions that were answered. */
  readonly calls: number;
  /** Tokens as the endpoint counts them; 0 where it does not say. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Where one value of an extraction comes from. */
export interface ValueEvidence {
  /** JSON Pointer to the value: `/offers/0/price` (RFC 6901). */
  readonly path: string;
  readonly origin: 'structured-data' | 'model';
  /** The statement of the page it was taken from, such as `JSON-LD Product.offers.price`; null for the model's. */
  readonly statedIn: string | null;
  /** Whether the page says so. `unchecked`: values that are judgements (true, false, one of a list) or too many to look up. */
  readonly found: 'yes' | 'no' | 'unchecked';
  /** The words around the value; null where it was not found in the text. */
  readonly quote: string | null;
  /** Place of the quote in the text that was read, in UTF-16 units: `text.slice(start, end) === quote`. */
  readonly start: number | null;
  readonly end: number | null;
}

/** Where a value comes from that several pages may state. */
export interface SourcedEvidence extends ValueEvidence {
  /** The page; `start` and `end` are places of its text. */
  readonly url: string;
}

/** Structured data of a page. It satisfies the schema, if there was one. */
export interface Extraction {
  readonly data: unknown;
  /** One entry a leaf value that is not null. */
  readonly evidence: readonly ValueEvidence[];
  /** The model that was asked; null when the page's own structured data was enough. */
  readonly model: string | null;
  readonly usage: ModelUsage;
}
