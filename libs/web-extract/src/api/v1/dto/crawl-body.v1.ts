import { IsBoolean, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { CrawlReachFields, withCrawlFields } from '../../fields/crawl.fields.js';
import { MAX_URL_CHARS } from '../../fields/page.fields.js';
import { IfPresent, IsNullableString, IsNested } from '../../validators.js';
import { IsWebhook, type WebhookBody } from '../../webhook.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/** The fields that may stand in `crawlerOptions` too, where the first clients were told to put them. */
export class CrawlerOptionsV1 extends CrawlReachFields {
  @IfPresent()
  @IsInt()
  @Min(0)
  maxDepth?: number;

  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  @IfPresent()
  @IsBoolean()
  allowBackwardLinks?: boolean;
}

/** Body of `POST /v1/crawl`. */
export class CrawlBodyV1 extends withCrawlFields(CrawlerOptionsV1) {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;

  @IfPresent()
  @IsNested(() => ScrapeOptionsV1)
  scrapeOptions?: ScrapeOptionsV1;

  @IfPresent()
  @IsWebhook('refuse')
  webhook?: WebhookBody;

  @IfPresent()
  @IsNested(() => CrawlerOptionsV1)
  crawlerOptions?: CrawlerOptionsV1;

  @IfPresent()
  @IsString()
  origin?: string;

  @IfPresent()
  @IsNullableString()
  integration?: string | null;

  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;

  @IfPresent()
  auditMetadata?: unknown;

  @IfPresent()
  useMock?: unknown;
}
