import { IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { COUNTRY, IsSearchQuery, LANGUAGE, MAX_SEARCH_OPTION_CHARS } from '../../search-fields.js';
import { IfPresent, IsNested } from '../../validators.js';
import { PageOptionsV0 } from './scrape-body.v0.js';

/** `searchOptions` of v0. */
export class SearchOptionsV0 {
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(20)
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
}

/** Body of `POST /v0/search`. Unknown keys are ignored. */
export class SearchBodyV0 {
  @IsSearchQuery()
  query!: string;

  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;

  @IfPresent()
  @IsNested(() => PageOptionsV0)
  pageOptions?: PageOptionsV0;

  @IfPresent()
  @IsNested(() => SearchOptionsV0)
  searchOptions?: SearchOptionsV0;
}
