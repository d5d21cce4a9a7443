import { IfPresent } from '../../bodies/validators.js';
import { composed } from '../../bodies/composed.js';
import { ConversionFields } from '../../fields/page.fields.js';
import { ReadingFieldsV2 } from './reading-fields.v2.js';

/** Options of an uploaded file: scrape options without those for fetching. */
export class ParseOptionsV2 extends composed(ReadingFieldsV2, ConversionFields) {
  /** Ignored, like the next fields: files are not fetched. */
  @IfPresent()
  proxy?: unknown;

  /** Ignored. */
  @IfPresent()
  skipTlsVerification?: unknown;

  /** Ignored. */
  @IfPresent()
  blockAds?: unknown;
}
