import { IsString, Matches, MaxLength } from 'class-validator';
import { IsAddress } from '../../fields/page.fields.js';
import { MAX_PROMPT_CHARS } from '../../fields/extraction-target.fields.js';

/**
 * Body of `POST /v2/crawl/params-preview`.
 *
 * @example { "url": "https://example.com", "prompt": "Only the handbook, no blog" }
 */
export class CrawlParamsPreviewBodyV2 {
  /** Start URL. */
  @IsAddress()
  url!: string;

  /** Description of the crawl in natural language. */
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  @Matches(/\S/, { message: '$property must not be empty' })
  prompt!: string;
}
