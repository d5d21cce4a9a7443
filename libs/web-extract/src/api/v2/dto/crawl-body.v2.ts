import { IsBoolean, IsIn, IsNumber, IsString, MaxLength, Min } from 'class-validator';
import { composed } from '../../bodies/composed.js';
import { CrawlFields, CrawlReachFields } from '../../fields/crawl.fields.js';
import { JobCookieFields, SessionFields } from '../../fields/session.fields.js';
import { IsAddress } from '../../fields/page.fields.js';
import { MAX_PROMPT_CHARS } from '../../fields/extraction-target.fields.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { IsWebhook, type WebhookBody } from '../../jobs/webhook.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

const MAX_AGENT_CHARS = 200;

export const SITEMAP_WORDS = ['include', 'skip', 'only'] as const;
export type SitemapWord = (typeof SITEMAP_WORDS)[number];

/**
 * Body of `POST /v2/crawl`.
 *
 * @example { "url": "https://example.com/docs/", "limit": 100, "sitemap": "include" }
 */
export class CrawlBodyV2 extends composed(CrawlFields, CrawlReachFields, SessionFields, JobCookieFields) {
  /** Start URL. */
  @IsAddress()
  url!: string;

  /**
   * Description of the crawl in natural language, from which a model generates options. Stated options take precedence.
   */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROMPT_CHARS)
  prompt?: string;

  /**
   * `only`: the start page and the pages listed in sitemaps.
   * @default "include"
   */
  @IfPresent()
  @IsIn(SITEMAP_WORDS)
  sitemap?: SitemapWord;

  /** Delay between two pages of a host in seconds; 0: no additional delay. */
  @IfPresent()
  @IsNumber({ allowInfinity: false, allowNaN: false })
  @Min(0)
  delay?: number;

  /** Options of each page. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;

  /** Receiver of events: a URL, or an object with one. */
  @IfPresent()
  @IsWebhook('ignore')
  webhook?: WebhookBody;

  /**
   * The results expire an hour after the end of the job.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;

  /**
   * Use cached pages only: other pages fail with SCRAPE_LOCKDOWN_CACHE_MISS.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  lockdown?: boolean;

  /** User agent for robots.txt rules, if the host allows it. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_AGENT_CHARS)
  robotsUserAgent?: string;
}
