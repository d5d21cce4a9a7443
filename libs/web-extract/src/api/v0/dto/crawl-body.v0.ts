import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsString, MaxLength, Min, ValidateNested } from 'class-validator';
import { IfPresent, IsJsonObject, IsStringOrList } from '../../validators.js';
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
  @IsJsonObject()
  @ValidateNested()
  @Type(() => CrawlerOptionsV0)
  crawlerOptions?: CrawlerOptionsV0;

  @IfPresent()
  @IsJsonObject()
  @ValidateNested()
  @Type(() => PageOptionsV0)
  pageOptions?: PageOptionsV0;

  @IfPresent()
  @IsJsonObject()
  @ValidateNested()
  @Type(() => ExtractorOptionsV0)
  extractorOptions?: ExtractorOptionsV0;

  @IfPresent()
  @IsWebhook()
  webhook?: WebhookBody;
}
