import { IsBoolean, IsInt, IsNumber, IsPositive, IsString, MaxLength, Min } from 'class-validator';
import { IfPresent, IsNullableString, IsStringList, IsNested } from '../../validators.js';
import { IsWebhook, type WebhookBody } from '../../webhook.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

const MAX_PATTERNS = 1_000;
const MAX_URL_CHARS = 20_000;

/** The fields that may stand in `crawlerOptions` too, where the first clients were told to put them. */
export class CrawlerOptionsV1 {
  @IfPresent()
  @IsInt()
  @Min(1)
  limit?: number;

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  includePaths?: string[];

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  excludePaths?: string[];

  @IfPresent()
  @IsInt()
  @Min(0)
  maxDepth?: number;

  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  @IfPresent()
  @IsBoolean()
  followDocumentLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  allowBackwardLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;
}

/** Body of `POST /v1/crawl`. */
export class CrawlBodyV1 extends CrawlerOptionsV1 {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;

  @IfPresent()
  @IsNested(() => ScrapeOptionsV1)
  scrapeOptions?: ScrapeOptionsV1;

  @IfPresent()
  @IsBoolean()
  regexOnFullURL?: boolean;

  @IfPresent()
  @IsInt()
  @Min(0)
  maxDiscoveryDepth?: number;

  @IfPresent()
  @IsBoolean()
  crawlEntireDomain?: boolean;

  @IfPresent()
  @IsBoolean()
  allowSubdomains?: boolean;

  @IfPresent()
  @IsBoolean()
  ignoreQueryParameters?: boolean;

  @IfPresent()
  @IsBoolean()
  deduplicateSimilarURLs?: boolean;

  @IfPresent()
  @IsBoolean()
  ignoreRobotsTxt?: boolean;

  @IfPresent()
  @IsNumber({ allowInfinity: false, allowNaN: false })
  @IsPositive()
  delay?: number;

  @IfPresent()
  @IsInt()
  @Min(1)
  maxConcurrency?: number;

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
