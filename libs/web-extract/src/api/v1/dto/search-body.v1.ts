import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { SearchBodyFields } from '../../fields/search.fields.js';
import { MAX_SEARCH_OPTION_CHARS } from '../../search-fields.js';
import { IfPresent, IsNested, IsNullableString } from '../../validators.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/** Body of `POST /v1/search`. */
export class SearchBodyV1 extends SearchBodyFields {
  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_OPTION_CHARS)
  filter?: string;

  @IfPresent()
  @IsBoolean()
  ignoreInvalidURLs?: boolean;

  @IfPresent()
  @IsNested(() => ScrapeOptionsV1)
  scrapeOptions?: ScrapeOptionsV1;

  @IfPresent()
  @IsString()
  origin?: string;

  @IfPresent()
  @IsNullableString()
  integration?: string | null;

  @IfPresent()
  @IsBoolean()
  zeroDataRetention?: boolean;

  @IfPresent()
  auditMetadata?: unknown;

  @IfPresent()
  useMock?: unknown;
}
