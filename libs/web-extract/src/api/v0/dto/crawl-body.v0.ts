import { IsBoolean, IsInt, Min } from 'class-validator';
import { composed, renamed } from '../../bodies/composed.js';
import { IfPresent, IsStringOrList, IsNested } from '../../bodies/validators.js';
import { CrawlReachFields, OlderCrawlFields } from '../../fields/crawl.fields.js';
import { IsAddress } from '../../fields/page.fields.js';
import { MAX_PATTERNS } from '../../fields/pattern.fields.js';
import { IsWebhook, type WebhookBody } from '../../jobs/webhook.js';
import { ReadingFieldsV0 } from './reading-fields.v0.js';

const REACH = { limit: 'limit', allowExternalLinks: 'allowExternalContentLinks' } as const;
const OLDER = {
  maxDepth: 'maxDepth',
  ignoreSitemap: 'ignoreSitemap',
  allowBackwardLinks: 'allowBackwardCrawling',
} as const;

/** `crawlerOptions` of v0. */
export class CrawlerOptionsV0 extends composed(
  renamed(CrawlReachFields, REACH),
  renamed(OlderCrawlFields, OLDER),
) {
  /**
   * Patterns of paths to include: plain text with `*` as a wildcard. Empty: all.
   * @default []
   */
  @IfPresent()
  @IsStringOrList(MAX_PATTERNS)
  includes?: string | string[];

  /**
   * Patterns of paths to exclude.
   * @default []
   */
  @IfPresent()
  @IsStringOrList(MAX_PATTERNS)
  excludes?: string | string[];

  /** The same as `limit`. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxCrawledLinks?: number;

  /**
   * Return only the URLs of pages.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  returnOnlyUrls?: boolean;
}

/**
 * Body of `POST /v0/crawl`. Unknown keys are ignored.
 *
 * @example { "url": "https://example.com", "crawlerOptions": { "limit": 100, "excludes": ["blog/*"] } }
 */
export class CrawlBodyV0 extends ReadingFieldsV0 {
  /** Start URL. */
  @IsAddress()
  url!: string;

  /** Which pages are crawled. */
  @IfPresent()
  @IsNested(() => CrawlerOptionsV0)
  crawlerOptions?: CrawlerOptionsV0;

  /** Receiver of the message at the end of the crawl: a URL, or an object with one. */
  @IfPresent()
  @IsWebhook('ignore')
  webhook?: WebhookBody;
}
