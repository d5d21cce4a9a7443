import { IsBoolean, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';
import { IsAddress } from './page.fields.js';

const MAX_SEARCH_CHARS = 1_000;

/** The links of which site are wanted, in the words of v1 and v2. */
export class MapFields {
  /** Any page of the site. */
  @IsAddress()
  url!: string;

  /** What the links should be about: the most fitting come first. */
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
   * List addresses without their query.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  ignoreQueryParameters?: boolean;

  /**
   * Longest time in milliseconds; what is known by then is answered with a warning.
   * @default 30000
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;
}
