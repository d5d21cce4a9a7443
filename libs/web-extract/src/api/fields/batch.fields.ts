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
  /** The pages that are read, each once. */
  @IsUrlList()
  urls!: string[];

  /**
   * Addresses that cannot be used are answered as `invalidURLs`, and the others read. Without it one of them refuses the
   * batch. In v1 off, in v2 on.
   */
  @IfPresent()
  @IsBoolean()
  ignoreInvalidURLs?: boolean;

  /** Maximum number of pages in progress at the same time; limited by the host. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxConcurrency?: number;

  /** A batch that the addresses are added to, in place of a new one. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_ID_CHARS)
  appendToId?: string;

  /**
   * Pages with a status of 400 or more are listed in the errors of the job, as `PAGE_STATUS_404` and the like, and are no
   * documents. They cost nothing and use no place of the limit. Not with change tracking.
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
