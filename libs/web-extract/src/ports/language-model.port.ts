import type { JsonSchema, ModelUsage } from '../model/extraction/extraction.js';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A prompt that the model answers with one JSON object. */
export interface ModelQuestion {
  /** Owner for fair scheduling of queued requests. @default the owner of the host */
  readonly owner?: string;
  readonly messages: readonly ModelMessage[];
  /** JSON Schema of the answer, which is an object; null leaves its structure to the model. */
  readonly schema: JsonSchema | null;
  /** @default 0, if the model supports it */
  readonly temperature?: number;
}

export interface ModelAnswer {
  /** Unmodified output of the model: may be invalid JSON, or violate the schema. */
  readonly text: string;
  /** True if the answer was cut at the token limit. */
  readonly isTruncated: boolean;
  /** Name of the model that answered. */
  readonly model: string;
  readonly usage: ModelUsage;
}

/**
 * Calls a language model. It has no tools and fetches nothing. Absent if the host has not configured a model.
 */
export abstract class LanguageModel {
  /**
   * Sends one prompt, with retries if the endpoint is busy.
   *
   * @param budgetMs timeout in milliseconds, including the queue and all retries
   * @throws ExtractionFailedError if there is no answer (`isTooLong`: a shorter prompt may succeed); the
   * reason of the signal
   */
  abstract ask(question: ModelQuestion, budgetMs: number, signal: AbortSignal): Promise<ModelAnswer>;
}
