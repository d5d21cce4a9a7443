import type { JsonSchema, ModelUsage } from '../model/extraction/extraction.js';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A conversation that the model answers with one JSON object. */
export interface ModelQuestion {
  /** In whose turn it is asked where questions wait for others; the host's own when absent. */
  readonly owner?: string;
  readonly messages: readonly ModelMessage[];
  /** What the answer should look like: a JSON Schema of an object; null leaves the structure to the model. */
  readonly schema: JsonSchema | null;
  /** Absent: 0, where the model takes it. */
  readonly temperature?: number;
}

export interface ModelAnswer {
  /** As the model wrote it: it may be no JSON, and need not follow the schema. */
  readonly text: string;
  /** The answer ended because it was too long. */
  readonly isTruncated: boolean;
  /** The name of the model that answered. */
  readonly model: string;
  readonly usage: ModelUsage;
}

/** Answers questions about text. Has no tools and fetches nothing. Absent when the host configured none. */
export abstract class LanguageModel {
  /**
   * Asks once, with retries where the endpoint is busy.
   *
   * @param budgetMs longest time in milliseconds; waiting for a place and all retries included
   * @throws ExtractionFailedError when there is no answer (`isTooLong`: a shorter question may have one); the reason of the signal
   */
  abstract ask(question: ModelQuestion, budgetMs: number, signal: AbortSignal): Promise<ModelAnswer>;
}
