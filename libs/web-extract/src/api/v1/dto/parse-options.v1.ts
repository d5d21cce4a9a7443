import { IsBoolean, IsInt, Min } from 'class-validator';
import { ConversionFields } from '../../fields/page.fields.js';
import { IfPresent, IsNested, IsWordList } from '../../validators.js';
import { ExtractOptionsV1 } from './extract-options.v1.js';

/** Every word that `formats` of an upload may hold. */
export const PARSE_FORMATS_V1 = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'extract',
  'json',
  'summary',
] as const;

const MAX_FORMATS = 100;

/** What can be asked for of an uploaded file: scrape options without those for fetching. */
export class ParseOptionsV1 extends ConversionFields {
  @IfPresent()
  @IsWordList(PARSE_FORMATS_V1, MAX_FORMATS)
  formats?: (typeof PARSE_FORMATS_V1)[number][];

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
  @IsNested(() => ExtractOptionsV1)
  extract?: ExtractOptionsV1;

  @IfPresent()
  @IsNested(() => ExtractOptionsV1)
  jsonOptions?: ExtractOptionsV1;
}
