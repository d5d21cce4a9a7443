import { IsString, MaxLength } from 'class-validator';
import { IfPresent, IsJsonObject } from '../bodies/validators.js';

export const MAX_PROMPT_CHARS = 10_000;

/** Extraction fields in v1 and v2. */
export class ExtractionTargetFields {
  /** JSON Schema of the requested object. */
  @IfPresent()
  @IsJsonObject()
  schema?: Record<string, unknown>;

  /** Description of the data in natural language. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  prompt?: string;

  /** System prompt for the model. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  systemPrompt?: string;
}
