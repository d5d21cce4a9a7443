import { IsBoolean, IsIn, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { LocationFields, MAX_URL_CHARS, PageFields } from '../../fields/page.fields.js';
import { IsActions } from '../../page-actions.js';
import { IfPresent, IsJsonObject, IsNested, IsNullableString, IsWordList } from '../../validators.js';
import { ExtractOptionsV1 } from './extract-options.v1.js';

/** Every word that `formats` may hold. */
export const FORMATS_V1 = [
  'markdown', 'html', 'rawHtml', 'links', 'screenshot', 'screenshot@fullPage', 'extract', 'json', 'summary', 'chunks',
] as const; // prettier-ignore

const MAX_FORMATS = 100;

/** What every kind of scrape can be asked for: API fields of `POST /v1/scrape` without `url`. */
export class ScrapeOptionsV1 extends PageFields {
  @IfPresent()
  @IsWordList(FORMATS_V1, MAX_FORMATS)
  formats?: (typeof FORMATS_V1)[number][];

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
  @IsNested(() => LocationFields)
  geolocation?: LocationFields;

  @IfPresent()
  @IsIn(['basic', 'stealth', 'auto'])
  proxy?: 'basic' | 'stealth' | 'auto';

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
