import type { ExtractorUse } from '../extractor/extractor-use.js';
import type { JsonSchema } from './json-schema.js';

export type { JsonSchema };

/** Structured data to extract from a page. Requires a schema or a prompt. */
export interface ExtractionRequest {
  readonly schema?: JsonSchema;
  readonly prompt?: string;
  readonly systemPrompt?: string;
  /** Sampling temperature passed to the model. @default 0, if the model supports it */
  readonly temperature?: number;
  /**
   * Representation of the page that the model reads.
   * @default 'markdown'
   */
  readonly readFrom?: 'markdown' | 'rawHtml';
  /**
   * Behaviour when the model is missing or the extraction fails: `fail` the whole request, or omit the value
   * and `warn`.
   * @default 'warn'; 'fail' in a request for a single page or file whose formats name nothing else
   */
  readonly onFailure?: 'fail' | 'warn';
  /**
   * The page is one of several that the data is merged from: missing values are omitted, even if the schema
   * requires them.
   * @default false
   */
  readonly isPart?: boolean;
  /**
   * Id or name of an extractor of the owner, which reads the page without a model. `auto`: an extractor is learned on the first pages
   * of each template of a site, and reads the others; requires `schema`.
   */
  readonly extractor?: string;
  /** Version of the extractor. @default the newest */
  readonly version?: number;
  /**
   * Use of a model for pages that the extractor cannot read. @default 'none', and 'model' with `auto`
   */
  readonly fallback?: 'none' | 'model';
  /** Include the source of each value in `extractor.evidence`. @default false */
  readonly evidence?: boolean;
  /** Record the values of the page, so that the extractor can be healed. @default true, unless nothing may be stored */
  readonly record?: boolean;
  /** Ignore the data that the page states. @default false */
  readonly ignoresStated?: boolean;
}

/** Usage of the language model. All fields are 0 if it was not called. */
export interface ModelUsage {
  /** Completed calls. */
  readonly calls: number;
  /** Tokens as reported by the endpoint; 0 if it reports none. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Source of one extracted value. */
export interface ValueEvidence {
  /** JSON Pointer to the value, such as `/offers/0/price` (RFC 6901). */
  readonly path: string;
  readonly origin: 'structured-data' | 'model';
  /**
   * The structured data that the value was taken from, such as `JSON-LD Product.offers.price`; null for
   * values of the model.
   */
  readonly statedIn: string | null;
  /**
   * Verification of the value against the page. `unchecked`: classified values (booleans, enums), or too many
   * values to check.
   */
  readonly found: 'yes' | 'no' | 'unchecked';
  /** The text around the value; null if the text does not contain it. */
  readonly quote: string | null;
  /**
   * Offset of the quote in the text that was read, in UTF-16 code units: `text.slice(start, end) === quote`.
   */
  readonly start: number | null;
  readonly end: number | null;
}

/** Source of a value that several pages may state. */
export interface SourcedEvidence extends ValueEvidence {
  /** URL of the page; `start` and `end` are offsets in its text. */
  readonly url: string;
}

/** Structured data of a page. It satisfies the schema, if there is one. */
export interface Extraction {
  readonly data: unknown;
  /** One entry for each leaf value that is not null. */
  readonly evidence: readonly ValueEvidence[];
  /** Name of the model; null if the structured data of the page was sufficient. */
  readonly model: string | null;
  readonly usage: ModelUsage;
  /** Absent unless the page was read with an extractor. */
  readonly extractor?: ExtractorUse;
}
