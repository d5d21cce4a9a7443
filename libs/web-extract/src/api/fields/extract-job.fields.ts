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
   * Also extract from pages found by a web search.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  enableWebSearch?: boolean;

  /**
   * Include pages on other hosts.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;

  /** Include pages on subdomains. */
  @IfPresent()
  @IsBoolean()
  includeSubdomains?: boolean;

  /**
   * Return the source URLs of each field.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  showSources?: boolean;

  /** Return invalid URLs as `invalidURLs` and read the others. Defaults to false in v1 and true in v2. */
  @IfPresent()
  @IsBoolean()
  ignoreInvalidURLs?: boolean;

  /**
   * Ignore the sitemaps of sites.
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
