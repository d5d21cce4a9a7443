import { IsBoolean, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { IfPresent } from '../validators.js';
import { MAX_URL_CHARS } from './page.fields.js';

const MAX_SEARCH_CHARS = 1_000;

/** The links of which site are wanted, in the words of v1 and v2. */
export class MapFields {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_CHARS)
  search?: string;

  @IfPresent()
  @IsBoolean()
  includeSubdomains?: boolean;

  @IfPresent()
  @IsBoolean()
  ignoreQueryParameters?: boolean;

  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}
