import type { FormatName } from '../../../model/formats/page-formats.js';
import { FILE_FORMATS, formatNames } from '../../../model/formats/select-formats.js';
import { composed } from '../../bodies/composed.js';
import { DocumentFields } from '../../fields/document.fields.js';
import { ConversionFields } from '../../fields/page.fields.js';
import { IfPresent, IsWordList } from '../../bodies/validators.js';
import { ExtractFieldsV1 } from './extract-options.v1.js';

/** Chunks of files are available in v2, which has their options. */
const PARSE_FORMATS_V1 = formatNames('v1', FILE_FORMATS).filter((name) => name !== 'chunks');

const MAX_FORMATS = 100;

/** Options of an uploaded file: scrape options without those for fetching. */
export class ParseOptionsV1 extends composed(DocumentFields, ExtractFieldsV1, ConversionFields) {
  /**
   * Returned formats.
   * @default ["markdown"]
   */
  @IfPresent()
  @IsWordList(PARSE_FORMATS_V1, MAX_FORMATS)
  formats?: FormatName<'v1'>[];
}
