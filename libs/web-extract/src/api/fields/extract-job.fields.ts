import { buildMessage, IsBoolean, ValidateBy } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';
import { MAX_URL_CHARS, URL_SCHEMA } from './page.fields.js';
import { WantedFields } from './wanted.fields.js';

const MAX_URLS = 100;

const IsSourceList = () =>
  ValidateBy({
    name: 'isSourceList',
    constraints: [{ type: 'array', maxItems: MAX_URLS, items: URL_SCHEMA }],
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length <= MAX_URLS &&
        value.every((url) => typeof url === 'string' && url.length <= MAX_URL_CHARS),
      defaultMessage: buildMessage(() => `$property must be a list of at most ${MAX_URLS} addresses`),
    },
  });

/** What an extract job can be asked for besides how its pages are read, in the words of v1 and v2. */
export class ExtractJobFields extends WantedFields {
  /** Pages that are extracted from; `/*` at the end stands for a site. Without any, a search finds them. */
  @IfPresent()
  @IsSourceList()
  urls?: string[];

  /**
   * Pages that a search finds are extracted from as well.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  enableWebSearch?: boolean;

  /**
   * Pages of a site may lie on other hosts.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;

  /** Pages of a site may lie on its subdomains. */
  @IfPresent()
  @IsBoolean()
  includeSubdomains?: boolean;

  /**
   * Answer the addresses that each field comes from.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  showSources?: boolean;

  /** Addresses that cannot be used are answered as `invalidURLs`, and the others read. In v1 off, in v2 on. */
  @IfPresent()
  @IsBoolean()
  ignoreInvalidURLs?: boolean;

  /**
   * Find the pages of a site without its sitemaps.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  // Sent along by clients; nothing comes of them.

  /** Of no effect. */
  @IfPresent()
  agent?: unknown;

  /** Of no effect. */
  @IfPresent()
  limit?: unknown;

  /** Of no effect. */
  @IfPresent()
  urlTrace?: unknown;
}
