import { IsBoolean } from 'class-validator';
import { ExtractJobFields } from '../../fields/extract-job.fields.js';
import { IsWebhook, type WebhookBody } from '../../jobs/webhook.js';
import { IsSessionName } from '../../fields/session.fields.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

/**
 * Body of `POST /v2/extract`.
 *
 * @example { "urls": ["https://example.com/shop/*"], "prompt": "The price of each product" }
 */
export class ExtractBodyV2 extends ExtractJobFields {
  /** Name of a session of `POST /v2/sessions` that pages are read with. */
  @IfPresent()
  @IsSessionName()
  session?: string;

  /** Options of each page. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;

  /** Receiver of `extract.started`, `extract.completed` and `extract.failed`. */
  @IfPresent()
  @IsWebhook('ignore')
  webhook?: WebhookBody;

  /**
   * The results expire an hour after the end of the job.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;
}
