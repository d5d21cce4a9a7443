import { composed } from '../../bodies/composed.js';
import { DocumentFields } from '../../fields/document.fields.js';
import { ConversionFields } from '../../fields/page.fields.js';
import { IfPresent, IsWordList } from '../../bodies/validators.js';
import { ExtractFieldsV1 } from './extract-options.v1.js';

/** Every word that `formats` of an upload may hold. */
const PARSE_FORMATS_V1 = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'extract',
  'json',
  'summary',
  'quality',
  'timings',
] as const;

const MAX_FORMATS = 100;

/** Options of an uploaded file: scrape options without those for fetching. */
export class ParseOptionsV1 extends composed(DocumentFields, ExtractFieldsV1, ConversionFields) {
  /**
   * Returned formats.
   * @default ["markdown"]
   */
  @IfPresent()
  @IsWordList(PARSE_FORMATS_V1, MAX_FORMATS)
  formats?: (typeof PARSE_FORMATS_V1)[number][];
}
