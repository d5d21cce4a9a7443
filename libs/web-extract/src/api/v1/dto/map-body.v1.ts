import { IsBoolean, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfPresent, IsNullableString, IsStringList } from '../../validators.js';

const MAX_URL_CHARS = 20_000;
const MAX_SEARCH_CHARS = 1_000;
const MAX_LINKS = 30_000;
const MAX_PATTERNS = 1_000;

/** Body of `POST /v1/map`. */
export class MapBodyV1 {
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url!: string;

  @IfPresent()
  @IsString()
  @MaxLength(MAX_SEARCH_CHARS)
  search?: string;

  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(MAX_LINKS)
  limit?: number;

  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  @IfPresent()
  @IsBoolean()
  sitemapOnly?: boolean;

  @IfPresent()
  @IsBoolean()
  includeSubdomains?: boolean;

  @IfPresent()
  @IsBoolean()
  ignoreQueryParameters?: boolean;

  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;

  @IfPresent()
  @IsBoolean()
  filterByPath?: boolean;

  @IfPresent()
  @IsInt()
  @Min(1)
  timeout?: number;

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  includePaths?: string[];

  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  excludePaths?: string[];

  @IfPresent()
  @IsBoolean()
  useIndex?: boolean;

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
