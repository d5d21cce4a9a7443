import { buildMessage, IsBoolean, IsInt, IsString, MaxLength, Min, ValidateBy } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';
import { MAX_URL_CHARS, URL_SCHEMA } from './page.fields.js';

/** Addresses of one request; the services take more. */
const MAX_URLS = 1_000;
const MAX_ID_CHARS = 100;

const IsUrlList = () =>
  ValidateBy({
    name: 'isUrlList',
    constraints: [{ type: 'array', minItems: 1, maxItems: MAX_URLS, items: URL_SCHEMA }],
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length >= 1 &&
        value.length <= MAX_URLS &&
        value.every((url) => typeof url === 'string' && url.length <= MAX_URL_CHARS),
      defaultMessage: buildMessage(() => `$property must be a list of 1 to ${MAX_URLS} addresses`),
    },
  });

/** Fields of a batch in addition to its page options, in v1 and v2. */
export class BatchFields {
  /** Pages to scrape; duplicates are scraped once. */
  @IsUrlList()
  urls!: string[];

  /**
   * Return invalid URLs as `invalidURLs` and scrape the others. If false, one invalid URL rejects the batch. Defaults to false in v1 and true in v2.
   */
  @IfPresent()
  @IsBoolean()
  ignoreInvalidURLs?: boolean;

  /** Maximum number of pages in progress at the same time; limited by the host. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxConcurrency?: number;

  /** Id of a batch to add the URLs to. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_ID_CHARS)
  appendToId?: string;

  /**
   * Report pages with a status of 400 or more as errors such as `PAGE_STATUS_404` instead of documents. They cost no credits and do not count towards `limit`. Not with change tracking.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  skipErrorPages?: boolean;

  /**
   * Keep the responses of pages for exports as WARC: status, headers and decoded body, at most 10 MiB each. Cookies are masked.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  storeResponses?: boolean;
}
