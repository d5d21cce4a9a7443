import { withBatchFields } from '../../fields/batch.fields.js';
import { IfPresent } from '../../validators.js';
import { IsWebhook, type WebhookBody } from '../../webhook.js';
import { ToleratedKeysV1 } from './scrape-body.v1.js';

/** Body of `POST /v1/batch/scrape`. */
export class BatchBodyV1 extends withBatchFields(ToleratedKeysV1) {
  @IfPresent()
  @IsWebhook('refuse')
  webhook?: WebhookBody;
}
