import { IsBoolean, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { IfPresent, IsStringOrList, IsNested } from '../../validators.js';
import { IsWebhook, type WebhookBody } from '../../webhook.js';
import { ExtractorOptionsV0, PageOptionsV0 } from './scrape-body.v0.js';

const MAX_PATTERNS = 1_000;
const MAX_URL_CHARS = 20_000;

/** `crawlerOptions` of v0. */
export class CrawlerOptionsV0 {
  @IfPresent()
  @IsStringOrList(MAX_PATTERNS)
  includes?: string | string[];

  @IfPresent()
  @IsStringOrList(MAX_PATTERNS)
  excludes?: string | string[];

  @IfPresent()
  @IsInt()
  @Min(1)
  limit?: number;

  @IfPresent()
  @IsInt()
  @Min(1)
  maxCrawledLinks?: number;

  @IfPresent()
  @IsInt()
  @Min(0)
  maxDepth?: number;

  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  @IfPresent()
  @IsBoolean()
  allowBackwardCrawling?: boolean;

  @IfPresent()
  @IsBoolean()
  allowExternalContentLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  returnOnlyUrls?: boolean;
}

/** Body of `POST /v0/crawl`. Unknown keys are ignored. */
export class CrawlBodyV0 {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;

  @IfPresent()
  @IsNested(() => CrawlerOptionsV0)
  crawlerOptions?: CrawlerOptionsV0;

  @IfPresent()
  @IsNested(() => PageOptionsV0)
  pageOptions?: PageOptionsV0;

  @IfPresent()
  @IsNested(() => ExtractorOptionsV0)
  extractorOptions?: ExtractorOptionsV0;

  @IfPresent()
  @IsWebhook('ignore')
  webhook?: WebhookBody;
}
