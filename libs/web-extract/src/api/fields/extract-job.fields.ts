import { buildMessage, IsBoolean, ValidateBy } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';
import { MAX_URL_CHARS, URL_SCHEMA } from './page.fields.js';
import { ExtractionTargetFields } from './extraction-target.fields.js';

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

/** Fields of an extract job in v1 and v2, except its page options. */
export class ExtractJobFields extends ExtractionTargetFields {
  /** Source pages; a URL that ends in `/*` selects a site. Without URLs, a search finds the pages. */
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

  // Fields sent by clients without effect.

  /** Ignored. */
  @IfPresent()
  agent?: unknown;

  /** Ignored. */
  @IfPresent()
  limit?: unknown;

  /** Ignored. */
  @IfPresent()
  urlTrace?: unknown;
}
