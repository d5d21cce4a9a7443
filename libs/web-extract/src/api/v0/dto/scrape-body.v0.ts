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

  /** Longest time in milliseconds: 60 s, 90 s where data is wanted. */
  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}
