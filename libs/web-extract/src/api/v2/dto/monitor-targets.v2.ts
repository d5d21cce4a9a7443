import { IsIn, IsInt, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { IfPresent, IsJsonObject, IsNested, IsStringList } from '../../bodies/validators.js';
import { IsAddress, URL_SCHEMA } from '../../fields/page.fields.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

const MAX_TARGETS = 50;
const MAX_URLS = 1_000;
const MAX_LIST = 100;

/** Fields of all targets. */
class TargetFieldsV2 {
  /** Unique in the monitor; generated if absent. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_LIST)
  id?: string;
}

/** A list of pages. */
export class ScrapeTargetV2 extends TargetFieldsV2 {
  @IsIn(['scrape'])
  type!: 'scrape';

  /** The pages, 1 to 1,000. */
  @IsStringList(MAX_URLS)
  urls!: string[];

  /** Options of each page. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;
}

/** The pages of a site. */
export class CrawlTargetV2 extends TargetFieldsV2 {
  @IsIn(['crawl'])
  type!: 'crawl';

  /** Start URL. */
  @IsAddress()
  url!: string;

  /** Fields of `POST /v2/crawl`. */
  @IfPresent()
  @IsJsonObject()
  crawlOptions?: Record<string, unknown>;

  /** Options of each page. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;
}

/** Search results. */
export class SearchTargetV2 extends TargetFieldsV2 {
  @IsIn(['search'])
  type!: 'search';

  /** 1 to 12 queries. */
  @IsStringList(MAX_LIST)
  queries!: string[];

  /**
   * Maximum age of the results.
   * @default "24h"
   */
  @IfPresent()
  @IsIn(['5m', '15m', '1h', '6h', '24h', '7d'])
  searchWindow?: '5m' | '15m' | '1h' | '6h' | '24h' | '7d';

  /** Return only results of these hosts and their subdomains. */
  @IfPresent()
  @IsStringList(MAX_LIST)
  includeDomains?: string[];

  /** Exclude results of these hosts and their subdomains. */
  @IfPresent()
  @IsStringList(MAX_LIST)
  excludeDomains?: string[];

  /**
   * Maximum number of results of all queries together, 1 to 50.
   * @default 10
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(50)
  maxResults?: number;
}

const text = { type: 'string' };
const options = { type: 'object', description: 'As in POST /v2/scrape' };
const TARGETS = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_TARGETS,
  items: {
    anyOf: [
      {
        type: 'object',
        properties: {
          id: text,
          type: { type: 'string', enum: ['scrape'] },
          urls: { type: 'array', minItems: 1, maxItems: MAX_URLS, items: URL_SCHEMA },
          scrapeOptions: options,
        },
        required: ['type', 'urls'],
      },
      {
        type: 'object',
        properties: {
          id: text,
          type: { type: 'string', enum: ['crawl'] },
          url: URL_SCHEMA,
          crawlOptions: { type: 'object', description: 'As in POST /v2/crawl' },
          scrapeOptions: options,
        },
        required: ['type', 'url'],
      },
      {
        type: 'object',
        properties: {
          id: text,
          type: { type: 'string', enum: ['search'] },
          queries: { type: 'array', minItems: 1, maxItems: 12, items: text },
          searchWindow: { type: 'string', enum: ['5m', '15m', '1h', '6h', '24h', '7d'] },
          includeDomains: { type: 'array', items: text },
          excludeDomains: { type: 'array', items: text },
          maxResults: { type: 'integer', minimum: 1, maximum: 50 },
        },
        required: ['type', 'queries'],
      },
    ],
  },
};

/** A list of targets; each is checked by its own class. */
export const IsTargets = () =>
  ValidateBy({
    name: 'isTargets',
    constraints: [TARGETS],
    validator: {
      validate: (value) => Array.isArray(value) && value.length >= 1 && value.length <= MAX_TARGETS,
      defaultMessage: () => `$property must be a list of 1 to ${MAX_TARGETS} targets`,
    },
  });
