import { boolean, httpUrl, integerFrom, text, textsByName } from './kinds.js';
import { group, type OptionsOf } from './option-table.js';

const LLM = {
  /**
   * Name of the model, as its endpoint knows it. Absent: no model is asked, only what pages state in structured data is extracted.
   * @default none
   */
  model: text,

  /**
   * Address of the endpoint up to `/chat/completions`: OpenAI, Azure, Ollama, vLLM, LM Studio, LiteLLM and others.
   * @default 'https://api.openai.com/v1'
   */
  baseURL: httpUrl.or('https://api.openai.com/v1'),

  /**
   * Key of the endpoint. Local servers need none.
   * @default none
   */
  apiKey: text,

  /**
   * Headers sent to the endpoint besides, such as `api-key`.
   * @default {}
   */
  headers: textsByName.or({}),

  /**
   * Longest time for one request to the model in milliseconds, at least 1. Never longer than the time left of the page's own.
   * @default 60_000
   */
  timeoutMs: integerFrom(1).or(60_000),

  /**
   * Requests to the model under way at once in this process, at least 1. More wait, within their time.
   * @default 8
   */
  maxConcurrent: integerFrom(1).or(8),

  /**
   * Text of a page sent in one request, in tokens (about 3.5 letters each), at least 500. Longer pages are asked about in parts.
   * @default 16_000
   */
  maxInputTokens: integerFrom(500).or(16_000),

  /**
   * Take what a page states in JSON-LD, microdata, Open Graph, tables and definition lists, and ask the model only for what is
   * missing. Works without a model too.
   * @default true
   */
  dataFirst: boolean.or(true),
};

const EXTRACT = {
  /**
   * Most pages of each site that a job names with `/*`, and of the search that it asks for; at least 1.
   * @default 10
   */
  maxPages: integerFrom(1).or(10),

  /**
   * Longest time for all pages of a job in milliseconds, at least 1. Starts when the job is accepted; what was read by then counts.
   * @default 600_000
   */
  timeoutMs: integerFrom(1).or(600_000),

  /**
   * Most tokens that questions to the model and its answers take for one job, all pages together, at least 1. Pages beyond give what they
   * state in structured data, and a warning; only the last answers may go beyond.
   * @default 5_000_000
   */
  maxTokens: integerFrom(1).or(5_000_000),
};

/** What is extracted of pages, and by which language model. */
export const EXTRACTION_OPTIONS = {
  /** The language model that extractions ask, at any endpoint that speaks OpenAI's chat completions. */
  llm: group(LLM, { also: withModel }).as<LlmOptions>(),

  /** How far extract jobs go. */
  extract: group(EXTRACT).as<ExtractOptions>(),
};

/** The language model that extractions ask. */
export interface LlmOptions extends OptionsOf<typeof LLM> {}

/** Bounds of extract jobs, which make one object of several pages. */
export interface ExtractOptions extends OptionsOf<typeof EXTRACT> {}

/** An endpoint without a model would never be asked, and nobody would notice. */
function withModel({ model, baseURL, apiKey }: LlmOptions): string[] {
  const isPointless = model === undefined && (baseURL ?? apiKey) !== undefined;
  return isPointless ? ['llm.model must name the model that is asked'] : [];
}
