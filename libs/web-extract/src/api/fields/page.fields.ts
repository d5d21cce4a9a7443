import { IsBoolean, IsInt, IsISO31661Alpha2, Max, Min } from 'class-validator';
import { IfPresent, IsHeaders, IsNested, IsStringList } from '../validators.js';
import { MarkdownFields } from './markdown.fields.js';

const MAX_SELECTORS = 200;

/** Longest address looked at; the address itself is judged by the engine. */
export const MAX_URL_CHARS = 20_000;

/** Where the visitor appears to be. */
export class LocationFields {
  @IfPresent()
  @IsISO31661Alpha2({ message: '$property must be an ISO 3166-1 alpha-2 code' })
  country?: string;

  @IfPresent()
  @IsStringList(20)
  languages?: string[];
}

/** How a file or page is turned into text, in the words of v1 and v2. */
export class ConversionFields {
  @IfPresent()
  @IsBoolean()
  onlyMainContent?: boolean;

  @IfPresent()
  @IsStringList(MAX_SELECTORS)
  includeTags?: string[];

  @IfPresent()
  @IsStringList(MAX_SELECTORS)
  excludeTags?: string[];

  @IfPresent()
  @IsBoolean()
  removeBase64Images?: boolean;

  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}

/** What every kind of scrape can be asked for, in the words of v1 and v2. */
export class PageFields extends ConversionFields {
  @IfPresent()
  @IsHeaders()
  headers?: Record<string, string>;

  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(60_000)
  waitFor?: number;

  @IfPresent()
  @IsBoolean()
  mobile?: boolean;

  @IfPresent()
  @IsBoolean()
  skipTlsVerification?: boolean;

  @IfPresent()
  @IsNested(() => MarkdownFields)
  markdownOptions?: MarkdownFields;

  @IfPresent()
  @IsInt()
  @Min(32)
  @Max(100_000)
  maxChunkTokens?: number;

  @IfPresent()
  @IsBoolean()
  blockAds?: boolean;

  @IfPresent()
  @IsNested(() => LocationFields)
  location?: LocationFields;

  @IfPresent()
  @IsInt()
  @Min(0)
  maxAge?: number;

  @IfPresent()
  @IsBoolean()
  storeInCache?: boolean;

  @IfPresent()
  @IsBoolean()
  fastMode?: boolean;
}
