import { IsBoolean, IsIn, IsInt, IsNumber, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import {
  IfPresent,
  IsHeaders,
  IsJsonObject,
  IsNested,
  IsRemovable,
  IsStringList,
} from '../../bodies/validators.js';
import { IsAddress, URL_SCHEMA } from '../../fields/page.fields.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

const MAX_TEXT_CHARS = 500;
const MAX_NAME_CHARS = 200;
const MAX_GOAL_CHARS = 2_000;
const MAX_TARGETS = 50;
const MAX_URLS = 1_000;
const MAX_LIST = 100;

/** Bounds of an adaptive schedule. */
export class AdaptiveFieldsV2 {
  /** Shortest time between two visits of a page, in minutes. */
  @IsNumber({ allowInfinity: false, allowNaN: false })
  minMinutes!: number;

  /** Longest time between two visits of a page, in minutes. */
  @IsNumber({ allowInfinity: false, allowNaN: false })
  maxMinutes!: number;

  /** Maximum number of visited pages in 24 hours. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxPagesPerDay?: number;
}

/** When a monitor runs: one of `cron`, `text` and `adaptive`. */
export class MonitorScheduleV2 {
  /** Five fields: minute, hour, day of the month, month and weekday. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_TEXT_CHARS)
  cron?: string;

  /** Words such as `every 30 minutes`, `daily at 9:00` or `weekdays at 8:30`. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_TEXT_CHARS)
  text?: string;

  /** Visits each page as often as it changes. */
  @IfPresent()
  @IsNested(() => AdaptiveFieldsV2)
  adaptive?: AdaptiveFieldsV2;

  /**
   * IANA name of a time zone.
   * @default "UTC"
   */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_TEXT_CHARS)
  timezone?: string;
}

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
const IsTargets = () =>
  ValidateBy({
    name: 'isTargets',
    constraints: [TARGETS],
    validator: {
      validate: (value) => Array.isArray(value) && value.length >= 1 && value.length <= MAX_TARGETS,
      defaultMessage: () => `$property must be a list of 1 to ${MAX_TARGETS} targets`,
    },
  });

/** Receiver of the messages of a monitor. */
export class MonitorWebhookV2 {
  @IsAddress()
  url!: string;

  /** Sent with each message. Masked in responses; a masked value keeps the stored one. */
  @IfPresent()
  @IsHeaders()
  headers?: Record<string, string>;

  /** Added to each message. */
  @IfPresent()
  @IsJsonObject()
  metadata?: Record<string, unknown>;

  /**
   * `monitor.page`: pages with changes; `monitor.check.completed`: the end of a check.
   * @default ["monitor.page", "monitor.check.completed"]
   */
  @IfPresent()
  @IsStringList(MAX_LIST)
  events?: ('monitor.page' | 'monitor.check.completed')[];
}

/** Mails about changes. */
export class MonitorEmailV2 {
  /** @default true */
  @IfPresent()
  @IsBoolean()
  enabled?: boolean;

  /** At most 20 addresses. */
  @IfPresent()
  @IsStringList(MAX_LIST)
  recipients?: string[];

  /** @default false */
  @IfPresent()
  @IsBoolean()
  includeDiffs?: boolean;
}

/** Notifications of a monitor. */
export class MonitorNotificationV2 {
  @IfPresent()
  @IsNested(() => MonitorEmailV2)
  email?: MonitorEmailV2;
}

/** Fields of new and of changed monitors. */
class MonitorFieldsV2 {
  /** Receiver of messages. */
  @IfPresent()
  @IsRemovable()
  @IsNested(() => MonitorWebhookV2)
  webhook?: MonitorWebhookV2;

  /** Mails about changes. */
  @IfPresent()
  @IsRemovable()
  @IsNested(() => MonitorNotificationV2)
  notification?: MonitorNotificationV2;

  /**
   * Retention of checks in days, 1 to 365.
   * @default 30
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(365)
  retentionDays?: number;

  /** Goal against which a model judges changes. */
  @IfPresent()
  @IsRemovable()
  @IsString()
  @MaxLength(MAX_GOAL_CHARS)
  goal?: string;

  /**
   * Judge changes against the goal with a model.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  judgeEnabled?: boolean;
}

/** Body of `PATCH /v2/monitor/:id`. `null` removes a webhook, a notification or a goal. */
export class MonitorChangeV2 extends MonitorFieldsV2 {
  /** 1 to 200 characters. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_NAME_CHARS)
  name?: string;

  /** When the monitor runs. */
  @IfPresent()
  @IsNested(() => MonitorScheduleV2)
  schedule?: MonitorScheduleV2;

  /** What the monitor observes, 1 to 50. */
  @IfPresent()
  @IsTargets()
  targets?: Record<string, unknown>[];

  /** A paused monitor does not run until it is active again. */
  @IfPresent()
  @IsIn(['active', 'paused'])
  status?: 'active' | 'paused';
}

/**
 * Body of `POST /v2/monitor`.
 *
 * @example { "name": "Prices", "schedule": { "text": "daily at 9:00" }, "targets": [{ "type": "scrape", "urls": ["https://example.com/prices"] }] }
 */
export class MonitorBodyV2 extends MonitorFieldsV2 {
  /** 1 to 200 characters. */
  @IsString()
  @MaxLength(MAX_NAME_CHARS)
  name!: string;

  /** When the monitor runs. */
  @IsNested(() => MonitorScheduleV2)
  schedule!: MonitorScheduleV2;

  /** What the monitor observes, 1 to 50. */
  @IsTargets()
  targets!: Record<string, unknown>[];
}
