import { IsInt, Min } from 'class-validator';
import { IfPresent } from '../../bodies/validators.js';
import { IsAddress } from '../../fields/page.fields.js';
import { ReadingFieldsV0 } from './reading-fields.v0.js';

/**
 * Body of `POST /v0/scrape`. Unknown keys are ignored.
 *
 * @example { "url": "https://example.com/article", "pageOptions": { "onlyMainContent": true } }
 */
export class ScrapeBodyV0 extends ReadingFieldsV0 {
  /** The page. */
  @IsAddress()
  url!: string;

  /** Timeout in milliseconds. Defaults to 60 s, or 90 s if data is requested. */
  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}
