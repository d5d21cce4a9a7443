import { composed } from '../../bodies/composed.js';
import { BatchFields } from '../../fields/batch.fields.js';
import { JobCookieFields } from '../../fields/session.fields.js';
import { IfPresent } from '../../bodies/validators.js';
import { IsWebhook, type WebhookBody } from '../../jobs/webhook.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

/**
 * Body of `POST /v2/batch/scrape`.
 *
 * @example { "urls": ["https://example.com/a", "https://example.com/b"], "formats": ["markdown"] }
 */
export class BatchBodyV2 extends composed(BatchFields, ScrapeOptionsV2, JobCookieFields) {
  /** Receiver of events: a URL, or an object with one. */
  @IfPresent()
  @IsWebhook('ignore')
  webhook?: WebhookBody;
}
