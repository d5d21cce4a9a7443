import { IsBoolean, IsInt, Min } from 'class-validator';
import { IfPresent, IsNested, IsStringList, IsWordList } from '../../validators.js';
import { ExtractOptionsV1 } from './extract-options.v1.js';

/** Every word that `formats` of an upload may hold. */
export const PARSE_FORMATS_V1 = ['markdown', 'html', 'rawHtml', 'links', 'extract', 'json'] as const;

const MAX_FORMATS = 100;
const MAX_SELECTORS = 200;

/** What can be asked for of an uploaded file: scrape options without those for fetching. */
export class ParseOptionsV1 {
  @IfPresent()
  @IsWordList(PARSE_FORMATS_V1, MAX_FORMATS)
  formats?: (typeof PARSE_FORMATS_V1)[number][];

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
  @IsInt()
  @Min(1)
  timeout?: number;

  @IfPresent()
  @IsNested(() => ExtractOptionsV1)
  extract?: ExtractOptionsV1;

  @IfPresent()
  @IsNested(() => ExtractOptionsV1)
  jsonOptions?: ExtractOptionsV1;
}
