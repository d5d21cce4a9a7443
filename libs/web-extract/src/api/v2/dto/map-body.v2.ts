import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { MapFields } from '../../fields/map.fields.js';
import { LocationFields } from '../../fields/page.fields.js';
import { composed } from '../../bodies/composed.js';
import { SessionFields } from '../../fields/session.fields.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { SITEMAP_WORDS, type SitemapWord } from './crawl-body.v2.js';

const MAX_LINKS = 100_000;

/**
 * Body of `POST /v2/map`.
 *
 * @example { "url": "https://example.com", "search": "prices" }
 */
export class MapBodyV2 extends composed(MapFields, SessionFields) {
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
   * Use of sitemaps.
   * @default "include"
   */
  @IfPresent()
  @IsIn(SITEMAP_WORDS)
  sitemap?: SitemapWord;

  /**
   * Use stored data only; 404 if there is none.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  lockdown?: boolean;

  /** Ignored by maps. */
  @IfPresent()
  @IsNested(() => LocationFields)
  location?: LocationFields;
}
