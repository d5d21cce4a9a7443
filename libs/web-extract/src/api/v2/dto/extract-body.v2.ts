import { IsBoolean } from 'class-validator';
import { ExtractJobFields } from '../../fields/extract-job.fields.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

/**
 * Body of `POST /v2/extract`.
 *
 * @example { "urls": ["https://example.com/shop/*"], "prompt": "The price of each product" }
 */
export class ExtractBodyV2 extends ExtractJobFields {
  /** How each page is read. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;

  /**
   * Keep the results for an hour after the end of the job only.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;
}
