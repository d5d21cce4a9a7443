import { IsBoolean, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';
import { IsAddress } from './page.fields.js';

const MAX_SEARCH_CHARS = 1_000;

/** Fields of a map request in v1 and v2. */
export class MapFields {
  /** URL of the site. */
  @IsAddress()
  url!: string;

  /** Topic of the links; the most relevant links come first. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_CHARS)
  search?: string;

  /**
   * List links to subdomains.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  includeSubdomains?: boolean;

  /**
   * Remove the query of URLs.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  ignoreQueryParameters?: boolean;

  /**
   * Timeout in milliseconds. The links found until then are returned with a warning.
   * @default 30000
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}
