import { IsBoolean, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { COUNTRY, IsSearchQuery, LANGUAGE, MAX_SEARCH_OPTION_CHARS } from '../../search-fields.js';
import { IfPresent, IsNested, IsNullableString } from '../../validators.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/** Body of `POST /v1/search`. */
export class SearchBodyV1 {
  @IsSearchQuery()
  query!: string;

  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_OPTION_CHARS)
  tbs?: string;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_OPTION_CHARS)
  filter?: string;

  @IfPresent()
  @IsString()
  @Matches(LANGUAGE.pattern, { message: LANGUAGE.message })
  lang?: string;

  @IfPresent()
  @IsString()
  @Matches(COUNTRY.pattern, { message: COUNTRY.message })
  country?: string;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_OPTION_CHARS)
  location?: string;

  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;

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
