import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { MAX_URL_CHARS, PageFields } from '../../fields/page.fields.js';
import { IsActions } from '../../page-actions.js';
import { IfPresent } from '../../validators.js';
import { IsFormatsV2, type FormatEntryV2 } from '../formats.js';
import { IsParsers, type ParserV2 } from '../parsers.js';

const MAX_PROXY_CHARS = 100;

/** What every kind of scrape can be asked for: fields of `POST /v2/scrape` without `url`. */
export class ScrapeOptionsV2 extends PageFields {
  @IfPresent()
  @IsFormatsV2()
  formats?: FormatEntryV2[];

  @IfPresent()
  @IsParsers()
  parsers?: ParserV2[];

  @IfPresent()
  @IsString()
  @MaxLength(MAX_PROXY_CHARS)
  proxy?: string;

  @IfPresent()
  @IsActions('open')
  actions?: { type: string; [option: string]: unknown }[];

  @IfPresent()
  @IsBoolean()
  lockdown?: boolean;

  /** A flag, or an object that says how. */
  @IfPresent()
  redactPII?: unknown;

  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;
}

/** Body of `POST /v2/scrape`. */
export class ScrapeBodyV2 extends ScrapeOptionsV2 {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;
}
