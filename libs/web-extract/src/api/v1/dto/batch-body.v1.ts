import { composed } from '../../bodies/composed.js';
import { BatchFields } from '../../fields/batch.fields.js';
import { IfPresent } from '../../bodies/validators.js';
import { IsWebhook, type WebhookBody } from '../../jobs/webhook.js';
import { ClientKeysV1 } from './client-keys.v1.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/**
 * Body of `POST /v1/batch/scrape`.
 *
 * @example { "urls": ["https://example.com/a", "https://example.com/b"], "formats": ["markdown"] }
 */
export class BatchBodyV1 extends composed(BatchFields, ClientKeysV1, ScrapeOptionsV1) {
  /** Receiver of events: a URL, or an object with one. */
  @IfPresent()
  @IsWebhook('refuse')
  webhook?: WebhookBody;
}
