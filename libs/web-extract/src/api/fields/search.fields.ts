import { IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { COUNTRY, IsSearchQuery, LANGUAGE, MAX_SEARCH_OPTION_CHARS } from '../pages/search-fields.js';
import { IfPresent } from '../bodies/validators.js';

/** Search fields in v1 and v2. */
export class SearchBodyFields {
  /** Search query. */
  @IsSearchQuery()
  query!: string;

  /** Maximum number of results per source. Defaults to 5 in v0 and v1, 10 in v2. */
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;

  /** Maximum age of results, such as `qdr:w`. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_OPTION_CHARS)
  tbs?: string;

  /** Language of the results. */
  @IfPresent()
  @IsString()
  @Matches(LANGUAGE.pattern, { message: LANGUAGE.message })
  lang?: string;

  /** Country of the results. */
  @IfPresent()
  @IsString()
  @Matches(COUNTRY.pattern, { message: COUNTRY.message })
  country?: string;

  /** Location of the results. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_OPTION_CHARS)
  location?: string;

  /**
   * Timeout in milliseconds.
   * @default 60000
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}

/** The same in words that v2 has no more. */
export class OlderSearchFields {
  /** Passed to the provider. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_OPTION_CHARS)
  filter?: string;
}
