import { composed } from '../../bodies/composed.js';
import { ExtractJobFields } from '../../fields/extract-job.fields.js';
import { IsWebhook, type WebhookBody } from '../../jobs/webhook.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { ClientKeysV1 } from './client-keys.v1.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/**
 * Body of `POST /v1/extract`.
 *
 * @example { "urls": ["https://example.com/shop/*"], "schema": { "type": "object", "properties": { "price": { "type": "number" } } } }
 */
export class ExtractBodyV1 extends composed(ClientKeysV1, ExtractJobFields) {
  /** Options of each page. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV1)
  scrapeOptions?: ScrapeOptionsV1;

  /** Receiver of `extract.started`, `extract.completed` and `extract.failed`. */
  @IfPresent()
  @IsWebhook('refuse')
  webhook?: WebhookBody;
}
