import { IsString, MaxLength } from 'class-validator';
import { IfPresent, IsJsonObject } from '../bodies/validators.js';

export const MAX_PROMPT_CHARS = 10_000;

/** What data is wanted of pages, in the words of v1 and v2. */
export class WantedFields {
  /** JSON Schema of the object that is wanted. */
  @IfPresent()
  @IsJsonObject()
  schema?: Record<string, unknown>;

  /** What is wanted, in words. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  prompt?: string;

  /** Words to the model that stand above all others. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  systemPrompt?: string;
}
