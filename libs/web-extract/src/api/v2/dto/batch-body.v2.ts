import { withBatchFields } from '../../fields/batch.fields.js';
import { IfPresent } from '../../validators.js';
import { IsWebhook, type WebhookBody } from '../../webhook.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

/** Body of `POST /v2/batch/scrape`. */
export class BatchBodyV2 extends withBatchFields(ScrapeOptionsV2) {
  @IfPresent()
  @IsWebhook('ignore')
  webhook?: WebhookBody;
}
