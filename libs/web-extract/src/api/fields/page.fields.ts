import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsInt, IsISO31661Alpha2, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfPresent, IsHeaders, IsNested, IsStringList } from '../bodies/validators.js';
import { MarkdownFields } from './markdown.fields.js';

export const MAX_SELECTORS = 200;

/** Longest address looked at; the address itself is judged by the engine. */
export const MAX_URL_CHARS = 20_000;
export const URL_SCHEMA = { type: 'string', maxLength: MAX_URL_CHARS };

/** The address of a page or site. What is no text is told so: of the checks that fail the last one here is told. */
export const IsAddress = () => applyDecorators(MaxLength(MAX_URL_CHARS), IsString());

/** Where the visitor appears to be. */
export class LocationFields {
  /** ISO 3166-1 alpha-2. */
  @IfPresent()
  @IsISO31661Alpha2({ message: '$property must be an ISO 3166-1 alpha-2 code' })
  country?: string;

  /** Languages in the order of preference, such as `de-CH`. */
  @IfPresent()
  @IsStringList(20)
  languages?: string[];
}

/** How a file or page is turned into text, in the words of v1 and v2. */
export class ConversionFields {
  /**
   * Leave out navigation, headers, footers and the like.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  onlyMainContent?: boolean;

  /**
   * CSS selectors of what is kept; takes the place of `onlyMainContent`.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_SELECTORS)
  includeTags?: string[];

  /**
   * CSS selectors of what goes.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_SELECTORS)
  excludeTags?: string[];

  /**
   * Leave out pictures that stand in the page itself; their description stays.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  removeBase64Images?: boolean;

  /** Longest time in milliseconds: 30 s, 60 s where a model is asked. */
  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}

/** What every kind of scrape can be asked for, in the words of v1 and v2. */
export class PageFields extends ConversionFields {
  /**
   * Headers sent with the request for the page.
   * @default {}
   */
  @IfPresent()
  @IsHeaders()
  headers?: Record<string, string>;

  /**
   * Milliseconds to wait when the page is ready, at most half of `timeout`. Needs a browser.
   * @default 0
   */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(60_000)
  waitFor?: number;

  /**
   * Visit as a phone does.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  mobile?: boolean;

  /**
   * Take any certificate.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  skipTlsVerification?: boolean;

  /** How markdown is written. */
  @IfPresent()
  @IsNested(() => MarkdownFields)
  markdownOptions?: MarkdownFields;

  /**
   * Most tokens of a chunk.
   * @default 512
   */
  @IfPresent()
  @IsInt()
  @Min(32)
  @Max(100_000)
  maxChunkTokens?: number;

  /**
   * Do not load advertisements in the browser.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  blockAds?: boolean;

  /** Where the visitor appears to be. */
  @IfPresent()
  @IsNested(() => LocationFields)
  location?: LocationFields;

  /** Accept a stored response that is at most so old, in milliseconds; 0: fetch the page. The host decides where it is absent. */
  @IfPresent()
  @IsInt()
  @Min(0)
  maxAge?: number;

  /**
   * Store the response for later requests.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  storeInCache?: boolean;

  /** Of no effect. */
  @IfPresent()
  @IsBoolean()
  fastMode?: boolean;
}
