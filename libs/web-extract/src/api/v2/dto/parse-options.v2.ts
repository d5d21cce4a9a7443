import { ConversionFields } from '../../fields/page.fields.js';
import { IfPresent } from '../../validators.js';
import { IsFormatsV2, type FormatEntryV2 } from '../formats.js';
import { IsParsers, type ParserV2 } from '../parsers.js';

/** What can be asked for of an uploaded file: scrape options without those for fetching. */
export class ParseOptionsV2 extends ConversionFields {
  @IfPresent()
  @IsFormatsV2()
  formats?: FormatEntryV2[];

  @IfPresent()
  @IsParsers()
  parsers?: ParserV2[];
}
