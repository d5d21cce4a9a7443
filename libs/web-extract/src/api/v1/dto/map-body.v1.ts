import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { composed, renamed } from '../../bodies/composed.js';
import { OlderCrawlFields } from '../../fields/crawl.fields.js';
import { MapFields } from '../../fields/map.fields.js';
import { PatternFields } from '../../fields/pattern.fields.js';
import { IfPresent } from '../../bodies/validators.js';
import { ClientKeysV1 } from './client-keys.v1.js';

const MAX_LINKS = 30_000;

/**
 * Body of `POST /v1/map`.
 *
 * @example { "url": "https://example.com", "search": "prices" }
 */
export class MapBodyV1 extends composed(
  renamed(OlderCrawlFields, { ignoreSitemap: 'ignoreSitemap' }),
  PatternFields,
  ClientKeysV1,
  MapFields,
) {
  /**
   * Maximum number of links.
   * @default 5000
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(MAX_LINKS)
  limit?: number;

  /**
   * Use sitemaps only.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  sitemapOnly?: boolean;

  /**
   * List links to other hosts.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;

  /**
   * List only URLs below the path of `url`, if it has one.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  filterByPath?: boolean;

  /** Ignored. */
  @IfPresent()
  @IsBoolean()
  useIndex?: boolean;
}
