import { IsIn, IsString, MaxLength } from 'class-validator';
import { CrawlReachFields, withCrawlFields } from '../../fields/crawl.fields.js';
import { MAX_URL_CHARS } from '../../fields/page.fields.js';
import { IfPresent, IsNested } from '../../validators.js';
import { IsWebhook, type WebhookBody } from '../../webhook.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

const MAX_PROMPT_CHARS = 10_000;
const MAX_AGENT_CHARS = 200;

export const SITEMAP_WORDS = ['include', 'skip', 'only'] as const;
export type SitemapWord = (typeof SITEMAP_WORDS)[number];

/** Body of `POST /v2/crawl`. */
export class CrawlBodyV2 extends withCrawlFields(CrawlReachFields) {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  prompt?: string;

  @IfPresent()
  @IsIn(SITEMAP_WORDS)
  sitemap?: SitemapWord;

  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;

  @IfPresent()
  @IsWebhook('ignore')
  webhook?: WebhookBody;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_AGENT_CHARS)
  robotsUserAgent?: string;
}
