import { IfPresent } from '../../bodies/validators.js';
import { composed } from '../../bodies/composed.js';
import { ConversionFields } from '../../fields/page.fields.js';
import { ReadingFieldsV2 } from './reading-fields.v2.js';

/** What can be asked for of an uploaded file: scrape options without those for fetching. */
export class ParseOptionsV2 extends composed(ReadingFieldsV2, ConversionFields) {
  /** Of no effect, like the next ones: nothing is fetched for a file. */
  @IfPresent()
  proxy?: unknown;

  /** Of no effect. */
  @IfPresent()
  skipTlsVerification?: unknown;

  /** Of no effect. */
  @IfPresent()
  blockAds?: unknown;
}
