import { buildMessage, IsBoolean, IsString, MaxLength, ValidateBy } from 'class-validator';
import { IfPresent, IsJsonObject } from '../validators.js';
import { MAX_URL_CHARS } from './page.fields.js';

const MAX_URLS = 100;
const MAX_PROMPT_CHARS = 10_000;

const IsSourceList = () =>
  ValidateBy({
    name: 'isSourceList',
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length <= MAX_URLS &&
        value.every((url) => typeof url === 'string' && url.length <= MAX_URL_CHARS),
      defaultMessage: buildMessage(() => `$property must be a list of at most ${MAX_URLS} addresses`),
    },
  });

/** What an extract job can be asked for besides how its pages are read, in the words of v1 and v2. */
export class ExtractJobFields {
  @IfPresent()
  @IsSourceList()
  urls?: string[];

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  prompt?: string;

  @IfPresent()
  @IsJsonObject()
  schema?: Record<string, unknown>;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  systemPrompt?: string;

  @IfPresent()
  @IsBoolean()
  enableWebSearch?: boolean;

  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  includeSubdomains?: boolean;

  @IfPresent()
  @IsBoolean()
  showSources?: boolean;

  @IfPresent()
  @IsBoolean()
  ignoreInvalidURLs?: boolean;

  // Sent along by clients; nothing comes of them.

  @IfPresent()
  agent?: unknown;

  @IfPresent()
  limit?: unknown;

  @IfPresent()
  webhook?: unknown;

  @IfPresent()
  urlTrace?: unknown;
}
