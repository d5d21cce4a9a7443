import { IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { COUNTRY, IsSearchQuery, LANGUAGE, MAX_SEARCH_OPTION_CHARS } from '../search-fields.js';
import { IfPresent } from '../validators.js';

/** What is searched for, in the words of v1 and v2. */
export class SearchBodyFields {
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
}
