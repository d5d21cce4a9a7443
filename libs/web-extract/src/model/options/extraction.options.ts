import { boolean, httpUrl, integerFrom, text, textsByName } from './kinds.js';
import { group, type OptionsOf } from './option-table.js';

const LLM = {
  /**
   * Name of the model at the endpoint. Without it no model is called, and only structured data of pages is
   * extracted.
   * @default none
   */
  model: text,

  /**
   * Base URL of the endpoint, up to `/chat/completions`: OpenAI, Azure, Ollama, vLLM, LM Studio, LiteLLM and
   * others.
   * @default 'https://api.openai.com/v1'
   */
  baseURL: httpUrl.or('https://api.openai.com/v1'),

  /**
   * API key of the endpoint. Local servers need none.
   * @default none
   */
  apiKey: text,

  /**
   * Additional headers of requests to the endpoint, such as `api-key`.
   * @default {}
   */
  headers: textsByName.or({}),

  /**
   * Timeout of one request to the model in milliseconds, at least 1. Limited by the remaining time of the
   * page.
   * @default 60_000
   */
  timeoutMs: integerFrom(1).or(60_000),

  /**
   * Maximum number of concurrent requests to the model in this process, at least 1. Further requests are
   * queued, within their timeout.
   * @default 8
   */
  maxConcurrent: integerFrom(1).or(8),

  /**
   * Maximum page text of one request, in tokens (about 3.5 characters each), at least 500. Longer pages are
   * split into several requests.
   * @default 16_000
   */
  maxInputTokens: integerFrom(500).or(16_000),

  /**
   * Use the data that a page states in JSON-LD, microdata, Open Graph, tables and definition lists, and query the
   * model only for missing values.
   * @deprecated a request reads pages without their stated data with `readFrom`
   * @default true
   */
  dataFirst: boolean.or(true).deprecated('the stated data of pages is used first'),
};

const EXTRACT = {
  /**
   * Maximum number of pages of each site that a job names with `/*`, and of its web search; at least 1.
   * @default 10
   */
  maxPages: integerFrom(1).or(10),

  /**
   * Timeout of a job for all pages in milliseconds, at least 1. Starts when the job is accepted; the pages
   * read before it are used.
   * @default 600_000
   */
  timeoutMs: integerFrom(1).or(600_000),

  /**
   * Maximum number of prompt and completion tokens of one job, all pages together, at least 1. Further pages
   * contribute only structured data, with a warning. The last responses may exceed the limit.
   * @default 5_000_000
   */
  maxTokens: integerFrom(1).or(5_000_000),
};

/** Data extraction and its language model. */
export const EXTRACTION_OPTIONS = {
  /** The language model of extractions: any endpoint compatible with OpenAI chat completions. */
  llm: group(LLM, { also: withModel }).as<LlmOptions>(),

  /** Limits of extract jobs. */
  extract: group(EXTRACT).as<ExtractOptions>(),
};

/** The language model of extractions. */
export interface LlmOptions extends OptionsOf<typeof LLM> {}

/** Limits of extract jobs, which build one object from several pages. */
export interface ExtractOptions extends OptionsOf<typeof EXTRACT> {}

/** Reports an endpoint without a model, which would silently never be called. */
function withModel({ model, baseURL, apiKey }: LlmOptions): string[] {
  const isPointless = model === undefined && (baseURL ?? apiKey) !== undefined;
  return isPointless ? ['llm.model is required'] : [];
}
