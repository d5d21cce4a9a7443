import { IsIn, IsNumber, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfPresent, IsJsonObject } from '../../validators.js';

const MAX_PROMPT_CHARS = 10_000;

/** `extract` and `jsonOptions`: what structured data is wanted. */
export class ExtractOptionsV1 {
  @IfPresent()
  @IsJsonObject()
  schema?: Record<string, unknown>;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  prompt?: string;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  systemPrompt?: string;

  @IfPresent()
  @IsIn(['llm'])
  mode?: string;

  @IfPresent()
  @IsNumber({ allowInfinity: false, allowNaN: false })
  @Min(0)
  @Max(2)
  temperature?: number;
}
