import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsInt, IsISO31661Alpha2, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfPresent, IsHeaders, IsNested, IsStringList } from '../bodies/validators.js';
import { MarkdownFields } from './markdown.fields.js';

export const MAX_SELECTORS = 200;

/** Longest address looked at; the address itself is judged by the engine. */
export const MAX_URL_CHARS = 20_000;
export const URL_SCHEMA = { type: 'string', maxLength: MAX_URL_CHARS };

/**
 * Validates the URL of a page or site. The last failing check is reported, so a value of another type is reported as
 * such.
 */
export const IsAddress = () => applyDecorators(MaxLength(MAX_URL_CHARS), IsString());

/** Apparent location of the visitor. */
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

/** Options for converting a page or file, in v1 and v2. */
export class ConversionFields {
  /**
   * Exclude navigation, headers, footers and the like.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  onlyMainContent?: boolean;

  /**
   * CSS selectors of the elements to keep; replaces `onlyMainContent`.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_SELECTORS)
  includeTags?: string[];

  /**
   * CSS selectors of elements to remove.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_SELECTORS)
  excludeTags?: string[];

  /**
   * Remove images embedded as data URLs; their description is kept.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  removeBase64Images?: boolean;

  /** Timeout in milliseconds. Defaults to 30 s, or 60 s if a model is used. */
  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}

/** Options of all kinds of scrapes in v1 and v2. */
export class PageFields extends ConversionFields {
  /**
   * Headers sent with the request for the page.
   * @default {}
   */
  @IfPresent()
  @IsHeaders()
  headers?: Record<string, string>;

  /**
   * Milliseconds to wait after the page has loaded, at most half of `timeout`. Requires a browser.
   * @default 0
   */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(60_000)
  waitFor?: number;

  /**
   * Emulate a mobile device.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  mobile?: boolean;

  /**
   * Accept any TLS certificate.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  skipTlsVerification?: boolean;

  /** Markdown options. */
  @IfPresent()
  @IsNested(() => MarkdownFields)
  markdownOptions?: MarkdownFields;

  /**
   * Maximum number of tokens of a chunk.
   * @default 512
   */
  @IfPresent()
  @IsInt()
  @Min(32)
  @Max(100_000)
  maxChunkTokens?: number;

  /**
   * Block advertisements in the browser.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  blockAds?: boolean;

  /** Apparent location of the visitor. */
  @IfPresent()
  @IsNested(() => LocationFields)
  location?: LocationFields;

  /** Maximum age of a cached response in milliseconds; 0: fetch the page. Defaults to the setting of the host. */
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

  /** Ignored. */
  @IfPresent()
  @IsBoolean()
  fastMode?: boolean;
}
