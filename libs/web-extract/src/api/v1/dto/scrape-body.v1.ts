import {
  IsBoolean, IsIn, IsInt, IsISO31661Alpha2, IsString, Max, MaxLength, Min,
} from 'class-validator'; // prettier-ignore
import { IsActions } from '../../page-actions.js';
import {
  IfPresent,
  IsHeaders,
  IsJsonObject,
  IsNullableString,
  IsStringList,
  IsWordList,
  IsNested,
} from '../../validators.js';
import { ExtractOptionsV1 } from './extract-options.v1.js';

/** Every word that `formats` may hold. */
export const FORMATS_V1 = [
  'markdown', 'html', 'rawHtml', 'links', 'screenshot', 'screenshot@fullPage', 'extract', 'json', 'summary', 'chunks',
] as const; // prettier-ignore

const PAGE_PARTS_V1 = ['comments', 'reviews', 'related'] as const;

const MAX_FORMATS = 100;
const MAX_SELECTORS = 200;
/** Longest address looked at; the address itself is judged by the engine. */
const MAX_URL_CHARS = 20_000;

export class LocationV1 {
  @IfPresent()
  @IsISO31661Alpha2({ message: '$property must be an ISO 3166-1 alpha-2 code' })
  country?: string;

  @IfPresent()
  @IsStringList(20)
  languages?: string[];
}

export class MarkdownOptionsV1 {
  @IfPresent()
  @IsIn(['inline', 'text', 'reference'])
  links?: 'inline' | 'text' | 'reference';

  @IfPresent()
  @IsBoolean()
  linkTitles?: boolean;

  @IfPresent()
  @IsIn(['inline', 'alt', 'none'])
  images?: 'inline' | 'alt' | 'none';

  @IfPresent()
  @IsWordList(PAGE_PARTS_V1, MAX_FORMATS)
  include?: (typeof PAGE_PARTS_V1)[number][];

  @IfPresent()
  @IsBoolean()
  frontMatter?: boolean;
}

/** What every kind of scrape can be asked for: API fields of `POST /v1/scrape` without `url`. */
export class ScrapeOptionsV1 {
  @IfPresent()
  @IsWordList(FORMATS_V1, MAX_FORMATS)
  formats?: (typeof FORMATS_V1)[number][];

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
  @IsHeaders()
  headers?: Record<string, string>;

  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(60_000)
  waitFor?: number;

  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;

  @IfPresent()
  @IsBoolean()
  mobile?: boolean;

  @IfPresent()
  @IsBoolean()
  parsePDF?: boolean;

  @IfPresent()
  @IsInt()
  @Min(1)
  maxPages?: number;

  @IfPresent()
  @IsBoolean()
  pageMarkers?: boolean;

  @IfPresent()
  @IsBoolean()
  speakerNotes?: boolean;

  @IfPresent()
  @IsBoolean()
  skipTlsVerification?: boolean;

  @IfPresent()
  @IsBoolean()
  removeBase64Images?: boolean;

  @IfPresent()
  @IsNested(() => MarkdownOptionsV1)
  markdownOptions?: MarkdownOptionsV1;

  @IfPresent()
  @IsInt()
  @Min(32)
  @Max(100_000)
  maxChunkTokens?: number;

  @IfPresent()
  @IsBoolean()
  blockAds?: boolean;

  @IfPresent()
  @IsNested(() => LocationV1)
  location?: LocationV1;

  @IfPresent()
  @IsNested(() => LocationV1)
  geolocation?: LocationV1;

  @IfPresent()
  @IsIn(['basic', 'stealth', 'auto'])
  proxy?: 'basic' | 'stealth' | 'auto';

  @IfPresent()
  @IsInt()
  @Min(0)
  maxAge?: number;

  @IfPresent()
  @IsBoolean()
  storeInCache?: boolean;

  @IfPresent()
  @IsActions()
  actions?: { type: string; [option: string]: unknown }[];

  @IfPresent()
  @IsNested(() => ExtractOptionsV1)
  extract?: ExtractOptionsV1;

  @IfPresent()
  @IsNested(() => ExtractOptionsV1)
  jsonOptions?: ExtractOptionsV1;

  @IfPresent()
  @IsJsonObject()
  changeTrackingOptions?: Record<string, unknown>;

  @IfPresent()
  @IsJsonObject()
  agent?: Record<string, unknown>;

  @IfPresent()
  @IsBoolean()
  fastMode?: boolean;
}

/** Keys that clients send along and that change nothing. */
export class ToleratedKeysV1 extends ScrapeOptionsV1 {
  @IfPresent()
  @IsString()
  origin?: string;

  @IfPresent()
  @IsNullableString()
  integration?: string | null;

  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;

  @IfPresent()
  auditMetadata?: unknown;

  @IfPresent()
  useMock?: unknown;
}

/** Body of `POST /v1/scrape`. */
export class ScrapeBodyV1 extends ToleratedKeysV1 {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;
}
