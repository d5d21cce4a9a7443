/** A JSON Schema as the caller wrote it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Structured data wanted from a page. A schema or a prompt must be given. */
export interface ExtractionRequest {
  readonly schema?: JsonSchema;
  readonly prompt?: string;
  readonly systemPrompt?: string;
  /** Sampling temperature handed to the model; its own default when absent. */
  readonly temperature?: number;
  /**
   * What a missing model or a failed extraction does: `fail` the whole request, or leave the value out and `warn`.
   * @default 'warn'
   */
  readonly onFailure?: 'fail' | 'warn';
}
