import { ExtractJobFields } from '../../fields/extract-job.fields.js';
import { IfPresent, IsNested } from '../../validators.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

/** Body of `POST /v2/extract`. */
export class ExtractBodyV2 extends ExtractJobFields {
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;
}
