import { IsBoolean, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { composed } from '../../bodies/composed.js';
import { IsAddress, PageFields } from '../../fields/page.fields.js';
import { IsActions } from '../../pages/page-actions.js';
import { SessionFields } from '../../fields/session.fields.js';
import { IfPresent } from '../../bodies/validators.js';
import { ReadingFieldsV2 } from './reading-fields.v2.js';

const MAX_PROXY_CHARS = 100;

/** Options of all kinds of scrapes: fields of `POST /v2/scrape` without `url`. */
export class ScrapeOptionsV2 extends composed(ReadingFieldsV2, PageFields, SessionFields) {
  /**
   * Kind of proxy. Without a proxy on the host: a warning.
   * @default "auto"
   */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROXY_CHARS)
  proxy?: string;

  /** Browser actions before the page is read; up to 60 s of waits in total. */
  @IfPresent()
  @IsActions('open')
  actions?: { type: string; [option: string]: unknown }[];

  /** Minimum age of a cached response in milliseconds. The page is not fetched: 404 if there is none. */
  @IfPresent()
  @IsInt()
  @Min(0)
  minAge?: number;

  /**
   * Use cached responses only; 404 if there is none.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  lockdown?: boolean;
}

/**
 * Body of `POST /v2/scrape`.
 *
 * @example { "url": "https://example.com/article", "formats": ["markdown", { "type": "json", "prompt": "Author and date" }] }
 */
export class ScrapeBodyV2 extends ScrapeOptionsV2 {
  /** The page. */
  @IsAddress()
  url!: string;
}
