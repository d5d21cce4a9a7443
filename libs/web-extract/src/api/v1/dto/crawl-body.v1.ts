import { IsNumber, Min } from 'class-validator';
import { composed } from '../../bodies/composed.js';
import { CrawlFields, CrawlReachFields, OlderCrawlFields } from '../../fields/crawl.fields.js';
import { IsAddress } from '../../fields/page.fields.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { IsWebhook, type WebhookBody } from '../../jobs/webhook.js';
import { ClientKeysV1 } from './client-keys.v1.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/** Fields also accepted in `crawlerOptions`, their place in early versions of the API. */
export class CrawlerOptionsV1 extends composed(OlderCrawlFields, CrawlReachFields) {}

/**
 * Body of `POST /v1/crawl`.
 *
 * @example { "url": "https://example.com/docs/", "limit": 100, "scrapeOptions": { "formats": ["markdown"] } }
 */
export class CrawlBodyV1 extends composed(ClientKeysV1, CrawlFields, CrawlerOptionsV1) {
  /** Start URL. */
  @IsAddress()
  url!: string;

  /** Delay between two pages of a host in seconds; 0: no additional delay. */
  @IfPresent()
  @IsNumber({ allowInfinity: false, allowNaN: false })
  @Min(0)
  delay?: number;

  /** Options of each page. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV1)
  scrapeOptions?: ScrapeOptionsV1;

  /** Receiver of events: a URL, or an object with one. */
  @IfPresent()
  @IsWebhook('refuse')
  webhook?: WebhookBody;

  /** The same fields; those of the body take precedence. */
  @IfPresent()
  @IsNested(() => CrawlerOptionsV1)
  crawlerOptions?: CrawlerOptionsV1;
}
